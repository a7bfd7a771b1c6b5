package dev.hundi.sandbox.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChildProcessIntegrationTests {

	private final Path directory;

	ChildProcessIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void reportsTheEndOfTheLogOfAProgramThatDoesNotStart() {
		try (ChildProcess child = start("failing", Failing.class)) {
			assertThatThrownBy(() -> child.awaitReady(Duration.ofMinutes(2), () -> false))
				.isInstanceOf(StartFailedException.class)
				.hasMessageContaining("failing ended while starting")
				.hasMessageContaining("the disk is made of cheese");
		}
	}

	@Test
	void stopsCleanlyAndDiesWithItsParent() throws Exception {
		ChildProcess parent = start("parent", Parent.class);
		parent.awaitReady(Duration.ofMinutes(2), this::waitingIsUp);
		long grandchild = Long.parseLong(Files.readString(this.directory.resolve("waiting.pid")));
		ProcessHandle handle = ProcessHandle.of(grandchild).orElseThrow();
		parent.kill();
		handle.onExit().get(2, TimeUnit.MINUTES);
		assertThat(this.directory.resolve("waiting.down")).exists();
	}

	private boolean waitingIsUp() {
		try {
			Path pid = this.directory.resolve("waiting.pid");
			return Files.exists(this.directory.resolve("waiting.up")) && Files.exists(pid) && Files.size(pid) > 0;
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
	}

	private ChildProcess start(String name, Class<?> main) {
		return ChildProcess.start(name, main.getName(), this.directory.resolve(name + ".log"), List.of("-Xmx64m"),
				List.of(this.directory.toString()));
	}

	/** Exits immediately. */
	public static final class Failing {

		private Failing() {
		}

		public static void main(String[] args) {
			throw new IllegalStateException("the disk is made of cheese");
		}

	}

	/** Runs a child of its own, and waits. */
	public static final class Parent {

		private Parent() {
		}

		public static void main(String[] args) throws Exception {
			Path directory = Path.of(args[0]);
			ChildProcess child = ChildProcess.start("waiting", Waiting.class.getName(),
					directory.resolve("waiting.log"), List.of("-Xmx64m"), List.of(args[0]));
			Files.writeString(directory.resolve("waiting.pid"), String.valueOf(child.pid()));
			new CountDownLatch(1).await();
		}

	}

	/** Waits, and creates a file on an orderly exit. */
	public static final class Waiting {

		private Waiting() {
		}

		public static void main(String[] args) throws Exception {
			Path directory = Path.of(args[0]);
			Runtime.getRuntime().addShutdownHook(new Thread(() -> mark(directory.resolve("waiting.down"))));
			mark(directory.resolve("waiting.up"));
			new CountDownLatch(1).await();
		}

		private static void mark(Path file) {
			try {
				Files.createFile(file);
			}
			catch (IOException ex) {
				throw new java.io.UncheckedIOException(ex);
			}
		}

	}

}
