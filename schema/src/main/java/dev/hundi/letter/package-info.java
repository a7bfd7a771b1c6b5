/**
 * Mail to people: an act writes a letter in its own transaction, and the portal of the
 * audience sends it. Owns the table {@code letter}; no topic.
 */
@NullMarked
package dev.hundi.letter;

import org.jspecify.annotations.NullMarked;
