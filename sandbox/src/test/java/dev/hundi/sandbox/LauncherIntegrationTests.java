package dev.hundi.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the program of {@code ./hundi up} refuses, and with which exit code. */
class LauncherIntegrationTests {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "--fast", "now" })
	void refusesUnknownOptions(String option) {
		assertRefused(run(Map.of(), option), "Unknown option " + option);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http", "0", "65536", "-1" })
	void refusesWhatIsNoPort(String port) {
		assertRefused(run(Map.of("HUNDI_HTTP_PORT", port)),
				"HUNDI_HTTP_PORT must be a port from 1 to 65535, not " + port);
	}

	@Test
	void refusesAPortThatIsConfiguredTwice() {
		assertRefused(run(Map.of("HUNDI_HTTP_PORT", "8096")), "Port 8096 is configured twice", "HUNDI_WEBHOOKS_PORT");
	}

	@Test
	void namesAPortThatIsInUseAndStartsNothing() throws IOException {
		try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			Map<String, String> ports = freePorts();
			ports.put("HUNDI_KAFKA_PORT", String.valueOf(used.getLocalPort()));
			assertRefused(run(ports), "Port " + used.getLocalPort() + ", wanted for Kafka, is in use",
					"HUNDI_KAFKA_PORT");
		}
		assertThat(this.directory.resolve("postgres")).doesNotExist();
		assertThat(this.directory.resolve("hundi.pid")).as("so that ./hundi down says that none runs").doesNotExist();
	}

	/** Marathi and Arabic have digits of their own. */
	@ParameterizedTest
	@ValueSource(strings = { "mr-IN", "ar-EG", "tr-TR" })
	void writesNumbersAlikeWhateverTheLanguageOfTheMachine(String language) {
		String[] parts = language.split("-");
		assertRefused(
				run(Map.of("HUNDI_HTTP_PORT", "8096", "JDK_JAVA_OPTIONS",
						"-Duser.language=" + parts[0] + " -Duser.country=" + parts[1])),
				"Port 8096 is configured twice");
	}

	@Test
	void runsOnceInADirectory() throws IOException {
		try (InstanceLock first = InstanceLock.take(this.directory)) {
			assertThat(first.afterUncleanEnd()).isFalse();
			String pid = String.valueOf(ProcessHandle.current().pid());
			assertRefused(run(freePorts()), "Hundi already runs in " + this.directory, "(pid " + pid + ")",
					"./hundi down");
			assertThat(this.directory.resolve("hundi.pid")).as("that of the first").hasContent(pid);
		}
	}

	private static void assertRefused(OtherProgram.Printed printed, String... texts) {
		assertThat(printed.exit()).as("%s", printed).isEqualTo(1);
		assertThat(printed.output()).startsWith("Hundi cannot start. ").contains(texts);
	}

	private static Map<String, String> freePorts() {
		Map<String, String> ports = new HashMap<>();
		for (Part part : Part.values()) {
			ports.put(part.variable(), String.valueOf(FreePorts.next()));
		}
		return ports;
	}

	private OtherProgram.Printed run(Map<String, String> environment, String... arguments) {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("java.class.path"), Launcher.class.getName(), "--directory=" + this.directory));
		command.addAll(List.of(arguments));
		return OtherProgram.run("openjdk-25-jdk", command, environment, new byte[0]);
	}

}
