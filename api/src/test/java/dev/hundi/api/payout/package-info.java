/**
 * Tests of the payout endpoints.
 */
@NullMarked
package dev.hundi.api.payout;

import org.jspecify.annotations.NullMarked;
