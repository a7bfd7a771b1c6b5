/**
 * Lets only signed requests of known keys through to {@code /v1}: header syntax, size,
 * clock, key, address, signature, replay, access and rate, in this order. Reads
 * {@code api_key}, {@code business} and {@code ip_rule} and fills {@code request_nonce},
 * all through the schema's stores.
 */
@NullMarked
package dev.hundi.api.auth;

import org.jspecify.annotations.NullMarked;
