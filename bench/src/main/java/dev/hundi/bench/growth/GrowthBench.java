package dev.hundi.bench.growth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.hundi.bench.growth.GrowthWork.Operation;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.secret.KeyFile;

/**
 * Compares the work of a day on top of many earlier payouts with the same work on top of
 * few: one database for each size on one server, which work alternately, A B B A. A day
 * that is closed has the same payouts at every size, and the day before is signed off.
 */
public final class GrowthBench {

	private static final double TARGET = 1.3;

	private static final double REACH = 1.1;

	/** What docker-compose.yml gives PostgreSQL. */
	private static final String DATABASE_MEMORY = "1GB";

	/**
	 * How much work is measured.
	 *
	 * @param rounds after the first, which is not counted
	 * @param payouts accepted and paid in a round
	 * @param payoutsADay of the closed days
	 */
	record Extent(int rounds, int payouts, int payoutsADay) {
	}

	private final List<GrowthDatabase> databases = new ArrayList<>();

	private final List<GrowthWork> work = new ArrayList<>();

	/** By operation, for each round the figures of all sizes. */
	private final Map<Operation, List<double[]>> figures = new EnumMap<>(Operation.class);

	private GrowthBench() {
	}

	/**
	 * Measures and prints.
	 * @param millions earlier payouts of each database, in millions, the fewest first
	 */
	public static void measure(List<Double> millions) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-growth")) {
			Map<Operation, List<double[]>> figures = run(data.path(),
					millions.stream().map((size) -> Math.round(size * 1_000_000)).toList(),
					new Extent(4, 2_000, 5_000));
			print(millions, figures);
		}
	}

	/**
	 * Fills the databases and works on them.
	 * @param sizes earlier payouts of each
	 * @return milliseconds by operation, for each round those of all sizes
	 */
	static Map<Operation, List<double[]>> run(Path directory, List<Long> sizes, Extent extent) throws Exception {
		GrowthBench bench = new GrowthBench();
		KeyFile.createIfMissing(directory.resolve("key-encryption-key.json"));
		try (PostgresServer server = PostgresServer.start(directory.resolve("postgres"), 0,
				directory.resolve("postgres.log"), DATABASE_MEMORY)) {
			try {
				bench.fill(server, directory, sizes, extent);
				for (int i = 0; i <= extent.rounds; i++) {
					bench.round(i);
				}
				for (GrowthDatabase database : bench.databases) {
					requireCorrectBooks(database);
				}
			}
			finally {
				bench.databases.forEach(GrowthDatabase::close);
			}
		}
		return bench.figures;
	}

	private void fill(PostgresServer server, Path directory, List<Long> sizes, Extent extent) {
		for (long payouts : sizes) {
			long begin = System.nanoTime();
			GrowthDatabase database = new GrowthDatabase(server, directory.resolve("key-encryption-key.json"),
					"payouts_" + payouts, payouts, extent.rounds + 1, extent.payoutsADay);
			this.databases.add(database);
			this.work.add(new GrowthWork(database, extent.payouts));
			System.out.printf("%,d earlier payouts seeded in %d s, %,d MB%n", payouts,
					Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
					database.jdbc()
						.sql("SELECT pg_database_size(current_database()) / 1000000")
						.query(Long.class)
						.single());
		}
	}

	/** The first round reads everything once, and its day proves the whole past. */
	private void round(int number) throws Exception {
		double[][] measured = new double[Operation.values().length][this.work.size()];
		for (int i = 0; i < this.work.size(); i++) {
			int size = (number % 2 == 0) ? i : this.work.size() - 1 - i;
			this.databases.get(size).jdbc().sql("CHECKPOINT").update();
			this.work.get(size).round().forEach((operation, figure) -> measured[operation.ordinal()][size] = figure);
		}
		if (number > 0) {
			for (Operation operation : Operation.values()) {
				this.figures.computeIfAbsent(operation, (key) -> new ArrayList<>()).add(measured[operation.ordinal()]);
			}
		}
	}

	static void requireCorrectBooks(GrowthDatabase database) {
		List<String> violations = database.jdbc()
			.sql("SELECT rule || ': ' || subject FROM money_violation LIMIT 10")
			.query(String.class)
			.list();
		if (!violations.isEmpty()) {
			throw new IllegalStateException("Money rules are broken: " + violations);
		}
	}

	private static void print(List<Double> millions, Map<Operation, List<double[]>> figures) {
		System.out.printf("%nmedian (min–max) of %d rounds; ratio to %s million earlier payouts%n%-44s",
				figures.getOrDefault(Operation.ACCEPT, List.of()).size(), text(millions.getFirst()), "");
		millions.forEach((size) -> System.out.printf("%-26s", text(size) + " million"));
		System.out.printf("%-22s %s%n", "ratio of the largest", "target, reach for");
		figures.forEach((operation, rounds) -> {
			System.out.printf("%-44s", operation.title());
			for (int i = 0; i < millions.size(); i++) {
				int size = i;
				System.out.printf("%-26s", Spread.of(rounds.stream().map((round) -> round[size]).toList()).text(3));
			}
			Spread ratio = ratio(rounds, millions.size() - 1);
			System.out.printf("%-22s <= %.2f, %.2f   %s%n", ratio.text(2), TARGET, REACH, verdict(rounds));
		});
	}

	/** One size is not compared with anything. */
	static String verdict(List<double[]> rounds) {
		int sizes = rounds.getFirst().length;
		if (sizes == 1) {
			return "not compared";
		}
		if (ratio(rounds, sizes - 1).median() <= REACH) {
			return "pass, reached";
		}
		return IntStream.range(1, sizes).allMatch((size) -> ratio(rounds, size).median() <= TARGET) ? "pass" : "FAIL";
	}

	/** Of a size to the smallest, round by round. */
	private static Spread ratio(List<double[]> rounds, int size) {
		return Spread.of(rounds.stream().map((round) -> round[size] / round[0]).toList());
	}

	private static String text(double millions) {
		return (millions == Math.rint(millions)) ? Long.toString(Math.round(millions)) : Double.toString(millions);
	}

}
