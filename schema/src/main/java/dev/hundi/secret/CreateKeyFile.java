package dev.hundi.secret;

import java.nio.file.Path;

/**
 * The program that makes a key file for an installation that has none yet. A file that is
 * there already stays as it is.
 */
public final class CreateKeyFile {

	private CreateKeyFile() {
	}

	/**
	 * Makes the file.
	 * @param args its path
	 */
	public static void main(String[] args) {
		if (args.length != 1) {
			throw new IllegalArgumentException("The path of the key file is needed, and nothing else");
		}
		KeyFile.createIfMissing(Path.of(args[0]));
	}

}
