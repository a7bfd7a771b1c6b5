package dev.hundi.bench.reconciliation;

import java.nio.file.Path;

import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class InjectedFaultsIntegrationTests {

	@Test
	void aRunReportsExactlyTheFaultsInjectedIntoAThousandPayouts(@TempDir Path directory) {
		try (Platform platform = Platform.builder(directory)
			.without(Part.KAFKA, Part.BANK)
			.run(Application.API, Application.Mode.OFF)
			.run(Application.BATCH, Application.Mode.OFF)
			.run(Application.STREAM, Application.Mode.OFF)
			.start()) {
			DemoBusinesses businesses = new DemoBusinesses(platform, directory);
			assertThat(new InjectedFaults(platform, businesses.create("Asha Traders", 0, true), 1_000, 4).mistakes())
				.isEmpty();
			assertThatTheDaysAreOpenedAgain(JdbcClient.create(platform.dataSource()));
		}
	}

	/** As between the rounds of the benchmark. */
	private static void assertThatTheDaysAreOpenedAgain(JdbcClient jdbc) {
		ReconciliationBench.openAgain(jdbc);
		assertThat(jdbc.sql("SELECT count(*) FROM reconciliation_run").query(Long.class).single()).isZero();
	}

}
