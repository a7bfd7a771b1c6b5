/**
 * Encryption of secrets that Hundi must read back: signing keys, webhook secrets, TOTP
 * secrets and keys of documents. The key-encryption keys are a file, never in the
 * database. Owns no table; rewraps the ciphertexts in {@code api_key} and
 * {@code webhook_endpoint}.
 */
@NullMarked
package dev.hundi.secret;

import org.jspecify.annotations.NullMarked;
