package dev.hundi.webhook;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.secret.SecretEncryption;

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

}
