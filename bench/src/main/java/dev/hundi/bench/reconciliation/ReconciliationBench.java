package dev.hundi.bench.reconciliation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.hundi.bench.measure.Spread;
import dev.hundi.batch.statement.intake.ReadStatements;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.seed.ReconciliationSeed;
import dev.hundi.bench.seed.StatementFile;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.LoadStatements;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementSource;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Loads the statement of a day with 1,000,000 payouts and 950,000 lines from its file and
 * closes the day with all proofs and breaks, against copying the lines in and
 * {@link BareFullJoin one FULL JOIN} of the two tables with as much memory. The two
 * alternate; in between, the statement is removed and the day reopened. With
 * {@code faults} it injects faults of every kind instead and reports whether the runs
 * found exactly those.
 */
public final class ReconciliationBench {

	private static final int EACH = 2;

	/** The memory that a database with a million payouts a day should have at least. */
	private static final String DATABASE_MEMORY = "4GB";

	private static final String ACCOUNT = "SBOX00000000001";

	private static final String INGEST = "INGEST";

	private static final String COUNTED = "FULL JOIN counted";

	private static final String KEPT = "FULL JOIN kept";

	private static final String COPIED = "lines copied";

	private final Platform platform;

	private final ClosedDays days;

	private final Path file;

	/** Seconds of each phase in each round. */
	private final Map<String, List<Double>> phases = new HashMap<>();

	private final List<Long> peaksMb = new ArrayList<>();

	private ReconciliationBench(Platform platform, ClosedDays days, Path file) {
		this.platform = platform;
		this.days = days;
		this.file = file;
	}

	public static void measure(int payouts, int pairs) throws Exception {
		run(payouts, pairs, false);
	}

	/** Injects faults and compares the breaks with them. */
	public static void faults(int payouts) throws Exception {
		run(payouts, 1, true);
	}

	private static void run(int payouts, int pairs, boolean faults) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-books");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.API, Application.Mode.OFF)
					.databaseMemory(DATABASE_MEMORY)
					.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data.path()).create("Asha Traders", 0, true);
			ClosedDays days = new ClosedDays(platform);
			days.jdbc().sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
			days.jdbc().sql("SELECT pg_reload_conf()").query(Boolean.class).single();
			if (faults) {
				faults(new InjectedFaults(platform, business, payouts, payouts / 500 * 2), payouts);
			}
			else {
				ReconciliationSeed seed = new ReconciliationSeed(days.jdbc(), business.businessId(),
						ClosedDays.account(platform));
				new ReconciliationBench(platform, days, data.path().resolve("statement.xml")).run(seed, payouts, pairs);
			}
		}
	}

	private static void faults(InjectedFaults faults, int payouts) {
		List<String> mistakes = faults.mistakes();
		mistakes.stream().limit(50).forEach(System.out::println);
		System.out.printf("%,d payouts with faults of every kind: %d breaks wrong or missing%n", payouts,
				mistakes.size());
		if (!mistakes.isEmpty()) {
			throw new IllegalStateException("The run did not report exactly the injected faults");
		}
	}

	private void run(ReconciliationSeed seed, int payouts, int pairs) throws Exception {
		LocalDate day = ClosedDays.tuesday();
		System.out.printf("seeding %,d payouts and their statement ...%n", payouts);
		seed.create(day, payouts, EACH, 1);
		this.platform.bean(StatementAccounts.class).activate(ACCOUNT, null);
		StatementFile.write(this.platform.dataSource(), day, ACCOUNT, this.file);
		long lines = this.days.jdbc()
			.sql("SELECT line_count FROM bank_statement WHERE business_date = :day")
			.param("day", day)
			.query(Long.class)
			.single();
		close(day, lines);
		BareFullJoin join = new BareFullJoin(this.platform.dataSource(), this.file.resolveSibling("lines.copy"));
		join.counted();
		this.phases.clear();
		this.peaksMb.clear();
		this.days.jdbc().sql("SELECT pg_stat_statements_reset()").query().listOfRows();
		List<Double> closing = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			if (i % 2 == 0) {
				closing.add(close(day, lines));
			}
			keep(COUNTED, join.counted());
			keep(KEPT, join.kept(payouts, lines));
			keep(COPIED, join.copied(lines));
			if (i % 2 == 1) {
				closing.add(close(day, lines));
			}
		}
		print(payouts, lines, closing);
		printStatements();
	}

	/** The statements that took most of the database's time. */
	private void printStatements() {
		System.out.println("mean milliseconds of the most expensive statements");
		this.days.jdbc().sql("""
				SELECT round(mean_exec_time::numeric, 1), left(regexp_replace(query, '\\s+', ' ', 'g'), 110)
				  FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 16
				""").query((row) -> {
			System.out.printf("  %10s  %s%n", row.getString(1), row.getString(2));
		});
	}

	private void print(int payouts, long lines, List<Double> closing) throws IOException {
		System.out.printf("%nmedian (min–max) of %d pairs, seconds, %,d payouts, %,d lines, %,d MB of camt.053%n",
				closing.size(), payouts, lines, Files.size(this.file) / 1_000_000);
		row("file to breaks, all proofs included", closing);
		row("  " + INGEST, of(INGEST));
		for (ReconciliationStep step : ReconciliationStep.values()) {
			row("  " + step, of(step.name()));
		}
		List<Double> kept = of(KEPT);
		List<Double> reference = sum(of(COPIED), kept, 1);
		row("copy of the lines and one FULL JOIN, matches and breaks kept", reference);
		Spread ratio = ratio(reference, closing);
		System.out.printf("%-60s %s   target >= 0.5, reach for 0.8   %s%n", "ratio", ratio.text(2),
				(ratio.median() >= 0.8) ? "pass, reached" : (ratio.median() >= 0.5) ? "pass" : "FAIL");
		System.out.printf("%-60s %d MB%n", "peak heap above the start, most of all rounds",
				this.peaksMb.stream().mapToLong(Long::longValue).max().orElse(0));
		System.out.println("for comparison, without a target (docs/decisions/0020)");
		row("that FULL JOIN, lines already loaded", kept);
		row("its ratio to the whole closing", ratios(kept, closing));
		List<Double> matching = sum(sum(closing, of(INGEST), -1), of(ReconciliationStep.PROVE_BOOKS.name()), -1);
		row("loaded lines to breaks, without the proof of the books", matching);
		row("ratio of the FULL JOIN to that", ratios(kept, matching));
		row("the FULL JOIN only counted", of(COUNTED));
		row("ratio of the counted one to the whole closing", ratios(of(COUNTED), closing));
	}

	private static void row(String name, List<Double> figures) {
		System.out.printf("%-60s %s%n", name, Spread.of(figures).text(2));
	}

	private List<Double> of(String phase) {
		return this.phases.getOrDefault(phase, List.of());
	}

	private static List<Double> sum(List<Double> figures, List<Double> others, int sign) {
		return IntStream.range(0, figures.size()).mapToObj((i) -> figures.get(i) + sign * others.get(i)).toList();
	}

	private static Spread ratio(List<Double> references, List<Double> figures) {
		return Spread.of(ratios(references, figures));
	}

	private static List<Double> ratios(List<Double> references, List<Double> figures) {
		return IntStream.range(0, figures.size()).mapToObj((i) -> references.get(i) / figures.get(i)).toList();
	}

	/** Loads the statement from its file, closes the day and returns the seconds. */
	private double close(LocalDate day, long lines) throws Exception {
		openAgain(this.days.jdbc());
		System.gc();
		List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP)
			.toList();
		heap.forEach(MemoryPoolMXBean::resetPeakUsage);
		long before = heap.stream().mapToLong((pool) -> pool.getUsage().getUsed()).sum();
		double seconds = load(lines);
		keep(INGEST, seconds);
		ReconciliationRun run = this.days.close(day);
		long peak = heap.stream().mapToLong((pool) -> pool.getPeakUsage().getUsed()).sum();
		for (ReconciliationStep step : ReconciliationStep.values()) {
			double took = this.days.took().getOrDefault(step, Duration.ZERO).toNanos() / 1e9;
			keep(step.name(), took);
			seconds += took;
		}
		long peakMb = Math.max(0, peak - before) / 1_048_576;
		this.peaksMb.add(peakMb);
		System.out.printf("closed in %.2f s, unexplained %d paise, peak heap over the start %d MB%n", seconds,
				run.unexplainedPaise(), peakMb);
		if (!Long.valueOf(0).equals(run.unexplainedPaise())) {
			throw new IllegalStateException("The day has an unexplained difference: " + run);
		}
		return seconds;
	}

	private void keep(String phase, double seconds) {
		this.phases.computeIfAbsent(phase, (key) -> new ArrayList<>()).add(seconds);
	}

	/** Removes every statement and run, and what refers to them. */
	static void openAgain(JdbcClient jdbc) {
		jdbc.sql("SET session_replication_role = replica; TRUNCATE reconciliation_book, reconciliation_statement, "
				+ "reconciliation_figure, reconciliation_match_item, reconciliation_open_line, reconciliation_open_entry, "
				+ "reconciliation_late_entry, reconciliation_proposal, reconciliation_break, reconciliation_break_event, "
				+ "reconciliation_run_break, reconciliation_violation, reconciliation_resolution, reconciliation_reversal, "
				+ "reconciliation_revoked_item, reconciliation_proved_balance, reconciliation_report, reconciliation_run, "
				+ "reconciliation_comment, reconciliation_evidence, "
				+ "bank_statement_problem, bank_statement_line, bank_statement, statement_file; "
				+ "SET session_replication_role = origin")
			.update();
		jdbc.sql("CHECKPOINT").update();
	}

	/** Loads it as the job does after receiving the file. */
	private double load(long lines) throws Exception {
		StatementFiles files = this.platform.bean(StatementFiles.class);
		files.receive(new byte[32], "statement.xml", "statement.xml", Files.size(this.file), StatementSource.UPLOAD,
				null);
		ClaimedStatementFile claimed = files.claim(Duration.ofHours(1)).orElseThrow();
		long begin = System.nanoTime();
		int loaded = this.platform.bean(LoadStatements.class)
			.load(claimed, StatementFormat.CAMT053, (sink) -> ReadStatements.read(this.file, sink));
		double seconds = (System.nanoTime() - begin) / 1e9;
		if (loaded != lines) {
			throw new IllegalStateException(loaded + " of " + lines + " lines were loaded");
		}
		return seconds;
	}

}
