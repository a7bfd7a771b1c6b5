package dev.hundi.bench;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;

/**
 * The working copy that these tests were built from.
 */
final class Repository {

	private static final Path root = find();

	private Repository() {
	}

	static Path root() {
		return root;
	}

	/**
	 * Files whose path from the root matches a glob, in order, without build output.
	 */
	static List<Path> files(String glob) throws IOException {
		PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
		try (Stream<Path> files = Files.walk(root)) {
			return files.filter(Files::isRegularFile)
				.filter((file) -> matcher.matches(root.relativize(file)))
				.filter((file) -> !root.relativize(file).toString().matches("(.*/)?(target|var|\\.git)/.*"))
				.sorted()
				.toList();
		}
	}

	private static Path find() {
		Path directory = Path.of("").toAbsolutePath();
		while (!Files.exists(directory.resolve("schema/pom.xml"))) {
			Path parent = directory.getParent();
			if (parent == null) {
				throw new IllegalStateException("These tests run inside the repository");
			}
			directory = parent;
		}
		return directory;
	}

}
