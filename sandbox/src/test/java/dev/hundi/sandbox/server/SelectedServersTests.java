package dev.hundi.sandbox.server;

import java.util.Map;

import dev.hundi.testing.TestServers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What end-to-end tests get; needs no container engine. */
class SelectedServersTests {

	@Test
	void testsUseTheSelectedServers() {
		assertThat(PlatformServers.find()).isInstanceOf(SelectedServers.class);
	}

	@Test
	void containersHaveTheSettingsOfTheEmbeddedServer() {
		Map<String, String> container = SelectedServers.postgresSettings("128MB");
		assertThat(container).containsEntry("shared_buffers", "128MB").hasSize(PostgresServer.SETTINGS.size() - 1);
		container.forEach((name, value) -> {
			if (!name.equals("shared_buffers")) {
				assertThat(value).as(name).isEqualTo(PostgresServer.SETTINGS.get(name));
			}
		});
	}

	@Test
	void sandboxAndTestDatabasesAreEquallyDurable() {
		for (String name : new String[] { "fsync", "synchronous_commit", "full_page_writes", "wal_level",
				"shared_preload_libraries" }) {
			assertThat(PostgresServer.SETTINGS.get(name)).as(name).isEqualTo(TestServers.POSTGRES.get(name));
		}
	}

}
