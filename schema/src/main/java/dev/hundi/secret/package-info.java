/**
 * Encryption of secrets that Hundi must read back: signing keys, webhook secrets, TOTP
 * secrets, tokens of letters, and keys of documents and evidence. The key-encryption keys
 * are a file, never in the database. Also random secrets, of which Hundi keeps a hash.
 * Owns no table; rewraps every stored ciphertext
 * ({@link dev.hundi.secret.SecretPlace.Type}).
 */
@NullMarked
package dev.hundi.secret;

import org.jspecify.annotations.NullMarked;
