package dev.hundi.stream.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.hundi.secret.KeyFile;

/** The key file of the tests. */
public final class TestKeys {

	private static final Path file = create();

	private TestKeys() {
	}

	public static Path file() {
		return file;
	}

	private static Path create() {
		try {
			Path created = Files.createTempDirectory("hundi-test-key").resolve("key.json");
			KeyFile.createIfMissing(created);
			return created;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
