package dev.hundi.bench.accept;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import dev.hundi.api.limit.RateLimits;
import dev.hundi.bench.measure.Alternating;
import dev.hundi.bench.measure.Cost;
import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.ProcessorTime;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures what the rate limits that businesses share over all copies cost an accept: the
 * processor time of PostgreSQL and of a copy of the api for a signed payout, with the
 * default limits and without limits, alternating, on the same database. A second copy
 * with the default limits shows that copies of one program differ by more than the limits
 * cost, so the target is compared with {@link LimitsAlone}. Accepts a second of a
 * saturated machine are printed too.
 * <p>
 * The payouts are spread over so many businesses that none reaches its limit.
 */
public final class LimitsBench {

	private static final int CONNECTIONS = 16;

	/** Each accepts about half of its 50 payouts a second. */
	private static final int BUSINESSES = 160;

	/** So many that the machine keeps up, and groups of accepts are small. */
	private static final double PER_SECOND = 1_000;

	private static final Duration WARM_UP = Duration.ofSeconds(10);

	private static final Duration RUN = Duration.ofSeconds(6).plus(Figures.SETTLING);

	private static final Duration LONGEST_START = Duration.ofMinutes(2);

	/** Issue I, point 7: limits may cost an accept at most 3 %. */
	private static final double MOST = 1.03;

	private static final String ROW = "%-52s %-22s %-22s %-22s %s%n";

	private final JdbcClient jdbc;

	private final Copy limited;

	private final Copy unlimited;

	private final Copy control;

	private final Spread alone;

	private LimitsBench(JdbcClient jdbc, Spread alone, Copy limited, Copy unlimited, Copy control) {
		this.jdbc = jdbc;
		this.alone = alone;
		this.limited = limited;
		this.unlimited = unlimited;
		this.control = control;
	}

	public static void measure(int pairs) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-limits");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.OFF)
					.start()) {
			JdbcClient jdbc = JdbcClient.create(platform.dataSource());
			List<PayoutTarget> targets = AcceptBench.targets(platform, data.path(), 0, BUSINESSES, 1);
			AcceptBench.withoutCheckpoints(jdbc);
			Spread alone = new LimitsAlone(jdbc, platform.context(Application.API).getBean(RateLimits.class), targets,
					PER_SECOND)
				.measure(pairs);
			platform.stop(Application.API);
			String off = "hundi.rate-limits.payouts=off";
			try (Copy limited = Copy.start(platform, Part.PORTAL, Application.BATCH, targets, List.of());
					Copy unlimited = Copy.start(platform, Part.STAFF, Application.STREAM, targets, List.of(off));
					Copy control = Copy.start(platform, Part.API, Application.API, targets, List.of())) {
				new LimitsBench(jdbc, alone, limited, unlimited, control).run(pairs);
			}
		}
	}

	private void run(int pairs) throws Exception {
		for (int i = 0; i < 2; i++) {
			for (Copy copy : List.of(this.limited, this.unlimited, this.control)) {
				copy.load.closedLoop(CONNECTIONS, WARM_UP);
			}
		}
		this.jdbc.sql("ANALYZE").update();
		double statements = statements(this.limited.load) - statements(this.unlimited.load);
		Alternating cost = Alternating.pairs(pairs, () -> msPerPayout(this.limited), () -> msPerPayout(this.unlimited));
		Alternating noise = Alternating.pairs(pairs, () -> msPerPayout(this.limited), () -> msPerPayout(this.control));
		Alternating saturated = Alternating.pairs(pairs, () -> perSecond(this.limited),
				() -> perSecond(this.unlimited));
		System.out.printf("%nmedian (min–max) of %d pairs; %.2f more statements for a payout with limits, alone%n",
				pairs, statements);
		System.out.printf(ROW, "", "default limits", "no limits", "ratio", "target");
		print("processor ms of api and PostgreSQL, %,.0f payouts/s".formatted(PER_SECOND), cost, 3);
		print("the same for two copies with default limits", noise, 3);
		double ratio = 1 + this.alone.median() / cost.other().median();
		System.out.printf(ROW, "processor ms of the limits alone", this.alone.text(3), "", "%.3f".formatted(ratio),
				"<= %.2f  %s".formatted(MOST, (ratio <= MOST) ? "pass" : "FAIL"));
		print("payouts a second, %d connections".formatted(CONNECTIONS), saturated, 0);
	}

	private static void print(String what, Alternating measured, int decimals) {
		System.out.printf(ROW, what, measured.one().text(decimals), measured.other().text(decimals),
				measured.ratio().text(3), "");
	}

	private double msPerPayout(Copy copy) throws Exception {
		double before = processorMs(copy);
		Figures figures = copy.load.openLoop(CONNECTIONS, PER_SECOND, RUN);
		return (processorMs(copy) - before) / figures.requests();
	}

	/** Without the JIT compilers, which have their work after a start. */
	private double processorMs(Copy copy) {
		long pid = copy.process.pid();
		return ProcessorTime.of(pid) - ProcessorTime.ofCompilers(pid) + ProcessorTime.ofPostgres(this.jdbc);
	}

	private static double perSecond(Copy copy) throws Exception {
		return copy.load.closedLoop(CONNECTIONS, RUN).perSecond();
	}

	/** Statements of one payout at a time, where accepts do not share one. */
	private double statements(PayoutLoad load) throws Exception {
		Cost before = Cost.soFar(this.jdbc);
		Figures figures = load.closedLoop(1, RUN);
		return Cost.soFar(this.jdbc).since(before).statements() / (double) figures.requests();
	}

	/** A copy of the api with its load. */
	private record Copy(PayoutLoad load, ChildProcess process) implements AutoCloseable {

		/**
		 * Starts a copy at the ports of applications that do not run here.
		 */
		static Copy start(Platform platform, Part port, Application management, List<PayoutTarget> targets,
				List<String> settings) {
			int managementPort = platform.managementUrl(management).getPort();
			List<String> all = new ArrayList<>(settings);
			all.add("hundi.http.port=" + platform.port(port));
			Copy copy = new Copy(new PayoutLoad(URI.create("http://localhost:" + platform.port(port)), targets),
					platform.launch(Application.API, "api-" + managementPort, managementPort, all));
			long end = System.nanoTime() + LONGEST_START.toNanos();
			while (!platform.isHealthy(managementPort)) {
				if (System.nanoTime() > end) {
					copy.close();
					throw new IllegalStateException("A copy of the api did not start in " + LONGEST_START);
				}
				LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
			}
			return copy;
		}

		@Override
		public void close() {
			this.process.stop();
		}

	}

}
