package dev.hundi.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.batch.statement.ReadStatements;
import dev.hundi.bench.seed.ReconciliationSeed;
import dev.hundi.bench.seed.StatementFile;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.reconciliation.Run;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.statement.ClaimedFile;
import dev.hundi.statement.LoadStatements;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementSource;

import org.springframework.util.FileSystemUtils;

/**
 * Loads the statement of a day of 1,000,000 payouts and 950,000 lines from its file and
 * closes the day, proofs and breaks and all, against one {@code FULL JOIN} of the two
 * tables, with as much memory. The two take turns; between them the statement is taken
 * away and the day opened again. With {@code faults}, puts in faults of every kind
 * instead and tells whether the runs named exactly those.
 */
final class ReconciliationBench {

	private static final int EACH = 2;

	private static final String ACCOUNT = "SBOX00000000001";

	private static final String INGEST = "INGEST";

	private final Platform platform;

	private final ClosedDays days;

	private final Path file;

	/** Seconds of each phase in each round. */
	private final Map<String, List<Double>> phases = new LinkedHashMap<>();

	private ReconciliationBench(Platform platform, ClosedDays days, Path file) {
		this.platform = platform;
		this.days = days;
		this.file = file;
	}

	static void main(List<String> options) throws Exception {
		boolean faults = !options.isEmpty() && options.getFirst().equals("faults");
		List<String> numbers = faults ? options.subList(1, options.size()) : options;
		int payouts = numbers.isEmpty() ? (faults ? 100_000 : 1_000_000) : Integer.parseInt(numbers.getFirst());
		int pairs = (numbers.size() > 1) ? Integer.parseInt(numbers.get(1)) : 6;
		Path data = Files.createTempDirectory(Files.createDirectories(Path.of("var")).toAbsolutePath(), "bench-books-");
		try (Platform platform = Platform.builder(data)
			.run(Application.BATCH, Application.Mode.OFF)
			.run(Application.STREAM, Application.Mode.OFF)
			.run(Application.API, Application.Mode.OFF)
			.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data).create("Asha Traders", 0, true);
			ClosedDays days = new ClosedDays(platform);
			days.jdbc().sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
			days.jdbc().sql("SELECT pg_reload_conf()").query(Boolean.class).single();
			if (faults) {
				faults(new InjectedFaults(platform, business, payouts, payouts / 500 * 2), payouts);
			}
			else {
				ReconciliationSeed seed = new ReconciliationSeed(days.jdbc(), business.businessId(),
						ClosedDays.account(platform));
				new ReconciliationBench(platform, days, data.resolve("statement.xml")).run(seed, payouts, pairs);
			}
		}
		finally {
			FileSystemUtils.deleteRecursively(data);
		}
	}

	private static void faults(InjectedFaults faults, int payouts) {
		List<String> mistakes = faults.mistakes();
		mistakes.stream().limit(50).forEach(System.out::println);
		System.out.printf("%,d payouts with faults of every kind: %d breaks wrongly named or missed%n", payouts,
				mistakes.size());
		if (!mistakes.isEmpty()) {
			throw new IllegalStateException("The run did not name exactly the faults that were put in");
		}
	}

	private void run(ReconciliationSeed seed, int payouts, int pairs) throws Exception {
		LocalDate day = ClosedDays.tuesday();
		System.out.printf("seeding %,d payouts and their statement ...%n", payouts);
		seed.create(day, payouts, EACH, 1);
		this.platform.bean(StatementAccounts.class).nameActive(ACCOUNT, null);
		StatementFile.write(this.platform.dataSource(), day, ACCOUNT, this.file);
		long lines = this.days.jdbc()
			.sql("SELECT line_count FROM bank_statement WHERE business_date = :day")
			.param("day", day)
			.query(Long.class)
			.single();
		close(day, lines);
		join("SELECT count(*) FROM");
		this.phases.clear();
		this.days.jdbc().sql("CREATE EXTENSION IF NOT EXISTS pg_stat_statements").update();
		this.days.jdbc().sql("SELECT pg_stat_statements_reset()").query().listOfRows();
		List<Double> closing = new ArrayList<>();
		List<Double> counted = new ArrayList<>();
		List<Double> kept = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			if (i % 2 == 0) {
				closing.add(close(day, lines));
			}
			counted.add(join("SELECT count(*) FROM"));
			kept.add(join("CREATE TABLE bench_joined AS SELECT * FROM"));
			this.days.jdbc().sql("DROP TABLE bench_joined").update();
			if (i % 2 == 1) {
				closing.add(close(day, lines));
			}
		}
		print(payouts, lines, closing, counted, kept);
		printStatements();
	}

	/** Where the database's time went, the costliest statements first. */
	private void printStatements() {
		System.out.println("mean milliseconds of the costliest statements");
		this.days.jdbc().sql("""
				SELECT round(mean_exec_time::numeric, 1), left(regexp_replace(query, '\\s+', ' ', 'g'), 110)
				  FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 16
				""").query((row) -> {
			System.out.printf("  %10s  %s%n", row.getString(1), row.getString(2));
		});
	}

	private void print(int payouts, long lines, List<Double> closing, List<Double> counted, List<Double> kept)
			throws IOException {
		System.out.printf("%nmedian (min–max) of %d pairs, seconds, %,d payouts, %,d lines, %,d MB of camt.053%n",
				closing.size(), payouts, lines, Files.size(this.file) / 1_000_000);
		System.out.printf("%-60s %s%n", "from the file to breaks, all proofs included", Spread.of(closing).text(2));
		this.phases.forEach((phase, seconds) -> System.out.printf("  %-58s %s%n", phase, Spread.of(seconds).text(2)));
		System.out.printf("%-60s %s%n", "one FULL JOIN of the two tables, counted", Spread.of(counted).text(2));
		Spread ratio = ratio(counted, closing);
		System.out.printf("%-60s %s   target >= 0.5, reach for 0.8   %s%n", "ratio", ratio.text(2),
				(ratio.median() >= 0.8) ? "pass, reached" : (ratio.median() >= 0.5) ? "pass" : "FAIL");
		System.out.printf("%-60s %s%n", "the same FULL JOIN with its rows kept in a table", Spread.of(kept).text(2));
		System.out.printf("%-60s %s%n", "ratio to that", ratio(kept, closing).text(2));
		List<Double> matching = new ArrayList<>();
		for (int i = 0; i < closing.size(); i++) {
			matching.add(closing.get(i) - phase(INGEST, i) - phase(ReconciliationStep.PROVE_BOOKS.name(), i));
		}
		System.out.printf("%-60s %s%n", "of it from loaded lines to breaks, without the proof of books",
				Spread.of(matching).text(2));
		System.out.printf("%-60s %s%n", "ratio of that to the counted FULL JOIN", ratio(counted, matching).text(2));
	}

	private double phase(String name, int round) {
		return this.phases.getOrDefault(name, List.of()).get(round);
	}

	private static Spread ratio(List<Double> references, List<Double> figures) {
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < figures.size(); i++) {
			ratios.add(references.get(i) / figures.get(i));
		}
		return Spread.of(ratios);
	}

	/** Loads the statement from its file and closes the day; answers the seconds. */
	private double close(LocalDate day, long lines) throws Exception {
		openAgain();
		System.gc();
		List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP)
			.toList();
		heap.forEach(MemoryPoolMXBean::resetPeakUsage);
		long before = heap.stream().mapToLong((pool) -> pool.getUsage().getUsed()).sum();
		double seconds = load(lines);
		keep(INGEST, seconds);
		Run run = this.days.close(day);
		long peak = heap.stream().mapToLong((pool) -> pool.getPeakUsage().getUsed()).sum();
		for (ReconciliationStep step : ReconciliationStep.values()) {
			double took = this.days.took().getOrDefault(step, Duration.ZERO).toNanos() / 1e9;
			keep(step.name(), took);
			seconds += took;
		}
		System.out.printf("closed in %.2f s, unexplained %d paise, peak heap over the start %d MB%n", seconds,
				run.unexplainedPaise(), Math.max(0, peak - before) / 1_048_576);
		if (!Long.valueOf(0).equals(run.unexplainedPaise())) {
			throw new IllegalStateException("The day is not explained: " + run);
		}
		return seconds;
	}

	private void keep(String phase, double seconds) {
		this.phases.computeIfAbsent(phase, (key) -> new ArrayList<>()).add(seconds);
	}

	private void openAgain() {
		this.days.jdbc()
			.sql("SET session_replication_role = replica; TRUNCATE reconciliation_book, reconciliation_statement, "
					+ "reconciliation_figure, reconciliation_match_item, reconciliation_open_line, reconciliation_open_entry, "
					+ "reconciliation_late_entry, reconciliation_proposal, reconciliation_break, reconciliation_break_event, "
					+ "reconciliation_run_break, reconciliation_violation, reconciliation_resolution, reconciliation_run, "
					+ "bank_statement_problem, bank_statement_line, bank_statement, statement_file; "
					+ "SET session_replication_role = origin")
			.update();
		this.days.jdbc().sql("CHECKPOINT").update();
	}

	/** As the job does it, once the file has been taken. */
	private double load(long lines) throws Exception {
		StatementFiles files = this.platform.bean(StatementFiles.class);
		files.receive(new byte[32], "statement.xml", "statement.xml", Files.size(this.file), StatementSource.UPLOAD,
				null);
		ClaimedFile claimed = files.claim(Duration.ofHours(1)).orElseThrow();
		long begin = System.nanoTime();
		int loaded = this.platform.bean(LoadStatements.class)
			.load(claimed, StatementFormat.CAMT053, (sink) -> ReadStatements.read(this.file, sink));
		double seconds = (System.nanoTime() - begin) / 1e9;
		if (loaded != lines) {
			throw new IllegalStateException("Of " + lines + " lines " + loaded + " were loaded");
		}
		return seconds;
	}

	private double join(String head) throws SQLException {
		this.days.jdbc().sql("VACUUM ANALYZE bank_statement_line").update();
		String sql = head + """
				 (SELECT p.business_id, p.payout_id, l.bank_statement_id, l.line_number
				    FROM payout p
				    FULL JOIN bank_statement_line l ON l.utr = p.utr AND l.amount_paise = p.amount_paise) AS joined
				""";
		try (Connection connection = this.platform.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("SET work_mem = '128MB'");
			long begin = System.nanoTime();
			statement.execute(sql);
			double seconds = (System.nanoTime() - begin) / 1e9;
			statement.execute("RESET work_mem");
			return seconds;
		}
	}

}
