package dev.hundi.bench.webhook;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.payout.AcceptPayout;
import dev.hundi.payout.Charge;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.Rail;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.webhook.DeliveryRange;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookEndpoints;

import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares webhooks signed, sent and recorded per second with plain POSTs of the same
 * bytes to the same server; and the rate of other endpoints while one hangs with their
 * rate without it. Every run starts with all deliveries due and ends when all are
 * recorded as delivered; its first second is excluded on both sides. The two alternate, A
 * B B A.
 * <p>
 * Server, deliverer and plain client share this JVM and two cores with PostgreSQL.
 */
public final class WebhookBench {

	private static final int BUSINESSES = 16;

	private static final int AT_ONCE = 512;

	private static final int WARM_UPS = 4;

	private static final int WRITERS = 8;

	private static final int FAN_OUT = 1_000;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Platform platform;

	private final JdbcClient jdbc;

	private final SmartLifecycle deliver;

	private final WebhookTarget target;

	private final int webhooks;

	private WebhookBench(Platform platform, WebhookTarget target, int webhooks) {
		this.platform = platform;
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.deliver = platform.context(Application.STREAM).getBean("deliverWebhooks", SmartLifecycle.class);
		this.target = target;
		this.webhooks = webhooks;
	}

	public static void measure(int pairs, int webhooks) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-webhooks");
				WebhookTarget target = new WebhookTarget();
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.set(Application.STREAM, "hundi.processors=relay,webhook", "hundi.webhook.concurrency=" + AT_ONCE)
					.start()) {
			new WebhookBench(platform, target, webhooks).run(pairs, data.path());
		}
	}

	private void run(int pairs, Path data) throws Exception {
		this.deliver.stop();
		System.out.printf("Writing %,d payouts and their webhooks ...%n", this.webhooks * 9 / 8);
		DemoBusinesses businesses = new DemoBusinesses(this.platform, data);
		for (int i = 0; i < BUSINESSES; i++) {
			fill(businesses.create("Bench " + i, 0, true), this.target.hook(), this.webhooks / BUSINESSES);
		}
		DemoBusiness hanging = businesses.create("Hanging", 0, true);
		fill(hanging, this.target.hang(), this.webhooks / 8);
		// It has created the topics, and nothing that is measured passes through it.
		this.platform.context(Application.STREAM).getBean("relay", SmartLifecycle.class).stop();
		this.jdbc.sql("UPDATE webhook_delivery SET due_at = 'infinity' WHERE business_id = :business")
			.param("business", hanging.businessId())
			.update();
		// No checkpoint falls into a measurement, so no full-page images are written.
		this.jdbc.sql("ALTER SYSTEM SET checkpoint_timeout = '1h'").update();
		this.jdbc.sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
		this.jdbc.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
		this.jdbc.sql("CHECKPOINT").update();
		byte[] body = this.jdbc.sql("SELECT body FROM webhook_delivery LIMIT 1").query(byte[].class).single();
		System.out.printf("%nmedian (min–max) of %d pairs%n%-44s %-24s %-24s %-20s %-16s%n", pairs, "webhooks a second",
				"figure", "reference", "ratio", "target, reach for");
		try (PlainPosts plain = new PlainPosts(AT_ONCE, body)) {
			compare("signed and recorded, against plain POSTs", pairs, this::deliverAll,
					() -> plain.run(this.target.hook(), this.webhooks * 2).perSecond(), 0.4, 0.7);
		}
		compare("others while one hangs, against without", pairs, () -> deliverBeside(hanging.businessId()),
				this::deliverAll, 0.95, 0.95);
	}

	/** A business with this many webhooks, all due. */
	private void fill(DemoBusiness business, URI url, int count) throws Exception {
		UUID beneficiary = UUID
			.fromString(new MerchantClient(this.platform.apiUrl(), business.apiKey(), business.signingKey())
				.post("/v1/beneficiaries", Map.of("name", "Bench", "phoneNumber", "9876543210", "vpa", "bench@upi"))
				.expect(201)
				.data()
				.path("beneficiaryId")
				.asString());
		WebhookEndpoints endpoints = this.platform.bean(WebhookEndpoints.class);
		endpoints.active(business.businessId())
			.forEach((endpoint) -> endpoints.remove(business.businessId(), endpoint.endpointId()));
		endpoints.register(business.businessId(), url, business.webhookSecret());
		AcceptPayout accept = this.platform.bean(AcceptPayout.class);
		List<Future<?>> accepted = new ArrayList<>();
		try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
			for (int i = 0; i < count; i++) {
				NewPayout payout = new NewPayout(business.businessId(), business.apiKey(), "bench-" + i, null,
						beneficiary, Rail.UPI, 100_00, new Charge(2_00, 36), "ORD-2026-%08d".formatted(i));
				accepted.add(writers.submit(() -> accept.accept(payout)));
			}
		}
		for (Future<?> each : accepted) {
			each.get();
		}
		List<UUID> events = this.jdbc.sql("SELECT event_id FROM payout_event WHERE business_id = :business")
			.param("business", business.businessId())
			.query(UUID.class)
			.list();
		for (int i = 0; i < events.size(); i += FAN_OUT) {
			this.platform.bean(FanOutWebhooks.class).of(events.subList(i, Math.min(i + FAN_OUT, events.size())));
		}
	}

	private void compare(String name, int pairs, Rate figure, Rate reference, double target, double reach)
			throws Exception {
		for (int i = 0; i < WARM_UPS; i++) {
			figure.measure();
			reference.measure();
		}
		List<Double> figures = new ArrayList<>();
		List<Double> references = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			boolean figureFirst = i % 2 == 0;
			double first = (figureFirst ? figure : reference).measure();
			double second = (figureFirst ? reference : figure).measure();
			figures.add(figureFirst ? first : second);
			references.add(figureFirst ? second : first);
			ratios.add(figures.getLast() / references.getLast());
		}
		Spread ratio = Spread.of(ratios);
		String verdict = (ratio.median() >= reach) ? "pass, reached" : (ratio.median() >= target) ? "pass" : "FAIL";
		System.out.printf("%-44s %-24s %-24s %-20s %-16s %s%n", name, Spread.of(figures).text(0),
				Spread.of(references).text(0), ratio.text(2), ">= %.2f, %.2f".formatted(target, reach), verdict);
	}

	private double deliverAll() throws InterruptedException {
		makeDue();
		return deliver();
	}

	/** The hanging endpoint starts unparked, with all its deliveries due. */
	private double deliverBeside(UUID hanging) throws InterruptedException {
		makeDue();
		this.jdbc.sql("""
				UPDATE webhook_delivery SET due_at = now(), counted_attempts = 0 WHERE business_id = :business
				""").param("business", hanging).update();
		try {
			return deliver();
		}
		finally {
			this.jdbc.sql("UPDATE webhook_delivery SET due_at = 'infinity' WHERE business_id = :business")
				.param("business", hanging)
				.update();
			this.jdbc.sql("SELECT endpoint_id FROM webhook_endpoint WHERE business_id = :business AND active")
				.param("business", hanging)
				.query(UUID.class)
				.list()
				.forEach(this.platform.bean(FailingEndpoints.class)::enable);
		}
	}

	/** Resets the delivered ones: each run does the same work on the same rows. */
	private void makeDue() {
		this.platform.bean(RedeliverWebhooks.class)
			.of(new DeliveryRange(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"), null,
					Set.of(DeliveryState.DELIVERED)));
		this.jdbc.sql("TRUNCATE webhook_attempt").update();
		this.jdbc.sql("VACUUM ANALYZE webhook_delivery").update();
	}

	private double deliver() throws InterruptedException {
		this.deliver.start();
		try {
			long deadline = System.nanoTime() + PATIENCE.toNanos();
			while (waits()) {
				if (System.nanoTime() > deadline) {
					throw new IllegalStateException("Not all webhooks were delivered within " + PATIENCE);
				}
				TimeUnit.MILLISECONDS.sleep(100);
			}
		}
		finally {
			this.deliver.stop();
		}
		return this.jdbc.sql("""
				WITH delivered AS (
				  SELECT completed_at, min(completed_at) OVER () + :settlingMs * interval '1 millisecond' AS settled
				    FROM webhook_delivery WHERE state = 'DELIVERED'
				)
				SELECT count(*) / extract(epoch FROM max(completed_at) - min(settled))
				  FROM delivered WHERE completed_at > settled
				""").param("settlingMs", Figures.SETTLING.toMillis()).query(Double.class).single();
	}

	/** Whether a delivery to the other endpoints is still open. */
	private boolean waits() {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM webhook_delivery WHERE state = 'PENDING' AND due_at < "
				+ "'infinity' AND business_id <> (SELECT business_id FROM business WHERE business_name = 'Hanging'))")
			.query(Boolean.class)
			.single();
	}

	private interface Rate {

		double measure() throws Exception;

	}

}
