package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.webhook.WebhookEndpoints;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The process of webhooks runs out of memory again and again. The database holds webhooks
 * that are larger together than its heap, for a receiver that accepts connections and
 * never answers. {@link HeavyLoadIntegrationTests} runs this test on its platform.
 */
abstract class WebhooksOutOfMemoryIntegrationTests {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private static final int PAYOUTS = 10;

	private final SharedPlatform shared;

	WebhooksOutOfMemoryIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	/** A process with a small heap, which is started again when it has ended. */
	static PlatformBuilder configure(PlatformBuilder settings) {
		return settings.run(Application.WEBHOOKS, Application.Mode.CHILD_PROCESS)
			.heap(Application.WEBHOOKS, "128m")
			.set(Application.WEBHOOKS, "hundi.webhook.lease=2s")
			.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.reads=off")
			.restartDeadProcesses();
	}

	@Test
	void payoutsSettleAndWebhooksResume() throws Exception {
		Platform platform = this.shared.platform();
		Path directory = this.shared.directory();
		try (ServerSocket silent = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
			JdbcClient jdbc = JdbcClient.create(platform.dataSource());
			Merchant merchant = this.shared.merchant(100_000_00);
			long first = platform.process(Application.WEBHOOKS).pid();
			storeHugeWebhooks(platform, jdbc, directory, silent);
			await().atMost(PATIENCE).until(() -> ends(directory) >= 1);

			List<UUID> payouts = new ArrayList<>();
			for (int i = 0; i < PAYOUTS; i++) {
				payouts.add(merchant.pay(Merchant.SUCCESS, "10.00"));
			}
			for (UUID payout : payouts) {
				assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
				merchant.assertBankPaid(payout, 1);
			}
			await().atMost(PATIENCE).until(() -> ends(directory) >= 2);
			await("stream-processors are healthy").atMost(PATIENCE)
				.until(() -> platform.isHealthy(platform.port(Part.STREAM)));
			assertThat(platform.process(Application.WEBHOOKS).pid()).isNotEqualTo(first);

			jdbc.sql("UPDATE webhook_delivery SET body = '{}' WHERE event = 'BulkCompleted'").update();
			await("webhooks are healthy").atMost(PATIENCE)
				.until(() -> platform.isHealthy(platform.port(Part.WEBHOOKS)));
			payouts.forEach((payout) -> merchant.assertNotified(payout, "Initiated", "Successful"));
			merchant.assertBooksAreRight();
		}
	}

	/** 60 webhooks of 8 MB. */
	private static void storeHugeWebhooks(Platform platform, JdbcClient jdbc, Path directory, ServerSocket receiver) {
		UUID business = new DemoBusinesses(platform, directory).create("Hostile Traders", 0, false).businessId();
		UUID endpoint = platform.bean(WebhookEndpoints.class)
			.register(business, URI.create("http://localhost:%d/hook".formatted(receiver.getLocalPort())), "whsec_1");
		jdbc.sql("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, bulk_file_id, event, body)
				SELECT :business, :endpoint, uuidv7(), 'BulkCompleted', convert_to(repeat('x', 8388608), 'UTF8')
				  FROM generate_series(1, 60)
				""").param("business", business).param("endpoint", endpoint).update();
	}

	/** How often the process ended because it was out of memory. */
	private static int ends(Path directory) {
		try (var lines = Files.lines(directory.resolve("log").resolve("webhooks.log"))) {
			return (int) lines.filter((line) -> line.contains("Terminating due to java.lang.OutOfMemoryError")).count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
