/**
 * The envelope of answers, the error codes, and the exception that carries one. Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.api.answer;

import org.jspecify.annotations.NullMarked;
