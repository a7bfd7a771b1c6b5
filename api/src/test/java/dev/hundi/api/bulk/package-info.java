/**
 * Tests of bulk payout files at the API.
 */
@NullMarked
package dev.hundi.api.bulk;

import org.jspecify.annotations.NullMarked;
