/**
 * Carries out what the staff asks of the relay's process: lists and replays dead letters.
 * Owns no table; reads and writes no topic itself.
 */
@NullMarked
package dev.hundi.stream.operator;

import org.jspecify.annotations.NullMarked;
