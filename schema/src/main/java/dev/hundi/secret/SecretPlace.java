package dev.hundi.secret;

import java.util.Locale;
import java.util.UUID;

/**
 * The row that a secret is encrypted for. Moved to another row, or with its row to
 * another owner, the ciphertext does not decrypt.
 *
 * @param ownerId the business, or the person for a TOTP secret
 * @param id the API key, the endpoint id or the person id
 */
public record SecretPlace(Type type, UUID ownerId, String id) {

	/** The table of the row. */
	public enum Type {

		API_KEY, WEBHOOK_ENDPOINT, PERSON_TOTP

	}

	/** The place of a person's TOTP secret. */
	public static SecretPlace totp(UUID personId) {
		return new SecretPlace(Type.PERSON_TOTP, personId, personId.toString());
	}

	String associatedData() {
		return this.type.name().toLowerCase(Locale.ROOT) + "|" + this.ownerId + "|" + this.id;
	}

	@Override
	public String toString() {
		return associatedData();
	}

}
