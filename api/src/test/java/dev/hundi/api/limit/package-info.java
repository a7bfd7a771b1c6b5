/**
 * Tests of rate limits.
 */
@NullMarked
package dev.hundi.api.limit;

import org.jspecify.annotations.NullMarked;
