package dev.hundi.filestore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory of complete files: a file gets its name once it is complete and on disk.
 * Any number of processes of one user may share the directory; only this user can read
 * the files.
 */
public final class FileStore {

	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*\\.[a-z0-9]{1,8}");

	static final String UNFINISHED = ".unfinished";

	private final Path directory;

	/** A store in a directory, which the first file creates. */
	public FileStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
	}

	/**
	 * Begins a file under a name that no other writer uses.
	 * @param name folder and file, such as {@code wallet-export/1.csv}
	 * @throws IOException if the disk fails
	 */
	public UnfinishedFile create(String name) throws IOException {
		Path file = file(name);
		Files.createDirectories(this.directory);
		Files.createDirectories(file.resolveSibling(""));
		return new UnfinishedFile(file, file.resolveSibling(file.getFileName() + UNFINISHED));
	}

	/**
	 * Begins a file without a name, for what is written and then sent once. Its space is
	 * free when the channel is closed, also by the death of the process.
	 * @throws IOException if the disk fails
	 */
	public FileChannel temporary() throws IOException {
		Files.createDirectories(this.directory);
		Path file = Files.createTempFile(this.directory, "temporary-", UNFINISHED);
		try {
			return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		}
		finally {
			Files.delete(file);
		}
	}

	/**
	 * Opens a complete file for reading; empty if it does not exist. It stays readable if
	 * it is deleted meanwhile.
	 * @throws IOException if the disk fails
	 */
	public Optional<FileChannel> open(String name) throws IOException {
		try {
			return Optional.of(FileChannel.open(file(name), StandardOpenOption.READ));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Deletes a file that no row names, if it exists. After an exception of a transaction
	 * its row may be stored: then the file is left to housekeeping, which deletes it if
	 * no row names it.
	 */
	public void delete(String name) {
		deleteIfThere(file(name));
	}

	/**
	 * Names of complete files of a folder that were not modified since a moment.
	 * @param limit maximum number of names
	 */
	public List<String> untouchedSince(String folder, Instant moment, int limit) {
		try (Stream<Path> files = list(folder)) {
			return files.filter((file) -> !isUnfinished(file) && isUntouchedSince(file, moment))
				.limit(limit)
				.map((file) -> folder + "/" + file.getFileName())
				.toList();
		}
	}

	/**
	 * Deletes unfinished files of a folder that have not grown since a moment, because
	 * their writer died.
	 * @return the number of deleted files
	 */
	public int deleteAbandoned(String folder, Instant moment) {
		try (Stream<Path> files = list(folder)) {
			List<Path> abandoned = files.filter((file) -> isUnfinished(file) && isUntouchedSince(file, moment))
				.toList();
			abandoned.forEach(FileStore::deleteIfThere);
			return abandoned.size();
		}
	}

	private Path file(String name) {
		if (!NAME.matcher(name).matches()) {
			throw new IllegalArgumentException("Invalid file name: " + name);
		}
		return this.directory.resolve(name);
	}

	private Stream<Path> list(String folder) {
		try {
			return Files.list(this.directory.resolve(folder));
		}
		catch (NoSuchFileException ex) {
			return Stream.empty();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isUnfinished(Path file) {
		return file.toString().endsWith(UNFINISHED);
	}

	private static boolean isUntouchedSince(Path file, Instant moment) {
		try {
			return Files.getLastModifiedTime(file).toInstant().isBefore(moment);
		}
		catch (NoSuchFileException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void deleteIfThere(Path file) {
		try {
			Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
