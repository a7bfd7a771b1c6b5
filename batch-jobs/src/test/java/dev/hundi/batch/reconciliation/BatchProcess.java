package dev.hundi.batch.reconciliation;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.batch.BatchJobsApplication;

/**
 * The application in a separate process that can be killed.
 */
final class BatchProcess implements AutoCloseable {

	private final Process process;

	private BatchProcess(Process process) {
		this.process = process;
	}

	static BatchProcess start(Path directory, List<String> arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						BatchJobsApplication.class.getName()));
		command.addAll(arguments);
		try {
			File log = File.createTempFile("batch-process", ".log", directory.toFile());
			return new BatchProcess(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Kills the process like {@code kill -9}. */
	void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public void close() {
		kill();
	}

}
