package dev.hundi.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * An external program. {@code .ci/run} installs the programs, and if {@code CI} is set a
 * missing one fails the test. Otherwise the test is skipped and names what to install, so
 * that {@code mvn verify} needs only a JDK.
 */
final class OtherProgram implements AutoCloseable {

	private static final int PATIENCE_S = 180;

	private final Process process;

	private final List<String> lines = new CopyOnWriteArrayList<>();

	private OtherProgram(Process process) {
		this.process = process;
		Thread.startVirtualThread(this::collect);
	}

	/** Runs a program and returns its output. */
	static Printed run(String aptPackage, List<String> command, Map<String, String> environment, byte[] input) {
		Path output = temporary();
		Path errors = temporary();
		try {
			ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile())
				.redirectError(errors.toFile());
			builder.environment().putAll(environment);
			Process process = start(aptPackage, builder);
			try (OutputStream in = process.getOutputStream()) {
				in.write(input);
			}
			catch (IOException ex) {
				// The program may have ended without reading; its exit status and output
				// say why.
				assertThat(process.onExit().join().exitValue()).as("%s does not read: %s", command, ex).isZero();
			}
			boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
			if (!ended) {
				process.destroyForcibly();
			}
			assertThat(ended).as("%s ends: %s", command, Files.readString(errors)).isTrue();
			return new Printed(process.exitValue(), Files.readString(output), Files.readString(errors));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Starts a program that runs until it is closed. */
	static OtherProgram start(String aptPackage, List<String> command) {
		return new OtherProgram(
				start(aptPackage, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT)));
	}

	/** Every line printed so far. */
	List<String> lines() {
		return this.lines;
	}

	@Override
	public void close() {
		// The next one uses its files and ports.
		this.process.destroyForcibly().onExit().join();
	}

	private void collect() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				this.lines.add(line);
			}
		}
		catch (IOException ex) {
			this.lines.add("unreadable: " + ex);
		}
	}

	private static Process start(String aptPackage, ProcessBuilder builder) {
		try {
			return builder.start();
		}
		catch (IOException ex) {
			String lack = "This test needs the program " + builder.command().getFirst()
					+ ", which is not here. On Debian and Ubuntu: apt-get install " + aptPackage;
			return (System.getenv("CI") != null) ? fail(lack, ex) : Assumptions.abort(lack);
		}
	}

	private static Path temporary() {
		try {
			Path file = Files.createTempFile("other-program", ".txt");
			file.toFile().deleteOnExit();
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Result of a program.
	 *
	 * @param errors what it printed to its error stream
	 */
	record Printed(int exit, String output, String errors) {

		/** The rest of the first line that begins with a word. */
		String after(String word) {
			return this.output.lines()
				.filter((line) -> line.startsWith(word + " "))
				.findFirst()
				.map((line) -> line.substring(word.length() + 1))
				.orElseThrow(() -> new AssertionError("No line begins with " + word + ": " + this));
		}

	}

}
