package dev.hundi.webhook;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.time.Timestamps;

import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Where businesses want to be told. A business has one active endpoint at most; what was
 * meant for an earlier one still goes there.
 */
// Lazy: only an application that signs webhooks or registers endpoints needs the key
// file.
@Lazy
@Repository
public class WebhookEndpoints {

	private final JdbcClient jdbc;

	private final SecretEncryption encryption;

	WebhookEndpoints(JdbcClient jdbc, SecretEncryption encryption) {
		this.jdbc = jdbc;
		this.encryption = encryption;
	}

	/**
	 * Makes a URL the business's active endpoint, in place of the one before.
	 * @param url http or https, at most 2,000 characters
	 * @param secret what the webhooks to it are signed with
	 * @return id of the new endpoint
	 */
	@Transactional
	public UUID register(UUID businessId, URI url, String secret) {
		UUID endpointId = UuidCreator.getTimeOrderedEpoch();
		this.jdbc.sql("SELECT FROM business WHERE business_id = :business FOR NO KEY UPDATE")
			.param("business", businessId)
			.query()
			.listOfRows();
		this.jdbc.sql("UPDATE webhook_endpoint SET active = false WHERE business_id = :business AND active")
			.param("business", businessId)
			.update();
		this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext)
				VALUES (:business, :endpoint, :url, :secret)
				""")
			.param("business", businessId)
			.param("endpoint", endpointId)
			.param("url", url.toString())
			.param("secret", this.encryption.encrypt(secret.getBytes(StandardCharsets.UTF_8), endpointId.toString()))
			.update();
		return endpointId;
	}

	/**
	 * Plans another secret: what is sent before the moment is signed with the present
	 * one, the rest with this. A plan that has not come to pass is given up for this one.
	 * @param from the moment; now if it has passed
	 * @return the moment that counts, whole milliseconds as webhooks carry them, or empty
	 * if there is no such endpoint
	 */
	public Optional<Instant> rotateSecret(UUID endpointId, String secret, Instant from) {
		return this.jdbc.sql("""
				UPDATE webhook_endpoint
				   SET secret_ciphertext = CASE WHEN next_secret_from <= now() THEN next_secret_ciphertext
				                                ELSE secret_ciphertext END,
				       next_secret_ciphertext = :secret,
				       next_secret_from = date_trunc('milliseconds', greatest(:from, now()))
				 WHERE endpoint_id = :endpoint
				RETURNING next_secret_from
				""")
			.param("endpoint", endpointId)
			.param("secret", this.encryption.encrypt(secret.getBytes(StandardCharsets.UTF_8), endpointId.toString()))
			.param("from", Timestamps.utc(from))
			.query((row, number) -> Timestamps.instant(row, "next_secret_from"))
			.optional();
	}

}
