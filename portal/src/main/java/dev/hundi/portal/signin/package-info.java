/**
 * Sign-in by password and code or by passkey, the confirmation of acts, switching between
 * businesses, and invitations as their recipients see them. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.signin;

import org.jspecify.annotations.NullMarked;
