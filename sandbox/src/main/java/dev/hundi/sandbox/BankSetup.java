package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Files that the platform shares with its bank, in the directory of the platform.
 */
record BankSetup(Path directory) {

	/** The key file for signatures of callbacks, created if absent. */
	Path callbackKeyFile() {
		return PrivateFile.secret(this.directory.resolve("bank-callback-key"));
	}

	/** Command-line arguments of the bank, which calls stream-processors back. */
	List<String> arguments(int port, URI stream) {
		return List.of("--directory=" + this.directory.resolve("bank"), "--port=" + port,
				"--callback-url=" + stream.resolve("/bank-callbacks/sandbox"),
				"--callback-key-file=" + callbackKeyFile(), "--drop-directory=" + drop());
	}

	/** The directory to which the bank writes its statements. */
	Path statements() {
		return drop().resolve("statements");
	}

	private Path drop() {
		return this.directory.resolve("bank-drop");
	}

}
