package dev.hundi.port;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PortBlocksTests {

	/** More than two blocks. */
	private static final int PORTS = 250;

	@Test
	void givesNoPortToTwoProcesses() throws Exception {
		try (Owner one = new Owner(); Owner other = new Owner()) {
			List<Integer> ports = IntStream.range(0, PORTS)
				.map((i) -> PortBlocks.next((port) -> true))
				.boxed()
				.toList();
			Set<Integer> all = new HashSet<>(ports);
			all.addAll(one.ports());
			all.addAll(other.ports());
			assertThat(all).hasSize(3 * PORTS).allMatch((port) -> port >= 20_000 && port < 32_000);
		}
	}

	@Test
	void passesOverPortsThatAreNotFree() {
		int used = PortBlocks.next((port) -> true);
		assertThat(PortBlocks.next((port) -> port % 2 == 1)).isOdd().isNotEqualTo(used);
	}

	/** A process that takes ports and stays. */
	private static final class Owner implements AutoCloseable {

		private final Process process;

		Owner() throws Exception {
			this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp",
					System.getProperty("java.class.path"), Taking.class.getName())
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start();
		}

		List<Integer> ports() throws Exception {
			return Arrays.stream(this.process.inputReader().readLine().split(",")).map(Integer::valueOf).toList();
		}

		@Override
		public void close() throws InterruptedException {
			this.process.destroyForcibly().waitFor();
		}

	}

	/** Prints the ports and waits for its end. */
	static final class Taking {

		private Taking() {
		}

		public static void main(String[] arguments) throws Exception {
			System.out.println(String.join(",",
					IntStream.range(0, PORTS)
						.mapToObj((i) -> Integer.toString(PortBlocks.next((port) -> true)))
						.toList()));
			System.in.read();
		}

	}

}
