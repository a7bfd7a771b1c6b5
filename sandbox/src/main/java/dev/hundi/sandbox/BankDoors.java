package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What the platform and its bank share beside the bank's URL, under the platform's
 * directory.
 */
record BankDoors(Path directory) {

	/** The file with the key that the bank signs its callbacks with, made if need be. */
	Path callbackKeyFile() {
		return PrivateFile.secret(this.directory.resolve("bank-callback-key"));
	}

	/** Command-line arguments of the bank, which calls stream-processors back. */
	List<String> arguments(int port, URI stream) {
		return List.of("--directory=" + this.directory.resolve("bank"), "--port=" + port,
				"--callback-url=" + stream.resolve("/bank-callbacks/sandbox"),
				"--callback-key-file=" + callbackKeyFile(), "--drop-directory=" + drop());
	}

	/** Where the bank puts its statements. */
	Path statements() {
		return drop().resolve("statements");
	}

	private Path drop() {
		return this.directory.resolve("bank-drop");
	}

}
