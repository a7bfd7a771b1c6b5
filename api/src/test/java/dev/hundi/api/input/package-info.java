/**
 * Tests of how bodies are read.
 */
@NullMarked
package dev.hundi.api.input;

import org.jspecify.annotations.NullMarked;
