/**
 * Authenticates requests to {@code /v1}. Checks header syntax, failures of the address,
 * size, clock, key, address, signature, replay, access and rate, in this order. Reads
 * {@code api_key}, {@code business} and {@code ip_rule} and writes {@code request_nonce}
 * through the schema's stores.
 */
@NullMarked
package dev.hundi.api.auth;

import org.jspecify.annotations.NullMarked;
