/**
 * The people of the portal, their roles, credentials and invitations, and the throttling
 * of failed sign-ins. Owns the tables {@code person}, {@code membership},
 * {@code staff_role}, {@code person_password}, {@code person_totp},
 * {@code recovery_code}, {@code user_entities}, {@code user_credentials},
 * {@code invitation}, {@code sign_in_throttle}, {@code staff_sign_in_throttle},
 * {@code person_device}, {@code merchant_session}, {@code staff_session} and their
 * {@code *_attributes}.
 */
@NullMarked
package dev.hundi.person;

import org.jspecify.annotations.NullMarked;
