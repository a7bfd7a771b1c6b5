/**
 * Tests of the beneficiary endpoints.
 */
@NullMarked
package dev.hundi.api.beneficiary;

import org.jspecify.annotations.NullMarked;
