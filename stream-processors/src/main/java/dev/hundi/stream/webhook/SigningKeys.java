package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

import javax.crypto.Mac;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.secret.SecretEncryption;

/**
 * The secrets that are signed with right now, decrypted once a minute at most: to decrypt
 * one and to set up a signature takes longer than to sign.
 */
final class SigningKeys {

	private static final Duration REMEMBERED = Duration.ofMinutes(1);

	private static final int MOST = 10_000;

	private final Cache<Stored, Mac> keys = Caffeine.newBuilder()
		.maximumSize(MOST)
		.expireAfterWrite(REMEMBERED)
		.build();

	private final SecretEncryption encryption;

	SigningKeys(SecretEncryption encryption) {
		this.encryption = encryption;
	}

	/**
	 * What signs with an endpoint's secret, for the caller alone.
	 * @throws IllegalStateException if the ciphertext is none of this endpoint's
	 */
	Mac of(UUID endpointId, byte[] ciphertext) {
		Mac key = this.keys.get(new Stored(endpointId, new String(ciphertext, StandardCharsets.ISO_8859_1)),
				(stored) -> WebhookSignature.key(this.encryption.decrypt(ciphertext, endpointId.toString())));
		try {
			return (Mac) key.clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException("A webhook could not be signed", ex);
		}
	}

	private record Stored(UUID endpointId, String ciphertext) {
	}

}
