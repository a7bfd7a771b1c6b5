package dev.hundi.bench.measure;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import dev.hundi.sandbox.server.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunDirectoryIntegrationTests {

	@SuppressWarnings("NullAway.Init")
	@TempDir
	Path work;

	@Test
	void aStoppedRunLeavesNeitherServerNorData() throws Exception {
		Process run = run();
		try (BufferedReader output = run.inputReader()) {
			Path directory = Path.of(output.lines().filter((line) -> line.startsWith("/")).findFirst().orElseThrow());
			Path pidFile = directory.resolve("postgres").resolve("postmaster.pid");
			ProcessHandle server = ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile).getFirst()))
				.orElseThrow();
			run.destroy();
			assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
			assertThat(server.isAlive()).isFalse();
			assertThat(directory).doesNotExist();
		}
		finally {
			run.destroyForcibly();
		}
	}

	private Process run() throws Exception {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), EndlessRun.class.getName())
			.directory(this.work.toFile())
			.redirectError(new File(this.work.toFile(), "errors"))
			.start();
	}

	/** Starts a server and never ends. */
	static final class EndlessRun {

		private EndlessRun() {
		}

		public static void main(String[] args) throws Exception {
			try (RunDirectory directory = RunDirectory.create("bench-endless");
					PostgresServer _ = PostgresServer.start(directory.path().resolve("postgres"), 0,
							directory.path().resolve("postgres.log"))) {
				System.out.println(directory.path());
				TimeUnit.DAYS.sleep(1);
			}
		}

	}

}
