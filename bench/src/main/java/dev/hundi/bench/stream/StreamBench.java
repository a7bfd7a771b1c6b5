package dev.hundi.bench.stream;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.accept.AcceptBench;
import dev.hundi.bench.accept.PayoutLoad;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.bench.stream.DatabaseUse.Statement;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds the highest rate that the stream sustains: signed payouts arrive at a rate, and
 * as many must be debited, paid and ended a second as are accepted, without a growing
 * backlog. A payout has ended once its second webhook is delivered. The rate rises until
 * they are not; api, stream-processors, bank, Kafka and PostgreSQL share the machine.
 */
public final class StreamBench {

	/**
	 * An accept waits up to 12 ms for others. With 16 connections at 1,000 payouts a
	 * second, a payout would wait for a free connection, and the load would be below its
	 * rate.
	 */
	private static final int CONNECTIONS = 64;

	/** As in {@code docker-compose.yml}. */
	private static final String DATABASE_MEMORY = "1GB";

	private static final List<Application> PROCESSES = List.of(Application.STREAM, Application.WEBHOOKS,
			Application.API);

	/** Enough for the JIT compilers to compile most of what a run uses. */
	private static final int WARM_UP_RATE = 250;

	/**
	 * Long enough for every poller to run, short of the rarest ones. The JIT compilers
	 * have not ended their work by then.
	 */
	private static final Duration IDLE = Duration.ofSeconds(20);

	/** Compilers that use less than this share of a core for so long have ended. */
	private static final double CALM_SHARE = 0.005;

	private static final Duration CALM = Duration.ofSeconds(10);

	private static final int CALM_ATTEMPTS = 18;

	/**
	 * The target is 1. The last payouts of a run are in flight even without a backlog;
	 * the p99 shows that they do not become more.
	 */
	private static final double KEEPS_UP = 0.97;

	private static final long LONGEST_P99_MS = 2_000;

	/** Payouts that end a second. */
	private static final int TARGET_RATE = 1_000;

	/** At this rate, a payout may cost the two that follow. */
	private static final int COST_RATE = 400;

	private static final double TARGET_POSTGRESQL_MS = 1.0;

	private static final double TARGET_STREAM_MS = 0.6;

	private final Platform platform;

	private final JdbcClient jdbc;

	private final StreamFigures figures;

	private final PayoutLoad load;

	private final Duration run;

	/** The highest rate at which payouts ended as fast as they were accepted. */
	private double sustained;

	private StreamBench(Platform platform, PayoutLoad load, Duration run) {
		this.platform = platform;
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.figures = new StreamFigures(this.jdbc);
		this.load = load;
		this.run = run;
	}

	/**
	 * Runs the rates until one is not sustained.
	 * @param run of each rate
	 * @param warmUp long enough for the JIT compilers to do most of their work
	 */
	public static void measure(List<Integer> rates, Duration run, Duration warmUp) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-stream");
				Platform platform = Platform.builder(data.path())
					.databaseMemory(DATABASE_MEMORY)
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
					.run(Application.WEBHOOKS, Application.Mode.CHILD_PROCESS)
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.writes=off")
					.start()) {
			PayoutLoad load = new PayoutLoad(platform.apiUrl(),
					AcceptBench.targets(platform, data.path(), 1_000_000_000_00L));
			instantBank(platform);
			new StreamBench(platform, load, run).run(rates, warmUp);
		}
	}

	private void run(List<Integer> rates, Duration warmUp) throws Exception {
		DatabaseUse.prepare(this.jdbc);
		this.load.openLoop(CONNECTIONS, WARM_UP_RATE, warmUp);
		awaitWork();
		this.jdbc.sql("ANALYZE").update();
		printIdle();
		int failed = 0;
		for (int rate : rates) {
			if (!keepsUp(rate)) {
				failed = rate;
				break;
			}
		}
		System.out.printf("%ntarget: payouts ended a second, to the second webhook: %.0f of %d: %s%n", this.sustained,
				TARGET_RATE, verdict(this.sustained, failed));
	}

	/**
	 * Rates below the target that were all sustained say nothing about the target.
	 * @param failed the rate that was not sustained, 0 if there was none
	 */
	static String verdict(double sustained, int failed) {
		if (sustained >= TARGET_RATE) {
			return "pass";
		}
		return (failed > 0) ? "FAIL" : "not tried";
	}

	private boolean keepsUp(int rate) throws Exception {
		CostMeter meter = CostMeter.start(this.platform, PROCESSES, this.jdbc);
		Instant begin = now();
		this.load.openLoop(CONNECTIONS, rate, this.run);
		Instant end = now();
		awaitWork();
		meter.stop();
		boolean passed = print(rate, begin, end);
		long payouts = payoutsSince(begin);
		meter.print(payouts);
		if (rate == COST_RATE) {
			atMost("PostgreSQL", meter.processorMs(ProcessorTimes.POSTGRESQL) / payouts, TARGET_POSTGRESQL_MS);
			atMost("stream-processors with webhooks", (meter.processorMs(Application.STREAM.part().title())
					+ meter.processorMs(Application.WEBHOOKS.part().title())) / payouts, TARGET_STREAM_MS);
		}
		return passed;
	}

	private static void atMost(String part, double ms, double target) {
		System.out.printf("%ntarget: processor time a payout of %s, ms: %.2f of %.2f: %s%n", part, ms, target,
				(ms <= target) ? "pass" : "FAIL");
	}

	private boolean print(int rate, Instant begin, Instant end) {
		System.out.printf("%n%-12s %-12s %-12s %-8s %-34s %s%n", "due a second", "accepted", "ended", "ratio",
				"accept to end, p50 / p99 ms", "queue after 1/3, 2/3, all of the run");
		Duration third = Duration.between(begin, end).dividedBy(3);
		StreamFigures.Measured run = this.figures.between(begin.plus(third), end);
		double ratio = run.ended() / (double) run.accepted();
		double seconds = third.multipliedBy(2).toMillis() / 1000.0;
		boolean passed = ratio >= KEEPS_UP && run.p99Ms() <= LONGEST_P99_MS;
		System.out.printf("%-12d %-12.0f %-12.0f %-8.2f %-34s %-40s %s%n", rate, run.accepted() / seconds,
				run.ended() / seconds, ratio, "%,d / %,d".formatted(run.p50Ms(), run.p99Ms()),
				"%d, %d, %d".formatted(this.figures.queue(begin.plus(third)),
						this.figures.queue(begin.plus(third.multipliedBy(2))), this.figures.queue(end)),
				passed ? "pass" : "FAIL");
		if (passed) {
			this.sustained = Math.max(this.sustained, run.ended() / seconds);
		}
		return passed;
	}

	private long payoutsSince(Instant begin) {
		return this.jdbc.sql("SELECT count(*) FROM payout WHERE created_at >= :begin")
			.param("begin", begin.atOffset(ZoneOffset.UTC))
			.query(Long.class)
			.single();
	}

	/**
	 * Waits until all that follows from the payouts is done, which is part of what they
	 * cost. Each payout has two events that are published.
	 */
	private void awaitWork() throws InterruptedException {
		long payouts = payoutsSince(Instant.EPOCH);
		while (this.jdbc.sql("SELECT count(*) FROM webhook_delivery WHERE state = 'DELIVERED'")
			.query(Long.class)
			.single() < 2 * payouts) {
			ChildProcess.pause();
		}
		SearchIndex.awaitComplete(this.jdbc);
	}

	/** The compilers work on for minutes after a load, which an idle platform has not. */
	private void awaitCompilers() throws InterruptedException {
		double jitMs = Double.MAX_VALUE;
		for (int i = 0; i < CALM_ATTEMPTS && jitMs > CALM_SHARE * CALM.toMillis(); i++) {
			ProcessorTimes before = ProcessorTimes.soFar(this.platform, PROCESSES, this.jdbc);
			TimeUnit.SECONDS.sleep(CALM.toSeconds());
			jitMs = ProcessorTimes.soFar(this.platform, PROCESSES, this.jdbc).since(before).totalJitMs();
		}
	}

	private void printIdle() throws Exception {
		awaitCompilers();
		DatabaseUse databaseBefore = DatabaseUse.afterDelay(this.jdbc);
		ProcessorTimes before = ProcessorTimes.soFar(this.platform, PROCESSES, this.jdbc);
		TimeUnit.SECONDS.sleep(IDLE.toSeconds());
		ProcessorTimes used = ProcessorTimes.soFar(this.platform, PROCESSES, this.jdbc).since(before);
		DatabaseUse database = DatabaseUse.afterDelay(this.jdbc).since(databaseBefore);
		System.out.printf("%nidle: %.1f %% of a core, %.1f %% without JIT compilers: ", share(used.totalMs()),
				share(used.totalMs() - used.totalJitMs()));
		used.ms()
			.forEach((name, ms) -> System.out.printf("%s %.1f, ", name,
					share(ms - used.jitMs().getOrDefault(name, 0.0))));
		double seconds = IDLE.toSeconds() + DatabaseUse.STATISTICS_DELAY_SECONDS;
		System.out.printf("%.1f statements a second%n", database.calls() / seconds);
		database.statements()
			.entrySet()
			.stream()
			.sorted(Comparator.comparingLong((Map.Entry<String, Statement> entry) -> -entry.getValue().calls()))
			.limit(12)
			.forEach((entry) -> System.out.printf("  %6.2f a second, %8.1f buffers, %6.2f ms: %.90s%n",
					entry.getValue().calls() / seconds, entry.getValue().buffers() / seconds,
					entry.getValue().ms() / seconds, entry.getKey()));
	}

	/** In percent of a core. */
	private static double share(double idleMs) {
		return 100 * idleMs / IDLE.toMillis();
	}

	private Instant now() {
		return this.jdbc.sql("SELECT clock_timestamp()").query(java.time.OffsetDateTime.class).single().toInstant();
	}

	private static void instantBank(Platform platform) throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpResponse<String> reply = http.send(HttpRequest.newBuilder(URI.create(platform.bankUrl() + "/behaviour"))
				.POST(HttpRequest.BodyPublishers.ofString("{\"delayMs\":0}"))
				.build(), HttpResponse.BodyHandlers.ofString());
			if (reply.statusCode() != 200) {
				throw new IllegalStateException("The bank does not behave: " + reply.body());
			}
		}
	}

}
