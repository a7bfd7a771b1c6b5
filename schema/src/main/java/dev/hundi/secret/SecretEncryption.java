package dev.hundi.secret;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;

/**
 * Encrypts secrets at rest with AES-256-GCM under the key of {@code hundi.key-file}.
 * Thread-safe.
 */
public final class SecretEncryption {

	private final Aead aead;

	private SecretEncryption(Aead aead) {
		this.aead = aead;
	}

	/**
	 * Opens the key-encryption key.
	 * @throws IllegalStateException if the file is missing or is no key file; the message
	 * names {@code hundi.key-file}
	 */
	public static SecretEncryption open(Path keyFile) {
		KeysetHandle keys = KeyFile.read(keyFile);
		try {
			return new SecretEncryption(keys.getPrimitive(RegistryConfiguration.get(), Aead.class));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("hundi.key-file " + keyFile + " holds a key that cannot encrypt secrets",
					ex);
		}
	}

	/**
	 * Encrypts a secret for one place of storage.
	 * @param associatedData identifies the place, such as the API key or endpoint id: the
	 * ciphertext decrypts nowhere else
	 */
	public byte[] encrypt(byte[] plaintext, String associatedData) {
		try {
			return this.aead.encrypt(plaintext, associatedData.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A secret could not be encrypted", ex);
		}
	}

	/**
	 * Decrypts a result of {@link #encrypt} with the same associated data.
	 * @throws IllegalStateException if the ciphertext was changed, moved from another
	 * place, or encrypted under another key file
	 */
	public byte[] decrypt(byte[] ciphertext, String associatedData) {
		try {
			return this.aead.decrypt(ciphertext, associatedData.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The stored secret of " + associatedData
					+ " does not decrypt: was it stored under another hundi.key-file?", ex);
		}
	}

}
