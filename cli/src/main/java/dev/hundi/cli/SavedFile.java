package dev.hundi.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A download that replaces a file as a whole. It is written to a file beside its target,
 * so that an interrupted download leaves the target as it was. A target that is a device
 * or a pipe is written directly.
 *
 * @param target what the operator named; the file itself if that is a link
 * @param part what is written to
 */
record SavedFile(Path target, Path part) implements AutoCloseable {

	static SavedFile at(Path file) throws IOException {
		if (Files.isDirectory(file)) {
			throw new CommandFailedException(file + " is a directory");
		}
		Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
		if (Files.exists(target) && !Files.isRegularFile(target)) {
			return new SavedFile(target, target);
		}
		Path part = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
		Files.deleteIfExists(part);
		return new SavedFile(target, Files.createFile(part));
	}

	/**
	 * Replaces the target by what is written. It is forced to the disk before, which some
	 * file systems find full only then.
	 */
	void finish() throws IOException {
		if (!this.part.equals(this.target)) {
			try (FileChannel written = FileChannel.open(this.part, StandardOpenOption.WRITE)) {
				written.force(true);
			}
			Files.move(this.part, this.target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
	}

	@Override
	public void close() throws IOException {
		if (!this.part.equals(this.target)) {
			Files.deleteIfExists(this.part);
		}
	}

}
