package dev.hundi.secret;

import java.nio.file.Path;

/**
 * Creates a key file for a new installation; an existing file stays unchanged.
 */
public final class CreateKeyFile {

	private CreateKeyFile() {
	}

	/**
	 * Creates the file.
	 * @param args its path
	 */
	public static void main(String[] args) {
		if (args.length != 1) {
			throw new IllegalArgumentException("Expected one argument: the path of the key file");
		}
		KeyFile.createIfMissing(Path.of(args[0]));
	}

}
