package dev.hundi.portal.signin;

import java.io.Serializable;
import java.util.UUID;

/**
 * What a person chose so far while it accepts an invitation. Kept in its session, without
 * readable secrets.
 *
 * @param token of the invitation
 * @param totpCiphertext the new TOTP secret, encrypted for this person
 */
@SuppressWarnings("ArrayRecordComponent")
record Enrolment(String token, UUID personId, String name, String passwordHash,
		byte[] totpCiphertext) implements Serializable {
}
