package dev.hundi.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256, which every Java platform is required to support.
 */
public final class Sha256 {

	private Sha256() {
	}

	/** A digest for content that comes in pieces. */
	public static MessageDigest newDigest() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform supports SHA-256", ex);
		}
	}

	/** The digest of the content, 32 bytes. */
	public static byte[] digest(byte[] content) {
		return newDigest().digest(content);
	}

	/** The digest of a text in UTF-8, 32 bytes. */
	public static byte[] digest(String text) {
		return digest(text.getBytes(StandardCharsets.UTF_8));
	}

	/** The digest of a text in UTF-8 as 64 lower-case hex digits. */
	public static String hex(String text) {
		return hex(text.getBytes(StandardCharsets.UTF_8));
	}

	/** The digest of the content as 64 lower-case hex digits. */
	public static String hex(byte[] content) {
		return HexFormat.of().formatHex(digest(content));
	}

}
