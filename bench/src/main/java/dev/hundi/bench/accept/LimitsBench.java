package dev.hundi.bench.accept;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import dev.hundi.bench.measure.Alternating;
import dev.hundi.bench.measure.Cost;
import dev.hundi.bench.measure.Figures;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/**
 * Measures what the rate limits that businesses share over all copies cost an accept:
 * signed payouts a second over 16 connections to a copy of the api with the default
 * limits and to one without limits, alternating, on the same database.
 * <p>
 * The payouts are spread over so many businesses that none reaches its limit.
 */
public final class LimitsBench {

	private static final int CONNECTIONS = 16;

	/** Each accepts about half of its 50 payouts a second. */
	private static final int BUSINESSES = 160;

	private static final Duration WARM_UP = Duration.ofSeconds(10);

	private static final Duration RUN = Duration.ofSeconds(6).plus(Figures.SETTLING);

	private static final Duration LONGEST_START = Duration.ofMinutes(2);

	/** Issue I, point 7: limits may cost an accept at most 3 %. */
	private static final double LEAST_RATIO = 0.97;

	private final JdbcClient jdbc;

	private final PayoutLoad limited;

	private final PayoutLoad unlimited;

	private LimitsBench(JdbcClient jdbc, PayoutLoad limited, PayoutLoad unlimited) {
		this.jdbc = jdbc;
		this.limited = limited;
		this.unlimited = unlimited;
	}

	public static void measure(int pairs) throws Exception {
		Path data = Files.createTempDirectory(Files.createDirectories(Path.of("var")).toAbsolutePath(),
				"bench-limits-");
		try (Platform platform = Platform.builder(data)
			.run(Application.BATCH, Application.Mode.OFF)
			.run(Application.STREAM, Application.Mode.OFF)
			.run(Application.API, Application.Mode.CHILD_PROCESS)
			.start()) {
			List<PayoutTarget> targets = AcceptBench.targets(platform, data, 0, BUSINESSES, 1);
			// Its past would make it another process than a fresh copy.
			platform.stop(Application.API);
			try (Copy limited = Copy.start(platform, Part.PORTAL, Application.BATCH, List.of());
					Copy unlimited = Copy.start(platform, Part.STAFF, Application.STREAM,
							List.of("hundi.rate-limits.payouts=off"))) {
				new LimitsBench(JdbcClient.create(platform.dataSource()), new PayoutLoad(limited.url, targets),
						new PayoutLoad(unlimited.url, targets))
					.run(pairs);
			}
		}
		finally {
			FileSystemUtils.deleteRecursively(data);
		}
	}

	private void run(int pairs) throws Exception {
		AcceptBench.withoutCheckpoints(this.jdbc);
		for (int i = 0; i < 2; i++) {
			this.limited.closedLoop(CONNECTIONS, WARM_UP);
			this.unlimited.closedLoop(CONNECTIONS, WARM_UP);
		}
		this.jdbc.sql("ANALYZE").update();
		double statements = statements(this.limited) - statements(this.unlimited);
		Alternating measured = Alternating.pairs(pairs, () -> perSecond(this.limited), () -> perSecond(this.unlimited));
		double ratio = measured.ratio().median();
		System.out.printf(
				"%nmedian (min–max) of %d pairs; %.2f more statements for a payout with limits%n%-44s %-26s %-26s %-20s %s%n",
				pairs, statements, "accept", "default limits", "no limits", "ratio", "target");
		System.out.printf("%-44s %-26s %-26s %-20s >= %.2f  %s%n", "payouts a second, 16 connections",
				measured.one().text(0), measured.other().text(0), measured.ratio().text(3), LEAST_RATIO,
				(ratio >= LEAST_RATIO) ? "pass" : "FAIL");
	}

	private static double perSecond(PayoutLoad load) throws Exception {
		return load.closedLoop(CONNECTIONS, RUN).perSecond();
	}

	/** Statements of one payout at a time, where accepts do not share one. */
	private double statements(PayoutLoad load) throws Exception {
		Cost before = Cost.soFar(this.jdbc);
		Figures figures = load.closedLoop(1, RUN);
		return Cost.soFar(this.jdbc).since(before).statements() / (double) figures.requests();
	}

	/** A copy of the api. */
	private record Copy(URI url, ChildProcess process) implements AutoCloseable {

		/**
		 * Starts a copy at the ports of applications that do not run here.
		 */
		static Copy start(Platform platform, Part port, Application management, List<String> settings) {
			int managementPort = platform.managementUrl(management).getPort();
			List<String> all = new ArrayList<>(settings);
			all.add("hundi.http.port=" + platform.port(port));
			Copy copy = new Copy(URI.create("http://localhost:" + platform.port(port)),
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
