package dev.hundi.bench.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.sandbox.server.PostgresServer;

import org.springframework.util.FileSystemUtils;

/**
 * A new directory under {@code var} for the data of one run. It is deleted at the end of
 * the run. If the program is stopped before (Ctrl-C), the servers in it are stopped
 * first: PostgreSQL does not end with its parent.
 */
public final class RunDirectory implements AutoCloseable {

	/** Where a platform and a bench have the data of a server. */
	private static final int SERVER_DEPTH = 3;

	private final Path path;

	private final Thread hook = new Thread(this::discard, "discard-run");

	private volatile boolean kept;

	private RunDirectory(Path path) {
		this.path = path;
	}

	/**
	 * Creates one.
	 * @param name of the run, with which the directory's name begins
	 */
	public static RunDirectory create(String name) throws IOException {
		Path parent = Files.createDirectories(Path.of("var")).toAbsolutePath();
		RunDirectory directory = new RunDirectory(Files.createTempDirectory(parent, name + "-"));
		Runtime.getRuntime().addShutdownHook(directory.hook);
		return directory;
	}

	public Path path() {
		return this.path;
	}

	/** Leaves the data for an examination, however the run ends. */
	public void keep() {
		this.kept = true;
	}

	/** Takes {@link #keep} back. */
	public void release() {
		this.kept = false;
	}

	@Override
	public void close() throws IOException {
		try {
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
		catch (IllegalStateException ex) {
			// The hook runs.
			return;
		}
		deleteUnlessKept();
	}

	private void discard() {
		// The run fails while its servers stop.
		System.setErr(new PrintStream(OutputStream.nullOutputStream()));
		try {
			servers().forEach(PostgresServer::stopLeftOver);
			List<ProcessHandle> processes = ProcessHandle.current().descendants().toList();
			processes.forEach(ProcessHandle::destroyForcibly);
			CompletableFuture.allOf(processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
				.join();
			deleteUnlessKept();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot delete " + this.path, ex);
		}
	}

	private void deleteUnlessKept() throws IOException {
		if (!this.kept) {
			FileSystemUtils.deleteRecursively(this.path);
		}
	}

	private List<Path> servers() throws IOException {
		try (Stream<Path> files = Files.find(this.path, SERVER_DEPTH,
				(file, attributes) -> file.endsWith("postmaster.pid"))) {
			return files.map((file) -> file.resolveSibling("")).toList();
		}
	}

}
