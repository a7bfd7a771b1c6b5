package dev.hundi.stream.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An HTTP client that fails by itself is replaced, reported and charged to no one. */
class WebhookClientIntegrationTests {

	/** For each test: webhooks that one leaves behind are attempts of the next. */
	private final TestDatabase database = TestDatabase.create();

	private final Rows rows = new Rows(this.database).withNumbers();

	private final Receiver receiver = new Receiver();

	private final Instances instances = new Instances(this.database);

	private volatile Resolve resolve = SystemDefaultDnsResolver.INSTANCE::resolve;

	@AfterEach
	void stop() {
		this.instances.close();
		this.receiver.close();
		this.database.close();
	}

	@Test
	void aFailureOfTheClientIsNoAttemptAndItsSuccessorDelivers() {
		this.resolve = (host) -> {
			throw new OutOfMemoryError("test");
		};
		AnnotationConfigApplicationContext context = start(Duration.ofSeconds(30));
		UUID business = due(context);
		WebhookHealth health = context.getBean(WebhookHealth.class);
		await().until(() -> health.health().getStatus().equals(Status.DOWN));
		await().until(() -> context.getBean(SendWebhook.class).clients().rebuilds() > 0);
		assertThat(attempts(business)).isZero();
		this.resolve = SystemDefaultDnsResolver.INSTANCE::resolve;
		await().until(() -> this.receiver.received().size() == 1);
		await().until(() -> attempts(business) == 1);
		await().until(() -> health.health().getStatus().equals(Status.UP));
		assertThat(this.rows.jdbc()
			.sql("SELECT count(*) FROM webhook_endpoint_failure WHERE business_id = :business")
			.param("business", business)
			.query(Integer.class)
			.single()).isZero();
	}

	@Test
	void aClosedClientIsReplaced() {
		AnnotationConfigApplicationContext context = start(Duration.ofSeconds(30));
		WebhookClients clients = context.getBean(SendWebhook.class).clients();
		clients.current().close();
		UUID business = due(context);
		await().until(() -> this.receiver.received().size() == 1);
		await().until(() -> attempts(business) == 1);
		assertThat(clients.rebuilds()).isEqualTo(1);
	}

	@Test
	void attemptsThatNeverEndExhaustOnlyTheirClient() {
		CountDownLatch never = new CountDownLatch(1);
		this.resolve = (host) -> {
			awaitUninterrupted(never);
			throw new UnknownHostException(host);
		};
		AnnotationConfigApplicationContext context = start(Duration.ofSeconds(2));
		UUID stuck = due(context);
		for (int i = 1; i < 40; i++) {
			due(context);
		}
		SendWebhook send = context.getBean(SendWebhook.class);
		await().until(() -> send.clients().rebuilds() > 0);
		WebhookHealth health = context.getBean(WebhookHealth.class);
		await().until(() -> health.health().getStatus().equals(Status.DOWN));
		this.resolve = SystemDefaultDnsResolver.INSTANCE::resolve;
		await().until(() -> this.rows.jdbc()
			.sql("SELECT state = 'DELIVERED' FROM webhook_delivery WHERE business_id = :business")
			.param("business", stuck)
			.query(Boolean.class)
			.single());
		await().until(() -> health.health().getStatus().equals(Status.UP));
		never.countDown();
	}

	@Test
	void reportsDownIfManyEndpointsWereTriedAndNoneResponded() {
		AnnotationConfigApplicationContext context = start(Duration.ofSeconds(30));
		this.resolve = (host) -> {
			throw new UnknownHostException(host);
		};
		WebhookHealth health = context.getBean(WebhookHealth.class);
		RecentAttempts recent = context.getBean(DeliverWebhooks.class).recent();
		for (long tried = 1; tried <= 5; tried++) {
			assertThat(health.health().getStatus()).isEqualTo(Status.UP);
			due(context);
			long expected = tried;
			await().until(() -> recent.failing() == expected);
		}
		assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.health().getDetails()).containsKey("noResponseFrom");
		this.resolve = SystemDefaultDnsResolver.INSTANCE::resolve;
		due(context);
		await().until(() -> health.health().getStatus().equals(Status.UP));
		assertThat(recent.answering()).isPositive();
	}

	private AnnotationConfigApplicationContext start(Duration timeout) {
		// More attempts than a busy machine makes before a test continues.
		return this.instances.start(
				Instances.settings(Collections.nCopies(50, Duration.ofMillis(200)), Instances.NEVER_PARKED, timeout),
				new DnsResolver() {

					@Override
					public InetAddress[] resolve(String host) throws UnknownHostException {
						return WebhookClientIntegrationTests.this.resolve.resolve(host);
					}

					@Override
					public String resolveCanonicalHostname(String host) {
						return host;
					}
				});
	}

	/** Inserts a due webhook of a new business; returns the business. */
	private UUID due(AnnotationConfigApplicationContext context) {
		UUID business = this.rows.business();
		context.getBean(WebhookEndpoints.class).register(business, this.receiver.url(), "whsec_1");
		this.rows.payout(business);
		UUID event = this.rows.jdbc()
			.sql("SELECT event_id FROM payout_event WHERE business_id = :business")
			.param("business", business)
			.query(UUID.class)
			.single();
		assertThat(context.getBean(FanOutWebhooks.class).of(List.of(event))).isEqualTo(1);
		return business;
	}

	private int attempts(UUID business) {
		return this.rows.jdbc()
			.sql("SELECT sum(attempt_count)::int FROM webhook_delivery WHERE business_id = :business")
			.param("business", business)
			.query(Integer.class)
			.single();
	}

	/** Like the system's resolver, which ignores interrupts. */
	private static void awaitUninterrupted(CountDownLatch latch) {
		boolean interrupted = false;
		while (latch.getCount() > 0) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/** Resolves a host. */
	@FunctionalInterface
	interface Resolve {

		InetAddress[] resolve(String host) throws UnknownHostException;

	}

}
