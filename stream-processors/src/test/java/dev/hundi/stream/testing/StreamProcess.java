package dev.hundi.stream.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.stream.StreamProcessorsApplication;

/** The application in a separate process that tests can kill. */
public final class StreamProcess implements AutoCloseable {

	private final Process process;

	private StreamProcess(Process process) {
		this.process = process;
	}

	public static StreamProcess start(List<String> arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						StreamProcessorsApplication.class.getName()));
		command.addAll(arguments);
		try {
			File log = File.createTempFile("hundi-stream-process", ".log");
			return new StreamProcess(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Like {@code kill -9}. */
	public void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	@Override
	public void close() {
		kill();
	}

}
