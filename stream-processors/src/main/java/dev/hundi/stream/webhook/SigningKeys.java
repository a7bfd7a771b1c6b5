package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

import javax.crypto.Mac;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.secret.SecretEncryption;

/**
 * Caches the decrypted signing keys for a minute, because decryption costs more than
 * signing.
 */
final class SigningKeys {

	private static final Duration TIME_TO_LIVE = Duration.ofMinutes(1);

	private static final int MAX_KEYS = 10_000;

	private final Cache<Stored, Mac> keys = Caffeine.newBuilder()
		.maximumSize(MAX_KEYS)
		.expireAfterWrite(TIME_TO_LIVE)
		.build();

	private final SecretEncryption encryption;

	SigningKeys(SecretEncryption encryption) {
		this.encryption = encryption;
	}

	/**
	 * Returns a new MAC with the endpoint's secret, which is not shared.
	 * @throws IllegalStateException if the ciphertext does not belong to this endpoint
	 */
	Mac of(UUID endpointId, byte[] ciphertext) {
		Mac key = this.keys.get(new Stored(endpointId, new String(ciphertext, StandardCharsets.ISO_8859_1)),
				(stored) -> WebhookSignature.key(this.encryption.decrypt(ciphertext, endpointId.toString())));
		try {
			return (Mac) key.clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException("Failed to sign a webhook", ex);
		}
	}

	private record Stored(UUID endpointId, String ciphertext) {
	}

}
