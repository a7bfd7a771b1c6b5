package dev.hundi.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.secret.SecretPlace;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * The signing secret of an endpoint, before and after a rotation.
 *
 * @param place what both ciphertexts are encrypted for
 * @param ciphertext the secret until then
 * @param next the secret from then on, or null if no rotation is planned
 */
@SuppressWarnings("ArrayRecordComponent")
public record EndpointSecret(SecretPlace place, byte[] ciphertext, @Nullable Next next) {

	/** What the secrets of an endpoint are encrypted for. */
	public static SecretPlace place(UUID businessId, UUID endpointId) {
		return new SecretPlace(SecretPlace.Type.WEBHOOK_ENDPOINT, businessId, endpointId.toString());
	}

	/** From a row with the columns of an endpoint. */
	static EndpointSecret read(ResultSet row) throws SQLException {
		byte[] next = row.getBytes("next_secret_ciphertext");
		return new EndpointSecret(
				place(row.getObject("business_id", UUID.class), row.getObject("endpoint_id", UUID.class)),
				row.getBytes("secret_ciphertext"),
				(next != null) ? new Next(next, Timestamps.instant(row, "next_secret_from")) : null);
	}

	/** The ciphertext for a webhook sent at a moment. */
	public byte[] at(Instant moment) {
		return (this.next != null && !moment.isBefore(this.next.from())) ? this.next.ciphertext() : this.ciphertext;
	}

	@Override
	public String toString() {
		return "EndpointSecret[next=" + this.next + "]";
	}

	/**
	 * The secret after a rotation.
	 *
	 * @param from the first moment of its use, UTC
	 */
	public record Next(byte[] ciphertext, Instant from) {

		@Override
		public String toString() {
			return "from " + this.from;
		}

	}

}
