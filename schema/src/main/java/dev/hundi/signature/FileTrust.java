package dev.hundi.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Which files of a bank are trusted: those with a detached signature of the bank in
 * {@code <file>.jws}, and those that only the transfer process can have written. That is
 * a file which belongs to the user of this process, which no other user can change, in a
 * directory in which other users cannot replace it. A wrong signature is never trusted,
 * wherever the file comes from.
 *
 * @param signatures the certificates that may sign; null if the bank does not sign
 * @param transferUser name or number of the transfer process's user; null if no directory
 * is trusted
 */
public record FileTrust(@Nullable Signatures signatures, @Nullable String transferUser) {

	/** Suffix of the signature of a file. The signature arrives before the file. */
	public static final String SUFFIX = ".jws";

	private static final int MAX_SIGNATURE_BYTES = 16 * 1024;

	/**
	 * Checks a file.
	 * @param name of the file in its signature, relative to the exchanged directory
	 * @param sha256 of the content that was read
	 * @return why the file is not trusted, null if it is
	 * @throws IOException if the disk fails
	 */
	public @Nullable String objection(Path file, String name, byte[] sha256) throws IOException {
		String signature = signatureOf(file);
		if (signature != null && this.signatures != null) {
			try {
				this.signatures.verify(SignedKind.FILE, members(name, sha256), new byte[0], signature);
				return null;
			}
			catch (InvalidSignatureException ex) {
				return "its signature is not valid: " + ex.getMessage();
			}
		}
		if (this.transferUser != null) {
			return objectionToOwner(file, this.transferUser);
		}
		return "it has no signature";
	}

	/** Writes the signature of a file beside it, before the file gets its name. */
	public static void sign(Signatures signatures, Path file, String name, byte[] sha256) throws IOException {
		Path signature = signatureFile(file);
		Path part = file.resolveSibling("." + signature.getFileName() + ".part");
		Files.writeString(part, signatures.sign(SignedKind.FILE, members(name, sha256), new byte[0]));
		Files.move(part, signature, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
	}

	/** Moves the signature of a file, if there is one, to the new place of the file. */
	public static void moveSignature(Path file, Path moved) throws IOException {
		try {
			Files.move(signatureFile(file), signatureFile(moved), StandardCopyOption.REPLACE_EXISTING);
		}
		catch (NoSuchFileException ex) {
			// A file of a trusted directory has none.
		}
	}

	/** Where the signature of a file is, if it has one. */
	public static Path signatureFile(Path file) {
		return file.resolveSibling(file.getFileName() + SUFFIX);
	}

	private static Map<String, String> members(String name, byte[] sha256) {
		return Map.of("file", name, "sha256", HexFormat.of().formatHex(sha256));
	}

	private static @Nullable String signatureOf(Path file) throws IOException {
		Path signature = signatureFile(file);
		if (!Files.isRegularFile(signature, LinkOption.NOFOLLOW_LINKS)) {
			return null;
		}
		try (var in = Files.newInputStream(signature, LinkOption.NOFOLLOW_LINKS)) {
			return new String(in.readNBytes(MAX_SIGNATURE_BYTES), StandardCharsets.US_ASCII).strip();
		}
	}

	private static @Nullable String objectionToOwner(Path file, String user) throws IOException {
		Path directory = file.toAbsolutePath().getParent();
		if (directory == null || permissions(directory).contains(PosixFilePermission.OTHERS_WRITE)) {
			return "other users can write in its directory";
		}
		Set<PosixFilePermission> permissions = permissions(file);
		if (permissions.contains(PosixFilePermission.OTHERS_WRITE)
				|| permissions.contains(PosixFilePermission.GROUP_WRITE)) {
			return "its group or other users can write it";
		}
		String owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
		String number = String.valueOf(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
		return (user.equals(owner) || user.equals(number)) ? null
				: "it belongs to " + owner + " and not to " + user + ", the user of transfers";
	}

	private static Set<PosixFilePermission> permissions(Path path) throws IOException {
		return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
	}

}
