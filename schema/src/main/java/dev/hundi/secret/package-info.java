/**
 * Encryption of secrets that Hundi must read back: signing keys and webhook secrets. The
 * key-encryption key is a file, never in the database; owns no table.
 */
@NullMarked
package dev.hundi.secret;

import org.jspecify.annotations.NullMarked;
