package dev.hundi.stream.sweep;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.testing.TestKafka;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class SweepWithoutKafkaIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final TestKafka kafka = TestKafka.create();

	@AfterEach
	void close() {
		this.kafka.close();
		this.database.close();
	}

	@Test
	void doesNotWaitForTheIntervalWhileKafkaIsUnavailable() {
		TestBusiness business = TestBusiness.create(this.database);
		try (ConfigurableApplicationContext application = start()) {
			assertThat(application.isRunning()).isTrue();
			List<UUID> payouts = Stream.generate(() -> business.payout(100_00, 0, 0)).limit(20).toList();
			payouts.forEach((payout) -> awaitRefused(business, payout));
			UUID later = business.payout(100_00, 0, 0);
			awaitRefused(business, later);
		}
	}

	private static void awaitRefused(TestBusiness business, UUID payout) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(business.status(payout)).isEqualTo("12 INSUFFICIENT_BALANCE"));
	}

	/** Kafka does not run, and the regular sweeps come too late for the test. */
	private ConfigurableApplicationContext start() {
		return StreamProcessorsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
					"--hundi.database.password=postgres", "--hundi.database.pool-size=4",
					"--hundi.kafka.bootstrap-servers=" + this.kafka.bootstrapServers(), "--hundi.management.port=0",
					"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=sweep",
					"--hundi.sweep.interval=1h", "--hundi.sweep.stuck-after=1h");
	}

}
