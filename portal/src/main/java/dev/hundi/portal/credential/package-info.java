/**
 * Passwords, TOTP codes, recovery codes and passkeys: how they are made and checked. Owns
 * no table and no topic.
 */
@NullMarked
package dev.hundi.portal.credential;

import org.jspecify.annotations.NullMarked;
