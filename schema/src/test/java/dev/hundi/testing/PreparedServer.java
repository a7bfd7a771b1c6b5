package dev.hundi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.hundi.digest.Sha256;
import dev.hundi.startup.Migrations;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.FileSystemUtils;

/**
 * The data of a stopped PostgreSQL with the newest schema. The JVMs of tests begin with
 * copies, so that initdb and the migrations run once in a build and not in each JVM. It
 * is made again after a change of the migrations, of PostgreSQL or of the code that makes
 * it.
 */
public final class PreparedServer {

	private static final String DATA = "data";

	private PreparedServer() {
	}

	/**
	 * Copies the data to a directory that does not exist yet.
	 * @param make fills the directory that it gets with the data of a stopped server
	 * @param code the classes that do so; the first one names the data
	 */
	public static void copyTo(Path directory, Consumer<Path> make, Class<?>... code) {
		Path all = TestServers.root().resolve("target").resolve("prepared-servers").resolve(code[0].getSimpleName());
		try {
			Files.createDirectories(all);
			// Several JVMs of tests run at once.
			try (FileChannel file = FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE); FileLock lock = file.lock()) {
				Path prepared = all.resolve(version(code));
				if (Files.notExists(prepared)) {
					dropOthers(all);
					Path unfinished = Files.createDirectory(all.resolve("unfinished"));
					make.accept(unfinished.resolve(DATA));
					Files.move(unfinished, prepared, StandardCopyOption.ATOMIC_MOVE);
				}
				copy(prepared.resolve(DATA), directory);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The first half of a digest of everything that determines the data. */
	private static String version(Class<?>... code) throws IOException {
		List<String> patterns = new ArrayList<>(
				List.of("classpath*:db/migration/*.sql", besides(Migrations.class, "*")));
		for (Class<?> type : code) {
			patterns.add(besides(type, type.getSimpleName() + "*"));
		}
		StringBuilder parts = new StringBuilder();
		for (String pattern : patterns) {
			List<String> files = new ArrayList<>();
			for (Resource file : new PathMatchingResourcePatternResolver().getResources(pattern)) {
				files.add(file.getFilename() + " " + Sha256.hex(file.getContentAsByteArray()) + "\n");
			}
			files.stream().sorted().forEach(parts::append);
		}
		for (Resource binaries : new PathMatchingResourcePatternResolver().getResources("classpath*:postgres-*.txz")) {
			parts.append(binaries.getURL());
		}
		return Sha256.hex(parts.toString()).substring(0, 32);
	}

	/**
	 * Classes from where a type comes: tests of the same package are in another place.
	 */
	private static String besides(Class<?> type, String name) {
		String file = type.getSimpleName() + ".class";
		String location = Objects.requireNonNull(type.getResource(file)).toString();
		return location.substring(0, location.length() - file.length()) + name + ".class";
	}

	private static void dropOthers(Path all) throws IOException {
		try (Stream<Path> others = Files.list(all)) {
			for (Path other : others.filter(Files::isDirectory).toList()) {
				FileSystemUtils.deleteRecursively(other);
			}
		}
	}

	private static void copy(Path from, Path to) throws IOException {
		Files.createDirectories(to.toAbsolutePath().getParent());
		try (Stream<Path> files = Files.walk(from)) {
			for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
				Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
			}
		}
	}

}
