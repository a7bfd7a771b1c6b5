package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import javax.crypto.Mac;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;

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
	 * @throws IllegalStateException if the ciphertext does not belong to this place
	 */
	Mac of(SecretPlace place, byte[] ciphertext) {
		Mac key = this.keys.get(new Stored(place, new String(ciphertext, StandardCharsets.ISO_8859_1)),
				(stored) -> WebhookSignature.key(this.encryption.decrypt(ciphertext, place)));
		try {
			return (Mac) key.clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException("Failed to sign a webhook", ex);
		}
	}

	private record Stored(SecretPlace place, String ciphertext) {
	}

}
