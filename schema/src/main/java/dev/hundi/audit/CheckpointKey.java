package dev.hundi.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

import dev.hundi.filestore.ForceToDisk;

/**
 * The Ed25519 key that signs checkpoints. Who can change the database must not have it:
 * its file belongs to the process that writes checkpoints.
 */
public final class CheckpointKey {

	private static final String ALGORITHM = "Ed25519";

	private final PrivateKey signing;

	private final PublicKey verifying;

	private CheckpointKey(PrivateKey signing, PublicKey verifying) {
		this.signing = signing;
		this.verifying = verifying;
	}

	/**
	 * Reads the key, which is created with mode 600 if the file does not exist.
	 * @throws UncheckedIOException if the file cannot be read or written
	 * @throws IllegalStateException if it is no such key
	 */
	public static CheckpointKey openOrCreate(Path file) {
		if (Files.notExists(file)) {
			create(file.toAbsolutePath());
		}
		return open(file);
	}

	/**
	 * Reads the key.
	 * @throws UncheckedIOException if the file cannot be read
	 * @throws IllegalStateException if it is no such key
	 */
	public static CheckpointKey open(Path file) {
		try {
			String[] lines = Files.readString(file).strip().split("\n");
			KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
			return new CheckpointKey(
					factory.generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines[0]))),
					factory.generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(lines[1]))));
		}
		catch (NoSuchFileException ex) {
			throw new IllegalStateException("The checkpoint key " + file + " does not exist", ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException | RuntimeException ex) {
			throw new IllegalStateException(file + " is not a checkpoint key", ex);
		}
	}

	private static void create(Path file) {
		try {
			KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
			String content = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded()) + "\n"
					+ Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()) + "\n";
			Files.createDirectories(file.resolveSibling(""));
			Path draft = Files.createTempFile(file.resolveSibling(""), "checkpoint-", ".draft",
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
			try {
				Files.writeString(draft, content);
				ForceToDisk.contentOf(draft);
				Files.createLink(file, draft);
				ForceToDisk.nameOf(file);
			}
			catch (FileAlreadyExistsException ex) {
				// Another process created it at the same time, and its key is used.
				Files.deleteIfExists(draft);
				return;
			}
			Files.delete(draft);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The checkpoint key " + file + " cannot be created", ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every JDK since 15 supports Ed25519", ex);
		}
	}

	String sign(String content) {
		try {
			Signature signature = Signature.getInstance(ALGORITHM);
			signature.initSign(this.signing);
			signature.update(content.getBytes(StandardCharsets.UTF_8));
			return Base64.getEncoder().encodeToString(signature.sign());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A checkpoint could not be signed", ex);
		}
	}

	boolean verifies(String content, String signed) {
		try {
			Signature signature = Signature.getInstance(ALGORITHM);
			signature.initVerify(this.verifying);
			signature.update(content.getBytes(StandardCharsets.UTF_8));
			return signature.verify(Base64.getDecoder().decode(signed));
		}
		catch (GeneralSecurityException | IllegalArgumentException ex) {
			return false;
		}
	}

}
