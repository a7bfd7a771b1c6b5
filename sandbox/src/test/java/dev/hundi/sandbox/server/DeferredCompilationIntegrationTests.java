package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class DeferredCompilationIntegrationTests {

	private final Path directory;

	DeferredCompilationIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void compilersOfChildrenWaitUntilTheEndOfTheStart() {
		assumeTrue(DeferredCompilation.mayRaisePriorities());
		// The children of tests have no C2 otherwise.
		try (ChildProcess child = ChildProcess.start("compiling", ChildProcessIntegrationTests.Waiting.class.getName(),
				this.directory.resolve("compiling.log"), List.of("-Xmx64m", "-XX:TieredStopAtLevel=4"),
				List.of(this.directory.toString()))) {
			child.awaitReady(Duration.ofMinutes(2), () -> !priorities(child).isEmpty());
			assertThat(priorities(child)).containsOnly("0");
			try (DeferredCompilation _ = DeferredCompilation.begin()) {
				child.awaitReady(Duration.ofMinutes(2), () -> priorities(child).stream().allMatch("19"::equals));
			}
			assertThat(priorities(child)).isNotEmpty().containsOnly("0");
		}
	}

	/** The nice values of its C2 compilers, the 19th field of {@code stat}. */
	private static List<String> priorities(ChildProcess child) {
		Path process = Path.of("/proc", String.valueOf(child.pid()));
		return DeferredCompilation.compilers()
			.filter((thread) -> thread.startsWith(process))
			.flatMap(DeferredCompilationIntegrationTests::statusOf)
			.map((status) -> status.substring(status.lastIndexOf(')') + 2).split(" ")[16])
			.toList();
	}

	/** A compiler without work may have ended since. */
	private static Stream<String> statusOf(Path thread) {
		try {
			return Stream.of(Files.readString(thread.resolve("stat")));
		}
		catch (IOException ex) {
			if (Files.exists(thread)) {
				throw new UncheckedIOException(ex);
			}
			return Stream.empty();
		}
	}

}
