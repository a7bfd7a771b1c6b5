package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loaded, verified and linked classes of this class path in a file that JVMs map into
 * memory when they start. The JVM checks that it fits and starts without it otherwise.
 *
 * <p>
 * Without an archive, JVMs write lists of the classes that they load, from which the next
 * archive is made.
 */
public final class ClassArchive implements AutoCloseable {

	/**
	 * Names the archive of this class path; set by {@code ./hundi up} and
	 * {@code ./hundi crash}.
	 */
	static final String PROPERTY = "dev.hundi.class-archive";

	/** Those of the former class path, for who switches between two branches. */
	private static final int othersKept = 1;

	private static final Logger logger = LoggerFactory.getLogger(ClassArchive.class);

	private final Path file;

	private @Nullable Process maker;

	private boolean closed;

	ClassArchive(Path file) {
		this.file = file.toAbsolutePath();
	}

	/** The archive that this JVM was started with or should have, if it has one. */
	public static @Nullable ClassArchive ofThisProgram() {
		String name = System.getProperty(PROPERTY);
		return (name != null) ? new ClassArchive(Path.of(name)) : null;
	}

	/** Options for a JVM with the class path of this one. */
	List<String> jvmArguments() {
		List<String> arguments = new ArrayList<>(List.of("-D" + PROPERTY + "=" + this.file));
		if (Files.exists(this.file)) {
			// Without space for the archive's objects the JVM would end.
			arguments
				.addAll(List.of("-XX:SharedArchiveFile=" + this.file, "-Xlog:cds=off", "-Xlog:aot=off", "-Xms64m"));
		}
		else {
			arguments.add("-XX:DumpLoadedClassList=" + this.file + ".%p.list");
		}
		return arguments;
	}

	/**
	 * Makes the archive, with the lowest priority, if it is missing or older than a list.
	 * A list is complete only when its JVM has ended, so that the first archive is made
	 * again at a later start.
	 */
	public void makeIfOutdated() throws IOException, InterruptedException {
		List<Path> lists = lists();
		if (isOutdated(lists)) {
			make(lists);
		}
	}

	/** Makes the archive in the background if it is missing or older than a list. */
	public void makeInBackground() {
		Thread.ofPlatform().daemon().name("class-archive").start(() -> {
			try {
				makeIfOutdated();
			}
			catch (IOException | UncheckedIOException ex) {
				logger.warn("No class archive was made: the next start is slower", ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

	boolean isOutdated(List<Path> lists) throws IOException {
		if (lists.isEmpty() || Files.notExists(this.file)) {
			return !lists.isEmpty();
		}
		FileTime made = Files.getLastModifiedTime(this.file);
		for (Path list : lists) {
			if (Files.getLastModifiedTime(list).compareTo(made) > 0) {
				return true;
			}
		}
		return false;
	}

	List<Path> lists() throws IOException {
		return filesOfDirectory((name) -> name.startsWith(this.file.getFileName() + ".") && name.endsWith(".list"));
	}

	void make(List<Path> lists) throws IOException, InterruptedException {
		FileTime begin = FileTime.fromMillis(System.currentTimeMillis());
		Path next = this.file.resolveSibling(this.file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
		Path classes = next.resolveSibling(next.getFileName() + ".classes");
		try {
			Files.write(classes, merge(lists));
			Process process = startMaker(next, classes);
			if (process == null || process.waitFor() != 0 || Files.notExists(next)) {
				return;
			}
			// As of its lists: those that grow later make it outdated.
			Files.setLastModifiedTime(next, begin);
			Files.move(next, this.file, StandardCopyOption.ATOMIC_MOVE);
			dropOthers();
		}
		finally {
			Files.deleteIfExists(classes);
			Files.deleteIfExists(next);
		}
	}

	private synchronized @Nullable Process startMaker(Path next, Path classes) throws IOException {
		if (this.closed) {
			return null;
		}
		ProcessBuilder builder = new ProcessBuilder("nice", "-n", "19",
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:dump",
				"-XX:+AOTClassLinking", "-XX:+UseSerialGC", "-Xmx512m", "-XX:SharedClassListFile=" + classes,
				"-XX:SharedArchiveFile=" + next, "-Xlog:disable", "--enable-native-access=ALL-UNNAMED", "-cp",
				System.getProperty("java.class.path"))
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD);
		// They are options of the programs, and would start a debugger or record here.
		builder.environment().keySet().removeAll(Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
		this.maker = builder.start();
		return this.maker;
	}

	/** What JVMs loaded together: each class, lambda and resolved constant once. */
	static Set<String> merge(List<Path> lists) throws IOException {
		Set<String> lines = new LinkedHashSet<>();
		for (Path list : lists) {
			String text = Files.readString(list, StandardCharsets.UTF_8);
			// A list that still grows can end within a line.
			text.substring(0, text.lastIndexOf('\n') + 1)
				.lines()
				.filter((line) -> !line.startsWith("#") && !line.contains(" source: "))
				// Unique only within one list.
				.map((line) -> line.replaceFirst(" id: [0-9]+$", ""))
				.forEach(lines::add);
		}
		return lines;
	}

	/** Other class paths: an archive has 190 MB. */
	private void dropOthers() throws IOException {
		String own = this.file.getFileName() + "";
		List<Path> others = filesOfDirectory((name) -> name.endsWith(".jsa") && !name.equals(own));
		for (Path other : others.subList(Math.min(othersKept, others.size()), others.size())) {
			String name = other.getFileName() + "";
			for (Path file : filesOfDirectory((candidate) -> candidate.startsWith(name))) {
				Files.deleteIfExists(file);
			}
		}
	}

	/** The newest first. */
	private List<Path> filesOfDirectory(Predicate<String> name) throws IOException {
		try (Stream<Path> files = Files.list(this.file.resolveSibling("."))) {
			return files.filter((file) -> name.test(file.getFileName() + ""))
				.sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
				.toList();
		}
	}

	/** Ends the process that makes the archive. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.maker != null) {
			this.maker.destroyForcibly();
		}
	}

}
