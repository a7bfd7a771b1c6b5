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
 * Webhook endpoints. A business has at most one active endpoint; deliveries created for
 * an earlier one still go there.
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
	 * Registers a URL as the business's active endpoint, replacing the previous one.
	 * @param url http or https, at most 2,000 characters
	 * @param secret signs its webhooks
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
			.param("secret", encrypt(businessId, endpointId, secret))
			.update();
		return endpointId;
	}

	/** The active endpoint of a business. */
	public Optional<ActiveEndpoint> active(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT e.endpoint_id, e.url, e.created_at, e.next_secret_from, f.failing_since, f.parked_until, f.disabled_at
					  FROM webhook_endpoint e LEFT JOIN webhook_endpoint_failure f ON f.endpoint_id = e.endpoint_id
					 WHERE e.business_id = :business AND e.active
					""")
			.param("business", businessId)
			.query(ActiveEndpoint::of)
			.optional();
	}

	/**
	 * Plans a new secret: webhooks sent before the moment are signed with the current
	 * one, the rest with this. It replaces an earlier plan that is not yet in effect.
	 * @param from the moment; now if it has passed
	 * @return the effective moment in whole milliseconds, as webhooks carry them, or
	 * empty if there is no such endpoint
	 */
	public Optional<Instant> rotateSecret(UUID endpointId, String secret, Instant from) {
		return this.jdbc.sql("SELECT business_id FROM webhook_endpoint WHERE endpoint_id = :endpoint")
			.param("endpoint", endpointId)
			.query(UUID.class)
			.optional()
			.map((businessId) -> rotate(endpointId, encrypt(businessId, endpointId, secret), from));
	}

	private Instant rotate(UUID endpointId, byte[] next, Instant from) {
		return this.jdbc.sql("""
				UPDATE webhook_endpoint
				   SET secret_ciphertext = CASE WHEN next_secret_from <= now() THEN next_secret_ciphertext
				                                ELSE secret_ciphertext END,
				       next_secret_ciphertext = :next,
				       next_secret_from = date_trunc('milliseconds', greatest(:from, now()))
				 WHERE endpoint_id = :endpoint
				RETURNING next_secret_from
				""")
			.param("endpoint", endpointId)
			.param("next", next)
			.param("from", Timestamps.utc(from))
			.query((row, number) -> Timestamps.instant(row, "next_secret_from"))
			.single();
	}

	private byte[] encrypt(UUID businessId, UUID endpointId, String secret) {
		return this.encryption.encrypt(secret.getBytes(StandardCharsets.UTF_8),
				EndpointSecret.place(businessId, endpointId));
	}

}
