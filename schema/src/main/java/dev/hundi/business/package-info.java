/**
 * Businesses, their API keys and their rules: API access, addresses, prices and limits.
 * Owns {@code business}, {@code api_key}, {@code ip_rule}, {@code request_nonce},
 * {@code rate_allowance}, {@code price_plan}, {@code commission_slab} and
 * {@code rail_limit}.
 */
@NullMarked
package dev.hundi.business;

import org.jspecify.annotations.NullMarked;
