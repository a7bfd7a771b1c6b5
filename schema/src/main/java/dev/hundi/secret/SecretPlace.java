package dev.hundi.secret;

import java.util.Locale;
import java.util.UUID;

/**
 * The row that a secret is encrypted for. Moved to another row, or with its row to
 * another business, the ciphertext does not decrypt.
 *
 * @param id the API key or the endpoint id
 */
public record SecretPlace(Type type, UUID businessId, String id) {

	/** The table of the row. */
	public enum Type {

		API_KEY, WEBHOOK_ENDPOINT

	}

	String associatedData() {
		return this.type.name().toLowerCase(Locale.ROOT) + "|" + this.businessId + "|" + this.id;
	}

	@Override
	public String toString() {
		return associatedData();
	}

}
