/**
 * The stream-processors application: startup and settings. Owns no table; reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.stream;

import org.jspecify.annotations.NullMarked;
