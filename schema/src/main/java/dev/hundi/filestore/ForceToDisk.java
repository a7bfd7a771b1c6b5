package dev.hundi.filestore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Waits until the disk has what was written. A new or changed name is content of its
 * folder: after a power cut, a file whose folder was not forced may be missing.
 */
public final class ForceToDisk {

	private ForceToDisk() {
	}

	/**
	 * Forces the content of a file.
	 * @throws IOException if the disk fails
	 */
	public static void contentOf(Path file) throws IOException {
		force(file, StandardOpenOption.WRITE);
	}

	/**
	 * Forces the name of a file.
	 * @throws IOException if the disk fails
	 */
	public static void nameOf(Path file) throws IOException {
		force(file.resolveSibling(""), StandardOpenOption.READ);
	}

	private static void force(Path path, StandardOpenOption option) throws IOException {
		try (FileChannel channel = FileChannel.open(path, option)) {
			channel.force(true);
		}
	}

}
