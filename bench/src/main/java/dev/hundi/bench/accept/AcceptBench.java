package dev.hundi.bench.accept;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bench.measure.Cost;
import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.Pgbench;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares signed {@code POST /v1/payouts} with distinct keys with the accept statement's
 * own SQL, run by pgbench on the same database with one payout per statement: rate,
 * latency at half that rate, and cost.
 * <p>
 * The two alternate, A B B A. No checkpoint falls into a measurement, so neither side
 * pays for full-page images. The signing client and the api share the cores with
 * PostgreSQL; pgbench has them to itself.
 */
public final class AcceptBench {

	private static final int CONNECTIONS = 16;

	private static final int BUSINESSES = 8;

	private static final int BENEFICIARIES_EACH = 8;

	private static final Duration WARM_UP = Duration.ofSeconds(20);

	private static final Duration RUN = Duration.ofSeconds(6).plus(Figures.SETTLING);

	private static final Duration RUN_ALONE = Duration.ofSeconds(2).plus(Figures.SETTLING);

	private final JdbcClient jdbc;

	private final PayoutLoad api;

	private final Pgbench pgbench;

	private final int pairs;

	private AcceptBench(JdbcClient jdbc, PayoutLoad api, Pgbench pgbench, int pairs) {
		this.jdbc = jdbc;
		this.api = api;
		this.pgbench = pgbench;
		this.pairs = pairs;
	}

	public static void measure(int pairs) throws Exception {
		Path program = Pgbench.find().orElse(null);
		if (program == null) {
			System.err.println("The reference is pgbench, and this machine has none on the PATH or under "
					+ "/usr/lib/postgresql. On Debian and Ubuntu it comes with: apt-get install postgresql");
			System.exit(2);
			return;
		}
		try (RunDirectory data = RunDirectory.create("bench-accept");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.writes=off")
					.start()) {
			List<PayoutTarget> targets = targets(platform, data.path());
			Path script = Files.writeString(data.path().resolve("accept.sql"), AcceptScript.of(targets));
			new AcceptBench(JdbcClient.create(platform.dataSource()), new PayoutLoad(platform.apiUrl(), targets),
					new Pgbench(program, platform, script), pairs)
				.run();
		}
	}

	/** Creates beneficiaries of several new businesses. */
	public static List<PayoutTarget> targets(Platform platform, Path data) {
		return targets(platform, data, 0);
	}

	/** Creates the same with a balance in each wallet, in paise. */
	public static List<PayoutTarget> targets(Platform platform, Path data, long balancePaise) {
		return targets(platform, data, balancePaise, BUSINESSES, BENEFICIARIES_EACH);
	}

	static List<PayoutTarget> targets(Platform platform, Path data, long balancePaise, int count,
			int beneficiariesEach) {
		List<PayoutTarget> targets = new ArrayList<>();
		DemoBusinesses businesses = new DemoBusinesses(platform, data);
		for (int i = 0; i < count; i++) {
			DemoBusiness business = businesses.create("Bench " + i, balancePaise, true);
			MerchantClient merchant = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());
			for (int account = 0; account < beneficiariesEach; account++) {
				String beneficiary = merchant
					.post("/v1/beneficiaries",
							Map.of("name", "Bench", "phoneNumber", "9876543210", "accountNumber",
									Integer.toString(100_000_000 + account), "ifsc", "HDFC0000001"))
					.expect(201)
					.data()
					.path("beneficiaryId")
					.asString();
				targets.add(new PayoutTarget(business.businessId(), business.apiKey(), business.signingKey(),
						UUID.fromString(beneficiary)));
			}
		}
		return targets;
	}

	private void run() throws Exception {
		withoutCheckpoints(this.jdbc);
		this.api.closedLoop(CONNECTIONS, WARM_UP);
		this.pgbench.closedLoop(CONNECTIONS, RUN_ALONE);
		// Statistics from when the tables were empty are stale.
		this.jdbc.sql("ANALYZE").update();

		Pairs busy = pairs(() -> this.api.closedLoop(CONNECTIONS, RUN),
				() -> this.pgbench.closedLoop(CONNECTIONS, RUN));
		double half = busy.api(Measured::perSecond).median() / 2;
		Pairs calm = pairs(() -> this.api.openLoop(CONNECTIONS, half, RUN),
				() -> this.pgbench.openLoop(CONNECTIONS, half, RUN));
		Pairs alone = pairs(() -> this.api.closedLoop(1, RUN_ALONE), () -> this.pgbench.closedLoop(1, RUN_ALONE));
		print(busy, calm, half, alone);
	}

	/** No later checkpoint makes one side pay for full-page images. */
	static void withoutCheckpoints(JdbcClient jdbc) {
		jdbc.sql("ALTER SYSTEM SET checkpoint_timeout = '1h'").update();
		jdbc.sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
		jdbc.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
		jdbc.sql("CHECKPOINT").update();
	}

	private Pairs pairs(Load api, Load reference) throws Exception {
		Pairs pairs = new Pairs();
		for (int i = 0; i < this.pairs; i++) {
			if (i % 2 == 0) {
				Measured first = measure(api);
				pairs.add(first, measure(reference));
			}
			else {
				Measured first = measure(reference);
				pairs.add(measure(api), first);
			}
		}
		return pairs;
	}

	private Measured measure(Load load) throws Exception {
		Cost before = Cost.soFar(this.jdbc);
		Figures figures = load.run();
		return new Measured(figures, Cost.soFar(this.jdbc).since(before));
	}

	private void print(Pairs busy, Pairs calm, double half, Pairs alone) {
		System.out.printf("%nmedian (min–max) of %d pairs%n%-44s %-26s %-26s %-20s %-22s%n", this.pairs, "accept",
				"api", "pgbench", "ratio", "target, reach for");
		double rate = busy.ratio(Measured::perSecond).median();
		row("payouts a second, 16 connections", busy, Measured::perSecond, 0, ">= 0.50, 1.00",
				verdict(rate >= 0.5, rate >= 1));
		double p99 = calm.api(Measured::p99Ms).median();
		double reference = calm.reference(Measured::p99Ms).median();
		row("p99 in ms, at %,.0f a second".formatted(half), calm, Measured::p99Ms, 2,
				"<= %.1f, %.1f ms".formatted(2 * reference + 3, 1.3 * reference + 1),
				verdict(p99 <= 2 * reference + 3, p99 <= 1.3 * reference + 1));
		row("p50 in ms, at %,.0f a second".formatted(half), calm, Measured::p50Ms, 2, "", "");
		double statements = alone.api(Measured::statementsPerPayout).median();
		row("statements for a payout, 1 connection", alone, Measured::statementsPerPayout, 2, "1",
				verdict(statements <= 1, statements <= 1));
		row("statements for a payout, 16 connections", busy, Measured::statementsPerPayout, 2, "", "");
		double wal = alone.ratio(Measured::walBytesPerPayout).median();
		row("WAL bytes for a payout, 1 connection", alone, Measured::walBytesPerPayout, 0, "<= 1.20, 1.05",
				verdict(wal <= 1.2, wal <= 1.05));
		row("WAL bytes for a payout, 16 connections", busy, Measured::walBytesPerPayout, 0, "", "");
	}

	private static void row(String name, Pairs pairs, Figure figure, int decimals, String target, String verdict) {
		System.out.printf("%-44s %-26s %-26s %-20s %-22s %s%n", name, pairs.api(figure).text(decimals),
				pairs.reference(figure).text(decimals), pairs.ratio(figure).text(2), target, verdict);
	}

	private static String verdict(boolean passed, boolean reached) {
		return reached ? "pass, reached" : passed ? "pass" : "FAIL";
	}

	private interface Load {

		Figures run() throws Exception;

	}

	private interface Figure {

		double of(Measured measured);

	}

	private record Measured(Figures figures, Cost cost) {

		double perSecond() {
			return this.figures.perSecond();
		}

		double p50Ms() {
			return this.figures.p50Ms();
		}

		double p99Ms() {
			return this.figures.p99Ms();
		}

		double statementsPerPayout() {
			return this.cost.statements() / (double) this.figures.requests();
		}

		double walBytesPerPayout() {
			return this.cost.walBytes() / (double) this.figures.requests();
		}

	}

	private static final class Pairs {

		private final List<Measured> api = new ArrayList<>();

		private final List<Measured> reference = new ArrayList<>();

		void add(Measured api, Measured reference) {
			this.api.add(api);
			this.reference.add(reference);
		}

		Spread api(Figure figure) {
			return Spread.of(this.api.stream().map(figure::of).toList());
		}

		Spread reference(Figure figure) {
			return Spread.of(this.reference.stream().map(figure::of).toList());
		}

		Spread ratio(Figure figure) {
			List<Double> ratios = new ArrayList<>();
			for (int i = 0; i < this.api.size(); i++) {
				ratios.add(figure.of(this.api.get(i)) / figure.of(this.reference.get(i)));
			}
			return Spread.of(ratios);
		}

	}

}
