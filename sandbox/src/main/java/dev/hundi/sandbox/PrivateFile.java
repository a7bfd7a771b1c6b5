package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON files with secrets: readable by their owner only and replaced atomically. */
final class PrivateFile {

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private PrivateFile() {
	}

	/** Returns a file with a random secret, which is created if absent. */
	static synchronized Path secret(Path file) {
		if (Files.notExists(file)) {
			byte[] random = new byte[32];
			new SecureRandom().nextBytes(random);
			write(file, HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII));
		}
		return file;
	}

	/** Replaces the file atomically. */
	static void write(Path file, Object value) {
		write(file, json.writeValueAsBytes(value));
	}

	private static void write(Path file, byte[] content) {
		Path next = file.resolveSibling(file.getFileName() + ".next");
		try {
			Files.createDirectories(file.getParent());
			Files.deleteIfExists(next);
			try (FileChannel channel = FileChannel.open(next,
					Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
				channel.write(java.nio.ByteBuffer.wrap(content));
				channel.force(true);
			}
			Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + file, ex);
		}
	}

	/** The content of a file of {@link #secret}. */
	static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file, ex);
		}
	}

	static <T> T read(Path file, Class<T> type) {
		try {
			return json.readValue(Files.readAllBytes(file), type);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file, ex);
		}
	}

}
