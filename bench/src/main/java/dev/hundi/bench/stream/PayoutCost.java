package dev.hundi.bench.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.hundi.bench.stream.DatabaseUse.Statement;
import dev.hundi.bench.stream.DatabaseUse.Table;
import dev.hundi.bench.stream.DatabaseUse.WalRecords;
import dev.hundi.text.Beginning;

/**
 * What a payout costs from its acceptance to its last webhook, on average over a run.
 *
 * @param indexes never scanned since the platform started
 */
record PayoutCost(long payouts, ProcessorTimes processor, DatabaseUse database, List<WalRecords> wal,
		List<String> indexes) {

	private static final int STATEMENTS = 20;

	private static final int LONGEST_TEXT = 110;

	private static final Set<String> INDEX_ENTRIES = Set.of("Btree/INSERT_LEAF", "Btree/INSERT_POST", "Btree/SPLIT_L",
			"Btree/SPLIT_R", "Gin/INSERT", "Gin/INSERT_LISTPAGE", "Gin/UPDATE_META_PAGE");

	private static final Set<String> HEAP_ROWS = Set.of("Heap/INSERT", "Heap/INSERT+INIT", "Heap/UPDATE",
			"Heap/UPDATE+INIT", "Heap/HOT_UPDATE", "Heap/HOT_UPDATE+INIT", "Heap/DELETE");

	void print() {
		System.out.printf(
				"%nA payout, from its acceptance to its second webhook, with indexing meanwhile (mean of %,d)%n",
				this.payouts);
		System.out.printf("  %-46s %10s %10s%n", "", "", "without JIT");
		processorRow("processor time, ms", this.processor.totalMs(), this.processor.totalJitMs());
		this.processor.ms()
			.forEach((name, ms) -> processorRow("  " + name, ms, this.processor.jitMs().getOrDefault(name, 0.0)));
		row("  of which JIT compilers", this.processor.totalJitMs());
		row("planning, ms", this.database.planningMs());
		row("statements", this.database.calls());
		row("round trips", this.database.roundTrips());
		row("buffers touched", this.database.buffers());
		row("autovacuum: vacuum, ms with pauses", tables(Table::vacuumMs));
		row("autovacuum: analyze, ms with pauses", tables(Table::analyzeMs));
		row("WAL, bytes without full-page images", wal(WalRecords::bytes));
		row("WAL, bytes of full-page images", wal(WalRecords::imageBytes));
		row("WAL records", wal(WalRecords::count));
		row("commits", count(Set.of("Transaction/COMMIT")));
		row("rows written (heap)", count(HEAP_ROWS));
		row("row locks", count(Set.of("Heap/LOCK")));
		row("index entries written", count(INDEX_ENTRIES));
		printTables();
		printFunctions();
		printStatements();
		System.out.println("indexes that were never scanned: " + String.join(", ", this.indexes));
	}

	private void row(String name, double total) {
		System.out.printf(Locale.ROOT, "  %-46s %10.2f%n", name, total / this.payouts);
	}

	/** The JIT compilers end their work some time after a start. */
	private void processorRow(String name, double total, double jit) {
		System.out.printf(Locale.ROOT, "  %-46s %10.2f %10.2f%n", name, total / this.payouts,
				(total - jit) / this.payouts);
	}

	private long wal(ToLongFunction<WalRecords> figure) {
		return this.wal.stream().mapToLong(figure).sum();
	}

	private double tables(ToDoubleFunction<Table> figure) {
		return this.database.tables().values().stream().mapToDouble(figure).sum();
	}

	private long count(Set<String> types) {
		return this.wal.stream().filter((records) -> types.contains(records.type())).mapToLong(WalRecords::count).sum();
	}

	private void printTables() {
		System.out.printf("%n  %-34s %9s %9s %9s %9s %12s %10s %10s%n", "table, rows a payout", "inserted", "updated",
				"HOT", "deleted", "scanned", "vacuum µs", "analyze µs");
		this.database.tables().forEach((name, table) -> {
			if (table.inserted() + table.updated() + table.deleted() > this.payouts / 100
					|| table.scanned() > this.payouts) {
				System.out.printf(Locale.ROOT, "  %-34s %9.2f %9.2f %9s %9.2f %12.2f %10.1f %10.1f%n", name,
						each(table.inserted()), each(table.updated()), hotShare(table), each(table.deleted()),
						each(table.scanned()), each(1000 * table.vacuumMs()), each(1000 * table.analyzeMs()));
			}
		});
	}

	private static String hotShare(Table table) {
		return (table.updated() == 0) ? "-" : Math.round(100.0 * table.hot() / table.updated()) + " %";
	}

	private void printFunctions() {
		System.out.printf("%n  %-46s %10s %10s%n", "function", "calls", "µs");
		this.database.functions()
			.forEach((name, function) -> System.out.printf(Locale.ROOT, "  %-46s %10.3f %10.1f%n", name,
					each(function.calls()), each(1000 * function.ms())));
	}

	private void printStatements() {
		System.out.printf("%n  %8s %8s %8s %8s %8s %9s %9s  %s%n", "calls", "buffers", "µs", "plans", "plan µs",
				"buffers/c", "rows/call", "statement, by time (each a payout but the last two)");
		this.database.statements()
			.entrySet()
			.stream()
			.sorted(Comparator.comparingDouble((Map.Entry<String, Statement> entry) -> -entry.getValue().ms()))
			.limit(STATEMENTS)
			.forEach((entry) -> {
				Statement statement = entry.getValue();
				System.out.printf(Locale.ROOT, "  %8.3f %8.1f %8.1f %8.3f %8.1f %9.1f %9.1f  %s%n",
						each(statement.calls()), each(statement.buffers()), each(1000 * statement.ms()),
						each(statement.plans()), each(1000 * statement.planningMs()),
						statement.buffers() / (double) statement.calls(), statement.rows() / (double) statement.calls(),
						Beginning.of(entry.getKey(), LONGEST_TEXT));
			});
	}

	private double each(double total) {
		return total / this.payouts;
	}

}
