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
 * A directory of files that are there whole or not at all: a file gets its name only once
 * it is complete and on disk. Any number of processes may share the directory.
 */
public final class FileStore {

	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*\\.[a-z0-9]{1,8}");

	static final String UNFINISHED = ".unfinished";

	private final Path directory;

	/**
	 * A store in a directory, which is made when the first file is.
	 */
	public FileStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
	}

	/**
	 * Begins a file under a name that nobody else is writing.
	 * @param name folder and file, such as {@code wallet-export/1.csv}
	 * @throws IOException when the disk refuses
	 */
	public UnfinishedFile create(String name) throws IOException {
		Path file = file(name);
		Files.createDirectories(this.directory);
		Files.createDirectories(file.resolveSibling(""));
		return new UnfinishedFile(file, file.resolveSibling(file.getFileName() + UNFINISHED));
	}

	/**
	 * A complete file, open for reading, or empty when there is none of the name. Stays
	 * readable when it is deleted meanwhile.
	 * @throws IOException when the disk refuses
	 */
	public Optional<FileChannel> open(String name) throws IOException {
		try {
			return Optional.of(FileChannel.open(file(name), StandardOpenOption.READ));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
	}

	/** Removes a file; does nothing when there is none of the name. */
	public void delete(String name) {
		deleteIfThere(file(name));
	}

	/**
	 * Names of complete files of a folder that have not been touched since a moment.
	 * @param limit names answered at most
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
	 * Removes what was begun in a folder and has not grown since a moment: its writer is
	 * gone.
	 * @return how many files went
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
			throw new IllegalArgumentException("No name of a stored file: " + name);
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
