/**
 * The names of the processors and which of them this copy runs. Owns no table, reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.stream.processor;

import org.jspecify.annotations.NullMarked;
