/**
 * Tests of the wallet endpoints.
 */
@NullMarked
package dev.hundi.api.wallet;

import org.jspecify.annotations.NullMarked;
