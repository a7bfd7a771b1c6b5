package dev.hundi.api.health;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import dev.hundi.secret.SecretEncryption;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Checks that the key file exists and has the same key as at startup. Other processes
 * could not decrypt what this process stores with another key.
 */
final class KeyFileHealth extends AbstractHealthIndicator {

	private static final String PLACE = "health";

	private final Path keyFile;

	private final SecretEncryption encryption;

	KeyFileHealth(Path keyFile, SecretEncryption encryption) {
		super("The key file cannot be used");
		this.keyFile = keyFile;
		this.encryption = encryption;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.withDetail("setting", "hundi.key-file");
		try {
			SecretEncryption present = SecretEncryption.open(this.keyFile);
			present.decrypt(this.encryption.encrypt(PLACE.getBytes(StandardCharsets.UTF_8), PLACE), PLACE);
			builder.up();
		}
		catch (IllegalStateException ex) {
			builder.down().withDetail("error", "The key file is missing, unreadable or changed since startup");
		}
	}

}
