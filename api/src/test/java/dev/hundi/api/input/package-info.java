/**
 * Tests of request parsing.
 */
@NullMarked
package dev.hundi.api.input;

import org.jspecify.annotations.NullMarked;
