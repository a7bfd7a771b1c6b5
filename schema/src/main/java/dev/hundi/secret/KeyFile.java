package dev.hundi.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Set;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import dev.hundi.filestore.ForceToDisk;
import org.jspecify.annotations.Nullable;

/**
 * The file with the key-encryption keys: a Tink keyset as JSON, readable by its owner
 * only, and wrapped by a KMS key if one is configured. Without it every stored secret is
 * lost.
 */
public final class KeyFile {

	private static final byte[] NO_ASSOCIATED_DATA = {};

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

	/** {@link #createIfMissing(KeyEncryption)} without a KMS. */
	public static void createIfMissing(Path file) {
		createIfMissing(new KeyEncryption(file, null));
	}

	/**
	 * Creates a key file with a new key, mode 600, unless the file exists. Concurrent
	 * calls end with the same key.
	 * @throws UncheckedIOException if the file cannot be written
	 */
	public static void createIfMissing(KeyEncryption settings) {
		Path target = settings.file().toAbsolutePath();
		if (Files.exists(target)) {
			return;
		}
		try {
			Path draft = draft(target, content(newKey(), settings.kmsUri()),
					PosixFilePermissions.fromString("rw-------"));
			try {
				// A link appears complete or not at all, and never replaces another
				// process's key.
				Files.createLink(target, draft);
				ForceToDisk.nameOf(target);
			}
			finally {
				Files.delete(draft);
			}
		}
		catch (FileAlreadyExistsException ex) {
			if (!Files.exists(target)) {
				throw new UncheckedIOException(ex);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("hundi.key-encryption.file " + target + " cannot be created", ex);
		}
	}

	/** Replaces the keys of an existing file in one step, with the same permissions. */
	static void replace(Path file, KeysetHandle keys, @Nullable String kmsUri) {
		Path target = file.toAbsolutePath();
		try {
			Path draft = draft(target, content(keys, kmsUri), Files.getPosixFilePermissions(target));
			Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
			ForceToDisk.nameOf(target);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("hundi.key-encryption.file " + target + " cannot be written", ex);
		}
	}

	static Keyset read(KeyEncryption settings) {
		return parse(settings, content(settings));
	}

	static String content(KeyEncryption settings) {
		try {
			return Files.readString(settings.file());
		}
		catch (NoSuchFileException ex) {
			throw unusable(settings, "does not exist", ex);
		}
		catch (IOException ex) {
			throw unusable(settings, "cannot be read: " + ex.getMessage(), ex);
		}
	}

	static Keyset parse(KeyEncryption settings, String content) {
		String kmsUri = settings.kmsUri();
		boolean wrapped = content.contains("\"encryptedKeyset\"");
		if (wrapped && kmsUri == null) {
			throw unusable(settings, "is wrapped by a KMS: hundi.key-encryption.kms-uri is required", null);
		}
		if (!wrapped && kmsUri != null && content.contains("\"keyData\"")) {
			throw unusable(settings, "is not wrapped by hundi.key-encryption.kms-uri: run ./hundi keys wrap", null);
		}
		try {
			return Keyset.of(content,
					(kmsUri != null)
							? TinkJsonProtoKeysetFormat.parseEncryptedKeyset(content, KmsKey.of(kmsUri),
									NO_ASSOCIATED_DATA)
							: TinkJsonProtoKeysetFormat.parseKeyset(content, InsecureSecretKeyAccess.get()));
		}
		catch (GeneralSecurityException ex) {
			throw unusable(settings,
					wrapped ? "cannot be unwrapped by " + kmsUri + ": " + ex.getMessage() : "is not a key file", ex);
		}
	}

	/** A complete file beside the target, on the disk before it takes its place. */
	private static Path draft(Path target, String content, Set<PosixFilePermission> permissions) throws IOException {
		Path directory = Files.createDirectories(target.resolveSibling(""));
		Path draft = Files.createTempFile(directory, "key-", ".draft",
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
		try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
			ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
			while (bytes.hasRemaining()) {
				channel.write(bytes);
			}
			channel.force(true);
		}
		Files.setPosixFilePermissions(draft, permissions);
		return draft;
	}

	private static KeysetHandle newKey() {
		try {
			return KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A key could not be created", ex);
		}
	}

	private static String content(KeysetHandle keys, @Nullable String kmsUri) {
		try {
			return (kmsUri != null)
					? TinkJsonProtoKeysetFormat.serializeEncryptedKeyset(keys, KmsKey.of(kmsUri), NO_ASSOCIATED_DATA)
					: TinkJsonProtoKeysetFormat.serializeKeyset(keys, InsecureSecretKeyAccess.get());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The keys could not be wrapped: " + ex.getMessage(), ex);
		}
	}

	private static IllegalStateException unusable(KeyEncryption settings, String reason, @Nullable Throwable cause) {
		return new IllegalStateException("hundi.key-encryption.file " + settings.file() + " " + reason, cause);
	}

}
