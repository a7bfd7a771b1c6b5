package dev.hundi.secret;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts secrets at rest with AES-256-GCM under the primary key of the key file. Keys
 * that are added or promoted while the process runs are read from the file when they are
 * first needed. Thread-safe.
 */
public final class SecretEncryption implements MeterBinder {

	private static final Logger logger = LoggerFactory.getLogger(SecretEncryption.class);

	private final KeyEncryption settings;

	private volatile Keyset keys;

	private SecretEncryption(KeyEncryption settings) {
		this.settings = settings;
		this.keys = KeyFile.read(settings);
	}

	/** {@link #open(KeyEncryption)} without a KMS. */
	public static SecretEncryption open(Path keyFile) {
		return open(new KeyEncryption(keyFile, null));
	}

	/**
	 * Opens the key-encryption keys.
	 * @throws IllegalStateException if the file is missing, is no key file, or cannot be
	 * unwrapped; the message names the setting
	 */
	public static SecretEncryption open(KeyEncryption settings) {
		return new SecretEncryption(settings);
	}

	/**
	 * Reads the key file again if it was changed.
	 * @throws IllegalStateException if the file cannot be read, or has neither the key
	 * with which this process encrypts nor a later one that this process knows; the
	 * process keeps its keys then
	 */
	public void refresh() {
		Keyset loaded = this.keys;
		accept(loaded, present(loaded));
	}

	private Keyset accept(Keyset loaded, Keyset present) {
		if (!present.follows(loaded)) {
			throw new IllegalStateException(
					"hundi.key-encryption.file " + this.settings.file() + " lacks the key that this process uses");
		}
		this.keys = present;
		return present;
	}

	/** Shows when the process has read a key that was added, or retired. */
	@Override
	public void bindTo(MeterRegistry meters) {
		Gauge.builder("hundi.key.file.keys", () -> this.keys.ids().size())
			.description("Keys of the key file that this process has read")
			.register(meters);
	}

	/**
	 * Encrypts a secret: the ciphertext decrypts only in this place.
	 * @throws IllegalStateException if the key file lacks the key of this process, which
	 * was retired or never was in this file: the secret would be lost
	 */
	public byte[] encrypt(byte[] plaintext, SecretPlace place) {
		Keyset loaded = this.keys;
		Keyset present;
		try {
			present = present(loaded);
		}
		catch (IllegalStateException ex) {
			logger.warn("A secret of {} is encrypted with the keys read before: {}", place, ex.getMessage());
			present = loaded;
		}
		try {
			return accept(loaded, present).encrypt(plaintext, place.associatedData());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A secret could not be encrypted", ex);
		}
	}

	/**
	 * Decrypts a result of {@link #encrypt} for the same place.
	 * @throws IllegalStateException if the ciphertext was changed, moved from another
	 * place, or encrypted under a key that the key file lacks
	 */
	public byte[] decrypt(byte[] ciphertext, SecretPlace place) {
		Keyset loaded = this.keys;
		try {
			if (loaded.ids().contains(Keyset.keyId(ciphertext))) {
				return decrypt(loaded, ciphertext, place);
			}
			Keyset present = present(loaded);
			byte[] plaintext = decrypt(present, ciphertext, place);
			this.keys = present;
			return plaintext;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The stored secret of " + place
					+ " does not decrypt: was it stored under another hundi.key-encryption.file?", ex);
		}
	}

	/**
	 * Encrypts a stored secret for its place under the primary key.
	 * @return the new ciphertext, or empty if the stored one is of that key and place
	 * @throws IllegalStateException as {@link #decrypt} does
	 */
	Optional<byte[]> rewrap(byte[] ciphertext, SecretPlace place) {
		Keyset loaded = this.keys;
		if (Keyset.keyId(ciphertext) == loaded.primaryId() && isOf(place, loaded, ciphertext)) {
			return Optional.empty();
		}
		return Optional.of(encrypt(decrypt(ciphertext, place), place));
	}

	private Keyset present(Keyset loaded) {
		String content = KeyFile.content(this.settings);
		return content.equals(loaded.content()) ? loaded : KeyFile.parse(this.settings, content);
	}

	private static boolean isOf(SecretPlace place, Keyset keys, byte[] ciphertext) {
		try {
			keys.decrypt(ciphertext, place.associatedData());
			return true;
		}
		catch (GeneralSecurityException ex) {
			return false;
		}
	}

	/**
	 * The associated data of a secret that was never rewrapped may be its id alone. Such
	 * ciphertexts end with the key they are encrypted under: see decision 37.
	 */
	private static byte[] decrypt(Keyset keys, byte[] ciphertext, SecretPlace place) throws GeneralSecurityException {
		try {
			return keys.decrypt(ciphertext, place.associatedData());
		}
		catch (GeneralSecurityException ex) {
			return keys.decrypt(ciphertext, place.id());
		}
	}

}
