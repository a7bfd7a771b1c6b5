package dev.hundi.testing;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The switch between embedded servers and containers; needs no container engine. */
class TestServersTests {

	@Test
	void selectsEmbeddedServersUnlessThePropertySaysContainers() {
		assertThat(TestServers.selected((name) -> null)).isEqualTo(TestServers.EMBEDDED);
		assertThat(TestServers.selected((name) -> "embedded")).isEqualTo(TestServers.EMBEDDED);
		assertThat(TestServers.selected(Map.of("test.servers", "containers")::get)).isEqualTo(TestServers.CONTAINERS);
		assertThatThrownBy(() -> TestServers.selected((name) -> "docker")).hasMessageContaining("docker");
	}

	@Test
	void takesImagesFromDockerCompose() {
		assertThat(TestServers.image("postgres")).matches("postgres:18[.][0-9]+");
		assertThat(TestServers.image("kafka")).matches("apache/kafka:4[.]1[.][0-9]+");
	}

	@Test
	void givesBothPostgresServersTheSameSettings() throws Exception {
		List<String> command = TestContainer.postgresCommand(5432, TestServers.POSTGRES);
		assertThat(command).startsWith("postgres", "-p", "5432");
		TestServers.POSTGRES.forEach((name, value) -> assertThat(command).contains(name + "=" + value));
		assertThat(embeddedSettings()).containsAllEntriesOf(TestServers.POSTGRES);
	}

	@Test
	void testsWithTheDurabilityAndReplicationOfProduction() {
		assertThat(TestServers.POSTGRES).containsEntry("fsync", "on")
			.containsEntry("synchronous_commit", "on")
			.containsEntry("full_page_writes", "on");
		for (String name : List.of("wal_level", "shared_preload_libraries")) {
			assertThat(TestServers.compose()).contains("- " + name + "=" + TestServers.POSTGRES.get(name) + "\n");
		}
		assertThat(TestServers.compose()).doesNotContainPattern("fsync|synchronous_commit|full_page_writes");
	}

	@Test
	void givesTheKafkaContainerTheSettingsOfTheEmbeddedBrokerAndOfProduction() {
		Map<String, String> environment = TestContainer.kafkaEnvironment(9092, 9093, TestServers.KAFKA);
		assertThat(environment).containsAllEntriesOf(TestServers.environment(TestServers.KAFKA))
			.containsEntry("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://localhost:9092");
		Map<String, String> settings = new HashMap<>();
		Pattern.compile("^ {8}([a-z.]+)=(.*)$", Pattern.MULTILINE)
			.matcher(TestServers.compose())
			.results()
			.filter((setting) -> !setting.group(1).matches(".*listener.*|controller.*"))
			.forEach((setting) -> settings.put(setting.group(1), setting.group(2)));
		assertThat(environment).hasSizeGreaterThan(5).containsAllEntriesOf(TestServers.environment(settings));
	}

	@Test
	void explainsAMissingEngineInOneSentence() {
		assertThat(DockerContainer.NO_ENGINE).endsWith("without -Pcontainers.").doesNotContain("\n");
	}

	@SuppressWarnings("unchecked")
	private static Map<String, String> embeddedSettings() throws ReflectiveOperationException {
		var config = io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder.class.getDeclaredField("config");
		config.setAccessible(true);
		return (Map<String, String>) config.get(EmbeddedServer.builder(Path.of("unused")));
	}

}
