package dev.hundi.api.health;

import dev.hundi.secret.SecretEncryption;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Checks that the key file can be read and has the key with which this process encrypts.
 * Other processes could not decrypt what this process stores with another key.
 */
final class KeyFileHealth extends AbstractHealthIndicator {

	private final SecretEncryption encryption;

	KeyFileHealth(SecretEncryption encryption) {
		super("The key file cannot be used");
		this.encryption = encryption;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.withDetail("setting", "hundi.key-encryption.file");
		try {
			this.encryption.refresh();
			builder.up();
		}
		catch (IllegalStateException ex) {
			builder.down().withDetail("error", "The key file is missing, unreadable or lacks the key in use");
		}
	}

}
