package dev.hundi.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;

/**
 * The file with the key-encryption key: a Tink keyset as JSON, readable by its owner
 * only. Without it every stored secret is lost.
 */
public final class KeyFile {

	static {
		try {
			AeadConfig.register();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("AES-GCM is not available", ex);
		}
	}

	private KeyFile() {
	}

	/**
	 * Creates a key file with a new key, mode 600, unless the file exists. Concurrent
	 * calls end with the same key.
	 * @throws UncheckedIOException if the file cannot be written
	 */
	public static void createIfMissing(Path file) {
		if (Files.exists(file)) {
			return;
		}
		Path target = file.toAbsolutePath();
		try {
			Path directory = Files.createDirectories(target.resolveSibling(""));
			Path draft = Files.createTempFile(directory, "key-", ".draft",
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
			try {
				Files.writeString(draft, newKey());
				// A link appears complete or not at all, and never replaces another
				// process's key.
				Files.createLink(target, draft);
			}
			finally {
				Files.delete(draft);
			}
		}
		catch (FileAlreadyExistsException ex) {
			if (!Files.exists(file)) {
				throw new UncheckedIOException(ex);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("hundi.key-file " + file + " cannot be created", ex);
		}
	}

	static KeysetHandle read(Path file) {
		try {
			return TinkJsonProtoKeysetFormat.parseKeyset(Files.readString(file), InsecureSecretKeyAccess.get());
		}
		catch (NoSuchFileException ex) {
			throw new IllegalStateException("hundi.key-file " + file + " does not exist", ex);
		}
		catch (IOException ex) {
			throw new IllegalStateException("hundi.key-file " + file + " cannot be read: " + ex.getMessage(), ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("hundi.key-file " + file + " is not a key file", ex);
		}
	}

	private static String newKey() {
		try {
			return TinkJsonProtoKeysetFormat.serializeKeyset(
					KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM), InsecureSecretKeyAccess.get());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A key could not be created", ex);
		}
	}

}
