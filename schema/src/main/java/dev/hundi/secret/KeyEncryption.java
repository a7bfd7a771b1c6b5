package dev.hundi.secret;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the key-encryption keys are: {@code hundi.key-encryption.*}.
 *
 * @param file the key file
 * @param kmsUri the KMS key that wraps the key file, {@code aws-kms://} or
 * {@code gcp-kms://}, or null: the file holds its keys unencrypted
 */
public record KeyEncryption(@DefaultValue("var/key-encryption-key.json") Path file, @Nullable String kmsUri) {

	public KeyEncryption {
		kmsUri = (kmsUri == null || kmsUri.isBlank()) ? null : kmsUri.strip();
	}

}
