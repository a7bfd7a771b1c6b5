/**
 * Carries out what the staff asks of this application, and removes old requests. Owns no
 * table; reads and writes no topic.
 */
@NullMarked
package dev.hundi.batch.operator;

import org.jspecify.annotations.NullMarked;
