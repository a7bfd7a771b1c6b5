package dev.hundi.webhook;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.time.Timestamps;

import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Webhook endpoints. A business has at most {@value #MAX_ENDPOINTS} active endpoints,
 * each with its own secret and subscriptions; deliveries created for one that was removed
 * still go there.
 */
// Lazy: only an application that signs webhooks or registers endpoints needs the key
// file.
@Lazy
@Repository
public class WebhookEndpoints {

	/** Active endpoints of a business; a trigger has the same limit. */
	public static final int MAX_ENDPOINTS = 5;

	private static final int SECRET_BYTES = 24;

	private static final SecureRandom random = new SecureRandom();

	private final JdbcClient jdbc;

	private final SecretEncryption encryption;

	WebhookEndpoints(JdbcClient jdbc, SecretEncryption encryption) {
		this.jdbc = jdbc;
		this.encryption = encryption;
	}

	/** A random secret for an endpoint. */
	public static String newSecret() {
		byte[] bytes = new byte[SECRET_BYTES];
		random.nextBytes(bytes);
		return "whsec_" + HexFormat.of().formatHex(bytes);
	}

	/** Registers an endpoint for the events of docs/specification.md. */
	@Transactional
	public UUID register(UUID businessId, URI url, String secret) {
		return register(businessId, url, secret, WebhookEvent.OF_SPECIFICATION).orElseThrow();
	}

	/**
	 * Registers an endpoint.
	 * @param url http or https, at most 2,000 characters
	 * @param secret signs its webhooks
	 * @param events at least one
	 * @return id of the new endpoint; empty if the business has {@value #MAX_ENDPOINTS}
	 * active ones
	 */
	@Transactional
	public Optional<UUID> register(UUID businessId, URI url, String secret, Set<WebhookEvent> events) {
		UUID endpointId = UuidCreator.getTimeOrderedEpoch();
		this.jdbc.sql("SELECT FROM business WHERE business_id = :business FOR NO KEY UPDATE")
			.param("business", businessId)
			.query()
			.listOfRows();
		int added = this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext, events)
				SELECT :business, :endpoint, :url, :secret, :events::text[]
				 WHERE (SELECT count(*) FROM webhook_endpoint WHERE business_id = :business AND active) < :max
				""")
			.param("business", businessId)
			.param("endpoint", endpointId)
			.param("url", url.toString())
			.param("secret", encrypt(businessId, endpointId, secret))
			.param("events", WebhookEvent.codes(events))
			.param("max", MAX_ENDPOINTS)
			.update();
		return (added == 1) ? Optional.of(endpointId) : Optional.empty();
	}

	/** The active endpoints of a business, oldest first. */
	public List<ActiveEndpoint> active(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT e.endpoint_id, e.url, e.events, e.created_at, e.next_secret_from, f.failing_since, f.parked_until, f.disabled_at
					  FROM webhook_endpoint e LEFT JOIN webhook_endpoint_failure f ON f.endpoint_id = e.endpoint_id
					 WHERE e.business_id = :business AND e.active
					 ORDER BY e.endpoint_id
					""")
			.param("business", businessId)
			.query(ActiveEndpoint::of)
			.list();
	}

	/** An active endpoint of a business. */
	public Optional<ActiveEndpoint> active(UUID businessId, UUID endpointId) {
		return active(businessId).stream().filter((endpoint) -> endpoint.endpointId().equals(endpointId)).findFirst();
	}

	/**
	 * Addresses of all endpoints of a business by id, also of those that were removed.
	 */
	public Map<UUID, URI> addresses(UUID businessId) {
		Map<UUID, URI> addresses = new HashMap<>();
		this.jdbc.sql("SELECT endpoint_id, url FROM webhook_endpoint WHERE business_id = :business")
			.param("business", businessId)
			.query((row) -> {
				addresses.put(row.getObject("endpoint_id", UUID.class), URI.create(row.getString("url")));
			});
		return addresses;
	}

	/** The business of an endpoint, active or not. */
	public Optional<UUID> businessOf(UUID endpointId) {
		return this.jdbc.sql("SELECT business_id FROM webhook_endpoint WHERE endpoint_id = :endpoint")
			.param("endpoint", endpointId)
			.query(UUID.class)
			.optional();
	}

	/**
	 * Ends an endpoint: it gets no new events. Deliveries that exist still go there.
	 * @return whether it was active
	 */
	public boolean remove(UUID businessId, UUID endpointId) {
		return this.jdbc.sql("""
				UPDATE webhook_endpoint SET active = false
				 WHERE business_id = :business AND endpoint_id = :endpoint AND active
				""").param("business", businessId).param("endpoint", endpointId).update() == 1;
	}

	/**
	 * Replaces the subscriptions of an active endpoint. They apply to events that are
	 * recorded from then on.
	 * @param before what they have to be now, so that no change of another person is lost
	 * @param events at least one
	 * @return false if there is no such endpoint, or it subscribes to other events now
	 */
	public boolean subscribe(UUID businessId, UUID endpointId, Set<WebhookEvent> before, Set<WebhookEvent> events) {
		return this.jdbc.sql("""
				UPDATE webhook_endpoint SET events = :events::text[]
				 WHERE business_id = :business AND endpoint_id = :endpoint AND active
				   AND events @> :before::text[] AND events <@ :before::text[]
				""")
			.param("before", WebhookEvent.codes(before))
			.param("events", WebhookEvent.codes(events))
			.param("business", businessId)
			.param("endpoint", endpointId)
			.update() == 1;
	}

	/**
	 * Adds an event to the subscriptions of all active endpoints of a business, or
	 * removes it from them.
	 * @return whether the business has an active endpoint
	 */
	public boolean subscribeAll(UUID businessId, WebhookEvent event, boolean wanted) {
		return this.jdbc
			.sql("""
					UPDATE webhook_endpoint
					   SET events = CASE WHEN :wanted THEN array_append(array_remove(events, :event), :event) ELSE array_remove(events, :event) END
					 WHERE business_id = :business AND active
					""")
			.param("wanted", wanted)
			.param("event", event.code())
			.param("business", businessId)
			.update() > 0;
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
