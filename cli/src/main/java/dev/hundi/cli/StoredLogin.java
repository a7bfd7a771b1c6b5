package dev.hundi.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A login as it is stored, readable by its user only.
 *
 * @param staffUrl the staff portal that it is for
 * @param expiresAt UTC
 */
record StoredLogin(URI staffUrl, String token, Instant expiresAt) {

	StoredLogin {
		Objects.requireNonNull(staffUrl);
		Objects.requireNonNull(token);
		Objects.requireNonNull(expiresAt);
	}

	/** The login in a file, if it is for this portal and has not expired. */
	static Optional<StoredLogin> in(Path file, URI staffUrl) throws IOException {
		return read(file).filter((login) -> login.staffUrl.equals(staffUrl) && login.expiresAt.isAfter(Instant.now()));
	}

	/** The login in a file; empty if there is none or the file is damaged. */
	static Optional<StoredLogin> read(Path file) throws IOException {
		if (Files.notExists(file)) {
			return Optional.empty();
		}
		byte[] content = Files.readAllBytes(file);
		try {
			return Optional.ofNullable(JsonMapper.shared().readValue(content, StoredLogin.class));
		}
		catch (JacksonException ex) {
			return Optional.empty();
		}
	}

	/** Stores it with mode 0600 from its first byte on. */
	void write(Path file) throws IOException {
		Path draft = draft(file);
		Files.write(draft, JsonMapper.shared().writeValueAsBytes(this));
		Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
	}

	/**
	 * Finds out before a login begins that its token could not be stored.
	 * @throws IOException if a login cannot be stored there
	 */
	static void requireWritable(Path file) throws IOException {
		Files.delete(draft(file));
	}

	private static Path draft(Path file) throws IOException {
		Path directory = file.toAbsolutePath().resolveSibling("");
		Files.createDirectories(directory);
		return Files.createTempFile(directory, "login-", ".draft",
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
	}

	/** Omits the token, which must not reach a log. */
	@Override
	public String toString() {
		return "StoredLogin[" + this.staffUrl + "]";
	}

}
