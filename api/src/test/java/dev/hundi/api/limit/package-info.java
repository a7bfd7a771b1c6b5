/**
 * Tests of how often a key may call.
 */
@NullMarked
package dev.hundi.api.limit;

import org.jspecify.annotations.NullMarked;
