package dev.hundi.sandbox.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the C2 compilers of this JVM and of its child processes wait for all other threads
 * until it is closed. A start of the platform needs two processors for half a minute, a
 * quarter of it for code that runs fast only after the start.
 *
 * <p>
 * Only Linux has priorities of threads, and only processes with CAP_SYS_NICE may raise
 * one again, so nothing happens without them.
 */
public final class DeferredCompilation implements AutoCloseable {

	/** As Linux names the threads, with at most 15 characters. */
	static final String COMPILER = "C2 CompilerThre";

	private static final int CAP_SYS_NICE = 23;

	private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final Logger logger = LoggerFactory.getLogger(DeferredCompilation.class);

	private final Set<Path> deferred = new LinkedHashSet<>();

	private boolean closed;

	private DeferredCompilation() {
	}

	/** Begins; child processes that start later are found. */
	public static DeferredCompilation begin() {
		DeferredCompilation deferral = new DeferredCompilation();
		if (mayRaisePriorities()) {
			Thread.ofPlatform().daemon().name("deferred-compilation").start(deferral::look);
		}
		return deferral;
	}

	/** Gives the compilers the priority of other threads. */
	@Override
	public synchronized void close() {
		if (!this.closed) {
			this.closed = true;
			notifyAll();
			renice(0, this.deferred.stream().filter(Files::exists).toList());
		}
	}

	private synchronized void look() {
		try {
			while (!this.closed) {
				List<Path> found = compilers().filter((thread) -> !this.deferred.contains(thread)).toList();
				this.deferred.addAll(found);
				renice(19, found);
				TimeUnit.NANOSECONDS.timedWait(this, BETWEEN_LOOKS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** The directories of the compilers' threads in {@code /proc}. */
	static Stream<Path> compilers() {
		ProcessHandle launcher = ProcessHandle.current();
		return Stream.concat(Stream.of(launcher), launcher.descendants())
			.map((process) -> Path.of("/proc", String.valueOf(process.pid())))
			.filter((process) -> "java".equals(nameOf(process)))
			.flatMap(DeferredCompilation::threads)
			.filter((thread) -> COMPILER.equals(nameOf(thread)));
	}

	private static Stream<Path> threads(Path process) {
		List<Path> threads = new ArrayList<>();
		try (DirectoryStream<Path> found = Files.newDirectoryStream(process.resolve("task"))) {
			found.forEach(threads::add);
		}
		catch (IOException ex) {
			// It has ended.
		}
		return threads.stream();
	}

	private static String nameOf(Path task) {
		try {
			return Files.readString(task.resolve("comm")).strip();
		}
		catch (IOException ex) {
			return "";
		}
	}

	static boolean mayRaisePriorities() {
		try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
			return status.filter((line) -> line.startsWith("CapEff:"))
				.map((line) -> Long.parseUnsignedLong(line.substring("CapEff:".length()).strip(), 16))
				.anyMatch((capabilities) -> (capabilities & (1L << CAP_SYS_NICE)) != 0);
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void renice(int priority, List<Path> threads) {
		if (threads.isEmpty()) {
			return;
		}
		List<String> command = new ArrayList<>(List.of("renice", "-n", String.valueOf(priority), "-p"));
		threads.forEach((thread) -> command.add(String.valueOf(thread.getFileName())));
		try {
			new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start()
				.waitFor();
		}
		catch (IOException ex) {
			logger.info("The priority of compilers stays as it is: {}", ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
