package dev.hundi.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.IntConsumer;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** An embedded PostgreSQL that ends with this JVM, however the JVM ends. */
final class EmbeddedServer {

	private EmbeddedServer() {
	}

	/**
	 * Starts a server with {@link TestServers#POSTGRES} and returns its port.
	 * @param prepare gets the port of the server from whose data all JVMs begin
	 */
	static int start(IntConsumer prepare) {
		try {
			Path directory = Files.createTempDirectory("hundi-test-postgres");
			Path data = directory.resolve("data");
			PreparedServer.copyTo(data, (prepared) -> prepare(prepared, prepare), EmbeddedServer.class,
					TestDatabase.class, TestServers.class);
			EmbeddedPostgres started = builder(data).start();
			endWithThisJvm(data.resolve("postmaster.pid"), directory);
			return started.getPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void prepare(Path data, IntConsumer prepare) {
		try {
			ProcessHandle server;
			try (EmbeddedPostgres started = builder(data).start()) {
				server = ProcessHandle.of(Long.parseLong(pid(data.resolve("postmaster.pid")))).orElseThrow();
				prepare.accept(started.getPort());
			}
			// The library does not wait for longer than five seconds.
			server.onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String pid(Path pidFile) throws IOException {
		return Files.readAllLines(pidFile).getFirst().strip();
	}

	static EmbeddedPostgres.Builder builder(Path data) {
		EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			.setRegisterShutdownHook(false)
			// A port that the library finds can be taken before the server listens.
			.setPort(FreePorts.next())
			.setPGStartupWait(Duration.ofMinutes(2));
		TestServers.POSTGRES.forEach(builder::setServerConfig);
		return builder;
	}

	/**
	 * A shell reads from a pipe that the operating system closes even when this JVM is
	 * killed. The shell then stops the server and deletes its data.
	 */
	private static void endWithThisJvm(Path pidFile, Path directory) throws IOException {
		String pid = pid(pidFile);
		Process guard = new ProcessBuilder("sh", "-c", """
				trap '' HUP INT TERM
				cat > /dev/null
				kill -QUIT "$1"
				attempts=0
				while [ -e "$2" ] && [ $attempts -lt 300 ]; do sleep 0.1; attempts=$((attempts + 1)); done
				rm -rf "$3"
				""", "sh", pid, pidFile.toString(), directory.toString())
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			try (OutputStream pipe = guard.getOutputStream()) {
				pipe.flush();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			guard.onExit().join();
		}));
	}

}
