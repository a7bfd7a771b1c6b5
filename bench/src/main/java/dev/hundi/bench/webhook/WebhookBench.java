package dev.hundi.bench.webhook;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.measure.Alternating;
import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.RunDirectory;
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
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares webhooks signed, sent and recorded per second with plain POSTs of the same
 * bytes to the same server: new ones from their Kafka records ({@link NewWebhooks}), and
 * redelivered ones, which are stored and claimed. And the rate of other endpoints while
 * one hangs with their rate without it. A run ends when all are recorded as delivered;
 * its first second is excluded on both sides. The two alternate, A B B A.
 * <p>
 * Server, deliverer and plain client share this JVM and two cores with PostgreSQL and
 * Kafka.
 */
public final class WebhookBench {

	/** Each has an endpoint and the same number of webhooks. */
	public static final int BUSINESSES = 16;

	private static final int AT_ONCE = 512;

	private static final int WRITERS = 8;

	private static final int FAN_OUT = 1_000;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private static final String COLUMNS = "%-42s %-22s %-22s %-18s %-28s %s%n";

	private final Platform platform;

	private final DemoBusinesses businesses;

	private final JdbcClient jdbc;

	private final SmartLifecycle deliver;

	private final WebhookTarget target;

	private final Extent extent;

	private final List<Row> rows = new ArrayList<>();

	private WebhookBench(Path directory, Platform platform, WebhookTarget target, Extent extent) {
		this.platform = platform;
		this.businesses = new DemoBusinesses(platform, directory);
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.deliver = platform.context(Application.STREAM).getBean("deliverWebhooks", SmartLifecycle.class);
		this.target = target;
		this.extent = extent;
	}

	/**
	 * Measures and prints.
	 * @param parts what is measured, in the order of their declaration
	 */
	public static void measure(int pairs, int webhooks, Set<Part> parts) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-webhooks")) {
			run(data.path(), new Extent(pairs, 4, webhooks, Figures.SETTLING), parts);
		}
	}

	/** The same in a directory; returns what was printed. */
	static List<Row> run(Path directory, Extent extent, Set<Part> parts) throws Exception {
		try (WebhookTarget target = new WebhookTarget();
				Platform platform = Platform.builder(directory)
					.run(Application.BATCH, Application.Mode.OFF)
					.set(Application.STREAM, "hundi.processors=relay,webhook", "hundi.webhook.concurrency=" + AT_ONCE)
					.start()) {
			WebhookBench bench = new WebhookBench(directory, platform, target, extent);
			bench.run(parts);
			return bench.rows;
		}
	}

	private void run(Set<Part> parts) throws Exception {
		this.deliver.stop();
		stopRelay();
		System.out.printf("Writing %,d payouts ...%n", this.extent.webhooks);
		List<DemoBusiness> well = new ArrayList<>();
		for (int i = 0; i < BUSINESSES; i++) {
			well.add(this.businesses.create("Bench " + i, 0, true));
			accept(well.getLast(), this.target.hook(), this.extent.webhooks / BUSINESSES);
		}
		// No checkpoint falls into a measurement, so no full-page images are written.
		this.jdbc.sql("ALTER SYSTEM SET checkpoint_timeout = '1h'").update();
		this.jdbc.sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
		this.jdbc.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
		this.jdbc.sql("VACUUM ANALYZE").update();
		this.jdbc.sql("CHECKPOINT").update();
		FanOutWebhooks fanOut = this.platform.bean(FanOutWebhooks.class);
		byte[] body = fanOut.missing(events(well.getFirst()).subList(0, 1)).getFirst().delivery().body();
		System.out.printf("%nmedian (min–max) of %d pairs%n" + COLUMNS, this.extent.pairs, "webhooks a second",
				"figure", "reference", "ratio", "target, reach for", "next target");
		try (PlainPosts plain = new PlainPosts(AT_ONCE, body)) {
			Rate posts = () -> plain.run(this.target.hook(), this.extent.webhooks * 2, this.extent.settling)
				.perSecond();
			if (parts.contains(Part.NEW)) {
				compareNew(posts);
			}
			if (parts.contains(Part.REDELIVERED) || parts.contains(Part.HANGING)) {
				store(well);
			}
			if (parts.contains(Part.REDELIVERED)) {
				compare("redelivered, against plain POSTs", this::deliverAll, posts, Goal.OF_POSTS, Goal.NEXT_OF_POSTS);
			}
		}
		if (parts.contains(Part.HANGING)) {
			DemoBusiness hanging = this.businesses.create("Hanging", 0, true);
			accept(hanging, this.target.hang(), this.extent.webhooks / 8);
			store(List.of(hanging));
			setDue(hanging.businessId(), "infinity");
			compare("others while one hangs, against without", () -> deliverBeside(hanging.businessId()),
					this::deliverAll, Goal.OF_OTHERS, null);
		}
	}

	/** It has created the topics, and the benchmark publishes instead of it. */
	private void stopRelay() throws InterruptedException {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		while (!this.jdbc.sql("SELECT EXISTS (SELECT FROM pg_stat_replication WHERE state = 'streaming')")
			.query(Boolean.class)
			.single()) {
			if (System.nanoTime() > deadline) {
				throw new IllegalStateException("The relay did not start");
			}
			TimeUnit.MILLISECONDS.sleep(100);
		}
		this.platform.context(Application.STREAM).getBean("relay", SmartLifecycle.class).stop();
	}

	private void compareNew(Rate posts) throws Exception {
		try (NewWebhooks fresh = new NewWebhooks(this.jdbc, this.platform.context(Application.STREAM), AT_ONCE)) {
			compare("new, against plain POSTs", () -> fresh.run(PATIENCE, this.extent.settling), posts, Goal.OF_POSTS,
					Goal.NEXT_OF_POSTS);
			System.out.printf(
					"""
							  New: from the Kafka record to the committed attempt. Publishing shares the cores; accepting payouts and the
							  relay are not measured. %.1f %% were stored before their attempt.
							""",
					100 * fresh.partStoredFirst());
		}
	}

	/** Payouts of a business, each with an event of which a webhook is owed. */
	private void accept(DemoBusiness business, URI url, int count) throws Exception {
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
	}

	/** Stores what is not stored of the webhooks of these businesses, all due. */
	private void store(List<DemoBusiness> owners) {
		for (DemoBusiness owner : owners) {
			List<UUID> events = events(owner);
			for (int i = 0; i < events.size(); i += FAN_OUT) {
				this.platform.bean(FanOutWebhooks.class).of(events.subList(i, Math.min(i + FAN_OUT, events.size())));
			}
		}
	}

	private List<UUID> events(DemoBusiness business) {
		return this.jdbc.sql("SELECT event_id FROM payout_event WHERE business_id = :business ORDER BY event_id")
			.param("business", business.businessId())
			.query(UUID.class)
			.list();
	}

	private void compare(String name, Rate figure, Rate reference, Goal goal, @Nullable Goal next) throws Exception {
		for (int i = 0; i < this.extent.warmUps; i++) {
			figure.measure();
			reference.measure();
		}
		Alternating measured = Alternating.pairs(this.extent.pairs, figure::measure, reference::measure);
		this.rows.add(new Row(name, measured));
		double ratio = measured.ratio().median();
		System.out.printf(COLUMNS, name, measured.one().text(0), measured.other().text(0), measured.ratio().text(2),
				goal.verdict(ratio), (next != null) ? next.verdict(ratio) : "");
	}

	private double deliverAll() throws InterruptedException {
		makeDue();
		return deliver();
	}

	/** The hanging endpoint starts unparked, with all its deliveries due. */
	private double deliverBeside(UUID hanging) throws InterruptedException {
		makeDue();
		setDue(hanging, "now");
		try {
			return deliver();
		}
		finally {
			setDue(hanging, "infinity");
			this.jdbc.sql("SELECT endpoint_id FROM webhook_endpoint WHERE business_id = :business AND active")
				.param("business", hanging)
				.query(UUID.class)
				.list()
				.forEach(this.platform.bean(FailingEndpoints.class)::enable);
		}
	}

	private void setDue(UUID business, String moment) {
		this.jdbc.sql("""
				UPDATE webhook_delivery SET due_at = :moment::timestamptz, counted_attempts = 0
				 WHERE business_id = :business AND state = 'PENDING'
				""").param("moment", moment).param("business", business).update();
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
		return perSecond(this.jdbc, this.extent.settling);
	}

	/**
	 * Webhooks recorded as delivered a second, after the first of them have settled.
	 * @throws IllegalStateException if none was delivered after that
	 */
	static double perSecond(JdbcClient jdbc, Duration settling) {
		return jdbc.sql("""
				WITH delivered AS (
				  SELECT completed_at, min(completed_at) OVER () + :settlingMs * interval '1 millisecond' AS settled
				    FROM webhook_delivery WHERE state = 'DELIVERED'
				)
				SELECT count(*) / extract(epoch FROM max(completed_at) - min(settled))
				  FROM delivered WHERE completed_at > settled
				""")
			.param("settlingMs", settling.toMillis())
			.query(Double.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException(
					"No webhook was delivered later than %d s after the first one".formatted(settling.toSeconds())));
	}

	/** Whether a delivery to the other endpoints is still open. */
	private boolean waits() {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM webhook_delivery
				                WHERE state = 'PENDING' AND due_at < 'infinity' AND business_id IS DISTINCT FROM
				                      (SELECT business_id FROM business WHERE business_name = 'Hanging'))
				""").query(Boolean.class).single();
	}

	private interface Rate {

		double measure() throws Exception;

	}

	/** What can be measured. */
	public enum Part {

		NEW, REDELIVERED, HANGING

	}

	/**
	 * How much is measured.
	 *
	 * @param warmUps runs of figure and reference before the first pair
	 * @param webhooks of a run, at least {@value #BUSINESSES}
	 * @param settling excluded at the start of each run
	 */
	record Extent(int pairs, int warmUps, int webhooks, Duration settling) {
	}

	/** A line of the table. */
	record Row(String name, Alternating measured) {
	}

	/** A ratio that is demanded, and one to reach for. */
	record Goal(double target, double reach) {

		static final Goal OF_POSTS = new Goal(0.4, 0.7);

		static final Goal NEXT_OF_POSTS = new Goal(0.7, 0.85);

		static final Goal OF_OTHERS = new Goal(0.95, 0.95);

		String verdict(double ratio) {
			return String.format(Locale.ROOT, ">= %.2f, %.2f: ", this.target, this.reach)
					+ ((ratio >= this.reach) ? "pass, reached" : (ratio >= this.target) ? "pass" : "FAIL");
		}

	}

}
