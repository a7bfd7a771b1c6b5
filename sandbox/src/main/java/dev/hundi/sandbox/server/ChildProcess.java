package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A Java program in a child process with the class path of this one and its output in a
 * log file.
 */
public final class ChildProcess implements AutoCloseable {

	/**
	 * How long a part may take to become ready. One that ends is noticed at once, so only
	 * one that hangs is waited for so long, and a busy machine may need minutes.
	 */
	public static final Duration READY_WITHIN = Duration.ofMinutes(5);

	private static final int logTailLines = 25;

	private final String name;

	private final Path log;

	private final Process process;

	private ChildProcess(String name, Path log, Process process) {
		this.name = name;
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts a program.
	 * @param name as messages call it
	 * @param main the class with the {@code main} method
	 * @param log appended to; its directory is created
	 */
	public static ChildProcess start(String name, String main, Path log, List<String> jvmArguments, List<String> args) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Duser.timezone=UTC", "-Dfile.encoding=UTF-8",
				"--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
		ClassArchive archive = ClassArchive.ofThisProgram();
		if (archive != null) {
			command.addAll(archive.jvmArguments());
		}
		command.addAll(jvmArguments);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildMain.class.getName(), main));
		command.addAll(args);
		try {
			Files.createDirectories(log.toAbsolutePath().getParent());
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
			builder.environment().keySet().removeIf(ChildProcess::isLaunchersOwn);
			return new ChildProcess(name, log, builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + name, ex);
		}
	}

	/**
	 * Whether a variable sets a port of the launcher. Applications would reject it as an
	 * unknown setting.
	 */
	public static boolean isLaunchersOwn(String variable) {
		return variable.startsWith("HUNDI_") && variable.endsWith("_PORT");
	}

	/**
	 * Waits until the program can be used.
	 * @param ready asked every 50 ms
	 * @throws StartFailedException if it ends before, or is not ready in time; the
	 * message has the last lines of its log
	 */
	public ChildProcess awaitReady(Duration atMost, BooleanSupplier ready) {
		long deadline = System.nanoTime() + atMost.toNanos();
		while (!ready.getAsBoolean()) {
			if (!this.process.isAlive()) {
				throw new StartFailedException("%s ended while starting (exit code %d). The end of %s:%n%s"
					.formatted(this.name, this.process.exitValue(), this.log, logTail()));
			}
			if (System.nanoTime() > deadline) {
				String tail = logTail();
				kill();
				throw new StartFailedException("%s was not ready within %d s. The end of %s:%n%s".formatted(this.name,
						atMost.toSeconds(), this.log, tail));
			}
			pause();
		}
		return this;
	}

	public long pid() {
		return this.process.pid();
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/** Kills the process as {@code kill -9} does and waits for its end. */
	public void kill() {
		this.process.destroyForcibly();
		awaitEnd(10);
	}

	/** Asks it to end, and kills it if it has not within 20 seconds. */
	public void stop() {
		this.process.destroy();
		if (!awaitEnd(20)) {
			kill();
		}
	}

	@Override
	public void close() {
		stop();
	}

	private boolean awaitEnd(int seconds) {
		try {
			return this.process.waitFor(seconds, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
			return true;
		}
	}

	private String logTail() {
		String text = tailOf(this.log);
		if (text == null) {
			return "(no log)";
		}
		List<String> lines = text.lines().toList();
		return String.join(System.lineSeparator(),
				lines.subList(Math.max(0, lines.size() - logTailLines), lines.size()));
	}

	private static @Nullable String tailOf(Path log) {
		try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
			byte[] bytes = new byte[(int) Math.min(file.length(), 64 * 1024)];
			file.seek(file.length() - bytes.length);
			file.readFully(bytes);
			return new String(bytes, StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return null;
		}
	}

	/** Waits 50 ms between two checks of a condition. */
	public static void pause() {
		try {
			Thread.sleep(50);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StartFailedException("Interrupted", ex);
		}
	}

}
