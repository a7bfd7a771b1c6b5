package dev.hundi.bench.accept;

import java.sql.Connection;
import java.time.Duration;

import dev.hundi.bench.measure.Alternating;
import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures what indexing for search costs concurrent accepts: signed payouts a second
 * over 16 connections with the indexer running and with it blocked, alternating. Every
 * run starts with everything before it indexed.
 */
public final class IndexingBench {

	private static final int CONNECTIONS = 16;

	private static final Duration WARM_UP = Duration.ofSeconds(20);

	private static final Duration RUN = Duration.ofSeconds(8).plus(Figures.SETTLING);

	private static final double LEAST_RATIO = 0.9;

	private final Platform platform;

	private final JdbcClient jdbc;

	private final PayoutLoad load;

	private IndexingBench(Platform platform, PayoutLoad load) {
		this.platform = platform;
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.load = load;
	}

	public static void measure(int pairs) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-indexing");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
					.set(Application.STREAM, "hundi.processors=search")
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.writes=off")
					.start()) {
			PayoutLoad load = new PayoutLoad(platform.apiUrl(), AcceptBench.targets(platform, data.path()));
			new IndexingBench(platform, load).run(pairs);
		}
	}

	private void run(int pairs) throws Exception {
		this.load.closedLoop(CONNECTIONS, WARM_UP);
		this.jdbc.sql("ANALYZE").update();
		long before = indexed();
		Alternating measured = Alternating.pairs(pairs, this::whileIndexing, this::whileHeld);
		SearchIndex.awaitComplete(this.jdbc);
		double ratio = measured.ratio().median();
		System.out.printf("%nmedian (min–max) of %d pairs; %,d payouts were indexed%n%-44s %-26s %-26s %-20s %s%n",
				pairs, indexed() - before, "accept", "indexing", "not indexing", "ratio", "target");
		System.out.printf("%-44s %-26s %-26s %-20s >= %.2f  %s%n", "payouts a second, 16 connections",
				measured.one().text(0), measured.other().text(0), measured.ratio().text(2), LEAST_RATIO,
				(ratio >= LEAST_RATIO) ? "pass" : "FAIL");
	}

	private double whileIndexing() throws Exception {
		SearchIndex.awaitComplete(this.jdbc);
		return this.load.closedLoop(CONNECTIONS, RUN).perSecond();
	}

	private double whileHeld() throws Exception {
		SearchIndex.awaitComplete(this.jdbc);
		try (Connection connection = this.platform.dataSource().getConnection()) {
			connection.setAutoCommit(false);
			connection.createStatement().execute("SELECT FROM search_progress WHERE name = 'payout' FOR UPDATE");
			double perSecond = this.load.closedLoop(CONNECTIONS, RUN).perSecond();
			connection.rollback();
			return perSecond;
		}
	}

	private long indexed() {
		return this.jdbc.sql("SELECT count(*) FROM payout_search WHERE part = 0").query(Long.class).single();
	}

}
