package dev.hundi.bench;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.hundi.bench.accept.AcceptBench;
import dev.hundi.bench.accept.IndexingBench;
import dev.hundi.bench.accept.LimitsBench;
import dev.hundi.bench.bulk.BulkBench;
import dev.hundi.bench.crash.CrashCampaign;
import dev.hundi.bench.export.ExportBench;
import dev.hundi.bench.growth.GrowthBench;
import dev.hundi.bench.portal.PortalBench;
import dev.hundi.bench.reconciliation.ReconciliationBench;
import dev.hundi.bench.reconciliation.StatementBench;
import dev.hundi.bench.search.SearchBench;
import dev.hundi.bench.stream.DebitBench;
import dev.hundi.bench.stream.StreamBench;
import dev.hundi.bench.stream.StreamDelay;
import dev.hundi.bench.webhook.WebhookBench;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code ./hundi bench} and {@code ./hundi crash}: one command a benchmark, each of which
 * prints a table. Exit codes: 0 done, 1 failed or a violation, 2 usage error.
 */
@Command(name = "./hundi", synopsisSubcommandLabel = "COMMAND",
		description = "Benchmarks, each with a baseline measured in the same run, and the crash campaign.")
public final class Bench {

	private static final String DEFAULT = "Default: ${DEFAULT-VALUE}.";

	private static final String PAIRS = "Pairs of runs: figure and baseline. " + DEFAULT;

	@Option(names = { "-h", "--help" }, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
	boolean help;

	private Bench() {
	}

	public static void main(String[] args) {
		System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
		SLF4JBridgeHandler.removeHandlersForRootLogger();
		SLF4JBridgeHandler.install();
		if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
			root.setLevel(Level.WARN);
			// It logs every server that a benchmark kills on purpose.
			root.getLoggerContext().getLogger("io.zonky.test").setLevel(Level.OFF);
		}
		System.exit(commands().execute(args));
	}

	static CommandLine commands() {
		return new CommandLine(new Bench())
			.addSubcommand(
					new CommandLine(new Benchmarks()).addSubcommand(new Bulk()).addSubcommand(new Reconciliation()))
			.setExpandAtFiles(false)
			.setCaseInsensitiveEnumValuesAllowed(true)
			.setUsageHelpAutoWidth(true);
	}

	@Command(
			description = "Kills processes, deletes Kafka's data, drops slot and publication under load, then verifies "
					+ "every money invariant.")
	int crash(
			@Option(names = "--kills", paramLabel = "N", defaultValue = "200", converter = Positive.class,
					description = "Number of faults. Default: ${DEFAULT-VALUE}.") int kills,
			@Option(names = "--seed", paramLabel = "S",
					description = "Chooses victims and pauses. Default: random.") @Nullable Long seed)
			throws Exception {
		return CrashCampaign.succeeds(kills, (seed != null) ? seed : System.nanoTime()) ? 0 : 1;
	}

	/** A count, which is at least one. */
	private static final class Positive implements ITypeConverter<Integer> {

		@Override
		public Integer convert(String value) {
			if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) == 0) {
				throw new TypeConversionException("'" + value + "' is not a whole number of 1 or more");
			}
			return Integer.valueOf(value);
		}

	}

	/** A count of webhooks, at least one for each business of the benchmark. */
	private static final class Webhooks implements ITypeConverter<Integer> {

		@Override
		public Integer convert(String value) {
			int count = new Positive().convert(value);
			if (count < WebhookBench.BUSINESSES) {
				throw new TypeConversionException(
						"'%s' is less than %d, the number of businesses".formatted(value, WebhookBench.BUSINESSES));
			}
			return count;
		}

	}

	/** A number of millions, at least a thousand payouts. */
	private static final class Millions implements ITypeConverter<Double> {

		@Override
		public Double convert(String value) {
			if (!value.matches("[0-9]{1,3}([.][0-9]{1,3})?") || Double.parseDouble(value) < 0.001) {
				throw new TypeConversionException("'" + value + "' is not a number of millions such as 0.1");
			}
			return Double.valueOf(value);
		}

	}

	@Command(name = "bench", synopsisSubcommandLabel = "BENCHMARK", description = "Runs one benchmark.")
	static final class Benchmarks {

		@Command(description = "Accepted payouts per second, latency and CPU, against pgbench.")
		void accept(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			AcceptBench.measure(pairs);
		}

		@Command(description = "Batched debits of one busy wallet, against one payout per transaction.")
		void debit(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			DebitBench.measure(pairs);
		}

		@Command(description = "Delay from the commit of an accepted payout to the bank request.")
		void delay(
				@Parameters(arity = "0..1", paramLabel = "PAYOUTS", defaultValue = "500", converter = Positive.class,
						description = DEFAULT) int payouts,
				@Option(names = "--warm-up", paramLabel = "S", defaultValue = "240", converter = Positive.class,
						description = "Seconds of load before, for the JIT compilers. " + DEFAULT) int warmUp)
				throws Exception {
			StreamDelay.measure(payouts, Duration.ofSeconds(warmUp));
		}

		@Command(description = "Searches and deep pages for a business with many payouts.")
		void search(@Parameters(arity = "0..1", paramLabel = "PAYOUTS", defaultValue = "1000000",
				converter = Positive.class, description = DEFAULT) int payouts) throws Exception {
			SearchBench.measure(payouts);
		}

		@Command(description = "Accepts with and without writing the search index.")
		void indexing(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			IndexingBench.measure(pairs);
		}

		@Command(description = "Accepts with and without rate limits.")
		void limits(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "12", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			LimitsBench.measure(pairs);
		}

		@Command(
				description = "New and redelivered webhooks signed, sent and recorded per second, against plain POSTs; "
						+ "with one endpoint hanging.")
		void webhooks(
				@Parameters(index = "0", arity = "0..1", paramLabel = "PAIRS", defaultValue = "6",
						converter = Positive.class, description = PAIRS) int pairs,
				@Parameters(index = "1", arity = "0..1", paramLabel = "WEBHOOKS", defaultValue = "40000",
						converter = Webhooks.class, description = DEFAULT) int webhooks,
				@Option(names = "--only", paramLabel = "PART", split = ",",
						description = "${COMPLETION-CANDIDATES}. Default: all.") @Nullable Set<WebhookBench.Part> only)
				throws Exception {
			WebhookBench.measure(pairs, webhooks, (only != null) ? only : EnumSet.allOf(WebhookBench.Part.class));
		}

		@Command(
				description = "Whether payouts settle as fast as they are accepted, at rising rates until one fails, and what a payout "
						+ "costs at each: processor time, buffers, statements, WAL and rows.")
		void stream(
				@Parameters(arity = "0..*", paramLabel = "RATES",
						defaultValue = "50 100 150 200 300 400 600 800 1000 1100", split = " ",
						converter = Positive.class, description = "Payouts per second. " + DEFAULT) List<Integer> rates,
				@Option(names = "--seconds", paramLabel = "S", defaultValue = "24", converter = Positive.class,
						description = "Duration of each rate. " + DEFAULT) int seconds,
				@Option(names = "--warm-up", paramLabel = "S", defaultValue = "240", converter = Positive.class,
						description = "Seconds before the first rate; the JIT compilers need about four minutes on two cores. "
								+ DEFAULT) int warmUp)
				throws Exception {
			StreamBench.measure(rates, Duration.ofSeconds(seconds), Duration.ofSeconds(warmUp));
		}

		@Command(description = "Pages of the portals: lists, searches and a payout of a business with many payouts, "
				+ "and the worklist of breaks.")
		void portal(
				@Parameters(index = "0", arity = "0..1", paramLabel = "PAYOUTS", defaultValue = "1000000",
						converter = Positive.class, description = DEFAULT) int payouts,
				@Parameters(index = "1", arity = "0..1", paramLabel = "BREAKS", defaultValue = "50000",
						converter = Positive.class, description = DEFAULT) int breaks)
				throws Exception {
			PortalBench.measure(payouts, breaks);
		}

		@Command(description = "What accept, debit, settle, search, webhooks and closing cost on top of many earlier "
				+ "payouts, against the same on top of few.")
		void growth(
				@Parameters(arity = "0..1", paramLabel = "SIZES", defaultValue = "0.1,1,10", split = ",",
						converter = Millions.class,
						description = "Earlier payouts in millions, the fewest first. " + DEFAULT) List<Double> sizes)
				throws Exception {
			GrowthBench.measure(sizes);
		}

		@Command(description = "Load a camt.053 file with 100,000 entries, against a bare StAX walk.")
		void statement(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			StatementBench.measure(pairs);
		}

		@Command(name = "export",
				description = "Export 50,000 movements as csv, xls and pdf, against the minimum for " + "each format.")
		void export(@Parameters(arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS) int pairs) throws Exception {
			ExportBench.measure(pairs);
		}

	}

	/** {@code ./hundi bench bulk}. */
	@Command(name = "bulk", description = "Load and release rows; memory for large files; API latency meanwhile.")
	static final class Bulk implements Callable<Integer> {

		@Parameters(index = "0", arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS)
		int pairs;

		@Parameters(index = "1", arity = "0..1", paramLabel = "ROWS", defaultValue = "100000",
				converter = Positive.class, description = DEFAULT)
		int rows;

		@Override
		public Integer call() throws Exception {
			BulkBench.measure(this.pairs, this.rows);
			return 0;
		}

		@Command(description = "Only the API latency while a bulk file is released, after a file of half as many rows.")
		void overtake(
				@Parameters(index = "0", arity = "0..1", paramLabel = "SAMPLES", defaultValue = "30",
						converter = Positive.class, description = DEFAULT) int samples,
				@Parameters(index = "1", arity = "0..1", paramLabel = "ROWS", defaultValue = "100000",
						converter = Positive.class, description = DEFAULT) int rows)
				throws Exception {
			BulkBench.overtake(samples, rows);
		}

		@Command(description = "Release a bulk file while batch-jobs is killed repeatedly.")
		void kills(
				@Parameters(index = "0", arity = "0..1", paramLabel = "ROWS", defaultValue = "100000",
						converter = Positive.class, description = DEFAULT) int rows,
				@Parameters(index = "1", arity = "0..1", paramLabel = "KILLS", defaultValue = "20",
						converter = Positive.class, description = DEFAULT) int kills)
				throws Exception {
			BulkBench.kills(rows, kills);
		}

	}

	/** {@code ./hundi bench reconciliation}. */
	@Command(name = "reconciliation",
			description = "Load the statement of many payouts and close the day, against one FULL JOIN.")
	static final class Reconciliation implements Callable<Integer> {

		@Parameters(index = "0", arity = "0..1", paramLabel = "PAYOUTS", defaultValue = "1000000",
				converter = Positive.class, description = DEFAULT)
		int payouts;

		@Parameters(index = "1", arity = "0..1", paramLabel = "PAIRS", defaultValue = "6", converter = Positive.class,
				description = PAIRS)
		int pairs;

		@Override
		public Integer call() throws Exception {
			ReconciliationBench.measure(this.payouts, this.pairs);
			return 0;
		}

		@Command(description = "Whether reconciliation reports exactly the injected faults.")
		void faults(@Parameters(arity = "0..1", paramLabel = "PAYOUTS", defaultValue = "100000",
				converter = Positive.class, description = DEFAULT) int payouts) throws Exception {
			ReconciliationBench.faults(payouts);
		}

	}

}
