/**
 * Reads XML from outside in constant memory. Owns no table, reads and writes no topic.
 */
@NullMarked
package dev.hundi.xml;

import org.jspecify.annotations.NullMarked;
