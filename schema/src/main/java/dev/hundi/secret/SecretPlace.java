package dev.hundi.secret;

import java.util.Locale;
import java.util.UUID;

/**
 * The row that a secret is encrypted for. Moved to another row, or with its row to
 * another owner, the ciphertext does not decrypt.
 *
 * @param ownerId the business, the person for a TOTP secret, the letter itself, or the
 * number of the break as UUID
 * @param id the API key, or the id of the endpoint, person, letter, document or evidence
 */
public record SecretPlace(Type type, UUID ownerId, String id) {

	/** The table of the row. */
	public enum Type {

		API_KEY, WEBHOOK_ENDPOINT, PERSON_TOTP, LETTER, ONBOARDING_DOCUMENT, BREAK_EVIDENCE

	}

	/** The place of a person's TOTP secret. */
	public static SecretPlace totp(UUID personId) {
		return new SecretPlace(Type.PERSON_TOTP, personId, personId.toString());
	}

	/** The place of the key of an onboarding document. */
	public static SecretPlace document(UUID businessId, UUID documentId) {
		return new SecretPlace(Type.ONBOARDING_DOCUMENT, businessId, documentId.toString());
	}

	/** The place of the key of evidence about a break. */
	public static SecretPlace evidence(long breakId, UUID evidenceId) {
		return new SecretPlace(Type.BREAK_EVIDENCE, new UUID(0, breakId), evidenceId.toString());
	}

	String associatedData() {
		return this.type.name().toLowerCase(Locale.ROOT) + "|" + this.ownerId + "|" + this.id;
	}

	@Override
	public String toString() {
		return associatedData();
	}

}
