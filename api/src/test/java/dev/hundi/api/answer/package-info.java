/**
 * Tests of error codes.
 */
@NullMarked
package dev.hundi.api.answer;

import org.jspecify.annotations.NullMarked;
