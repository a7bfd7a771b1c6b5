package dev.hundi.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.hundi.bench.seed.ReconciliationSeed;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.reconciliation.Run;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;

import org.springframework.util.FileSystemUtils;

/**
 * Closes a day of 1,000,000 payouts and 950,000 lines, against one {@code FULL JOIN} of
 * the two tables. The two take turns; the day is opened again between. With
 * {@code faults}, puts in faults of every kind instead and tells whether the runs named
 * exactly those.
 */
final class ReconciliationBench {

	private static final int EACH = 2;

	private final ClosedDays days;

	private final ReconciliationSeed seed;

	private final Map<ReconciliationStep, List<Double>> steps = new EnumMap<>(ReconciliationStep.class);

	private ReconciliationBench(ClosedDays days, ReconciliationSeed seed) {
		this.days = days;
		this.seed = seed;
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
				new ReconciliationBench(days,
						new ReconciliationSeed(days.jdbc(), business.businessId(), ClosedDays.account(platform)))
					.run(payouts, pairs);
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

	private void run(int payouts, int pairs) {
		LocalDate day = ClosedDays.tuesday();
		System.out.printf("seeding %,d payouts and their statement ...%n", payouts);
		this.seed.create(day, payouts, EACH, 1);
		long lines = this.days.jdbc()
			.sql("SELECT line_count FROM bank_statement WHERE business_date = :day")
			.param("day", day)
			.query(Long.class)
			.single();
		close(day);
		join("SELECT count(*) FROM");
		List<Double> closing = new ArrayList<>();
		List<Double> counted = new ArrayList<>();
		List<Double> kept = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		List<Double> keptRatios = new ArrayList<>();
		this.steps.clear();
		for (int i = 0; i < pairs; i++) {
			if (i % 2 == 0) {
				closing.add(close(day));
			}
			counted.add(join("SELECT count(*) FROM"));
			kept.add(join("CREATE TABLE bench_joined AS SELECT * FROM"));
			this.days.jdbc().sql("DROP TABLE bench_joined").update();
			if (i % 2 == 1) {
				closing.add(close(day));
			}
			ratios.add(counted.getLast() / closing.getLast());
			keptRatios.add(kept.getLast() / closing.getLast());
		}
		print(payouts, lines, closing, counted, ratios, kept, keptRatios);
	}

	private void print(int payouts, long lines, List<Double> closing, List<Double> counted, List<Double> ratios,
			List<Double> kept, List<Double> keptRatios) {
		System.out.printf("%nmedian (min–max) of %d pairs, seconds, %,d payouts, %,d lines%n", closing.size(), payouts,
				lines);
		System.out.printf("%-60s %s%n", "from loaded lines to breaks (all steps but the proof of books)",
				Spread.of(closing).text(2));
		System.out.printf("%-60s %s%n", "one FULL JOIN of the two tables, counted", Spread.of(counted).text(2));
		double ratio = Spread.of(ratios).median();
		System.out.printf("%-60s %s   target >= 0.5, reach for 0.8   %s%n", "ratio", Spread.of(ratios).text(2),
				(ratio >= 0.8) ? "pass, reached" : (ratio >= 0.5) ? "pass" : "FAIL");
		System.out.printf("%-60s %s%n", "the same FULL JOIN with its rows kept in a table", Spread.of(kept).text(2));
		System.out.printf("%-60s %s%n", "ratio to that", Spread.of(keptRatios).text(2));
		this.steps
			.forEach((step, seconds) -> System.out.printf("  %-58s %s%n", step.name(), Spread.of(seconds).text(2)));
	}

	/** Closes the day from its loaded lines; the proof of books is told apart. */
	private double close(LocalDate day) {
		this.days.jdbc()
			.sql("SET session_replication_role = replica; TRUNCATE reconciliation_book, reconciliation_statement, "
					+ "reconciliation_figure, reconciliation_match_item, reconciliation_open_line, reconciliation_open_entry, "
					+ "reconciliation_late_entry, reconciliation_proposal, reconciliation_break, reconciliation_break_event, "
					+ "reconciliation_run_break, reconciliation_violation, reconciliation_resolution, reconciliation_run; "
					+ "SET session_replication_role = origin")
			.update();
		this.days.jdbc().sql("CHECKPOINT").update();
		System.gc();
		List<MemoryPoolMXBean> heap = ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP)
			.toList();
		heap.forEach(MemoryPoolMXBean::resetPeakUsage);
		long before = heap.stream().mapToLong((pool) -> pool.getUsage().getUsed()).sum();
		Run run = this.days.close(day);
		long peak = heap.stream().mapToLong((pool) -> pool.getPeakUsage().getUsed()).sum();
		double seconds = 0;
		for (Map.Entry<ReconciliationStep, Duration> step : this.days.took().entrySet()) {
			double took = step.getValue().toNanos() / 1e9;
			this.steps.computeIfAbsent(step.getKey(), (key) -> new ArrayList<>()).add(took);
			seconds += (step.getKey() == ReconciliationStep.PROVE_BOOKS) ? 0 : took;
		}
		System.out.printf("closed in %.2f s, unexplained %d paise, peak heap over the start %d MB%n", seconds,
				run.unexplainedPaise(), Math.max(0, peak - before) / 1_048_576);
		return seconds;
	}

	private double join(String head) {
		long begin = System.nanoTime();
		String sql = head + """
				 (SELECT p.business_id, p.payout_id, l.bank_statement_id, l.line_number
				    FROM payout p
				    FULL JOIN bank_statement_line l ON l.utr = p.utr AND l.amount_paise = p.amount_paise) AS joined
				""";
		if (head.startsWith("CREATE")) {
			this.days.jdbc().sql(sql).update();
		}
		else {
			this.days.jdbc().sql(sql).query(Long.class).single();
		}
		return (System.nanoTime() - begin) / 1e9;
	}

}
