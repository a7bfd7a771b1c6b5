package dev.hundi.bench.portal;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.reconciliation.ClosedDays;
import dev.hundi.bench.seed.BreakSeed;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.bench.seed.SearchSeed;
import dev.hundi.bench.seed.SeededFields;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.DemoPerson;
import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import dev.hundi.time.India;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures pages of both portals for signed-in people, one request at a time over HTTP on
 * this machine, to the last byte of the page: lists, searches and a payout of a business
 * with a long history, and the worklist of breaks.
 */
public final class PortalBench {

	/** Requests before those that are measured, at most as many. */
	private static final int WARM_UP = 20;

	private static final int LIST_MS = 100;

	private static final int SEARCH_MS = 150;

	private static final String WORKLIST = "/finance/breaks";

	private final JdbcClient jdbc;

	private final DemoBusiness business;

	private final int requests;

	private final SeededFields fields;

	private final Random random = new Random(20_261_123);

	private final List<Row> rows = new ArrayList<>();

	/**
	 * A line of the table.
	 *
	 * @param nanos of the requests, in ascending order
	 */
	record Row(String name, int targetMs, long[] nanos) {

		double percentileMs(int percent) {
			return this.nanos[Math.min(this.nanos.length - 1, this.nanos.length * percent / 100)] / 1e6;
		}

		private void print() {
			System.out.printf("%-52s%9.1f ms%9.1f ms%9.1f ms%9d ms  %s%n", this.name, percentileMs(50),
					percentileMs(95), percentileMs(99), this.targetMs,
					(percentileMs(95) <= this.targetMs) ? "pass" : "FAIL");
		}

	}

	private PortalBench(Platform platform, DemoBusiness business, int payouts, int requests) {
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.business = business;
		this.requests = requests;
		this.fields = new SeededFields(this.jdbc, business.businessId(), payouts, this.random);
	}

	/** Measures and prints. */
	public static void measure(int payouts, int breaks) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-portal")) {
			run(data.path(), payouts, breaks, 100);
		}
	}

	/**
	 * Fills a platform and requests each page so many times.
	 * @return the lines of the table
	 */
	static List<Row> run(Path data, int payouts, int breaks, int requests) throws Exception {
		try (Platform platform = Platform.builder(data)
			.without(Part.KAFKA, Part.BANK)
			.run(Application.API, Application.Mode.OFF)
			.run(Application.BATCH, Application.Mode.OFF)
			.run(Application.STREAM, Application.Mode.OFF)
			.run(Application.PORTAL, Application.Mode.CHILD_PROCESS)
			.run(Application.STAFF, Application.Mode.CHILD_PROCESS)
			.start()) {
			DemoBusinesses businesses = new DemoBusinesses(platform, data);
			DemoBusiness large = businesses.create("Large", 0, true);
			JdbcClient jdbc = JdbcClient.create(platform.dataSource());
			System.out.printf("seeding %,d payouts, %,d beneficiaries, %,d breaks ...%n", payouts, payouts / 10,
					breaks);
			SearchSeed seed = new SearchSeed(jdbc, large.businessId());
			seed.beneficiaries(payouts / 10);
			seed.payouts(payouts);
			SearchIndex.seal(platform.dataSource());
			seed.movements(payouts);
			ClosedDays.account(platform);
			BreakSeed.create(jdbc, India.dateOf(Instant.now()).minusDays(1), breaks);
			PortalBench bench = new PortalBench(platform, large, payouts, requests);
			System.out.printf("%n%-52s%12s%12s%12s%12s%n", "one request at a time, " + requests + " each", "p50", "p95",
					"p99", "target p95");
			try (SignedInPerson owner = new SignedInPerson(platform.url(Part.PORTAL),
					person(large.portalUsers(), "OWNER"))) {
				bench.merchant(owner, payouts);
			}
			try (SignedInPerson maker = new SignedInPerson(platform.url(Part.STAFF),
					person(businesses.staff(), "FINANCE_MAKER"))) {
				bench.finance(maker);
			}
			return bench.rows;
		}
	}

	private static DemoPerson person(List<DemoPerson> people, String role) {
		return people.stream().filter((person) -> person.role().equals(role)).findFirst().orElseThrow();
	}

	private void merchant(SignedInPerson owner, int payouts) throws Exception {
		long begin = System.nanoTime();
		owner.get("/home/figures");
		System.out.printf("%-52s%9.1f ms  (kept for five minutes, loaded after the page)%n",
				"figures of 30 days, counted once", (System.nanoTime() - begin) / 1e6);
		row(owner, "home", LIST_MS, () -> "/");
		row(owner, "payouts, first page", LIST_MS, () -> "/payouts");
		row(owner, "payouts, page at any depth", LIST_MS,
				() -> "/payouts?before=" + this.fields.field("payout", "payout_id"));
		row(owner, "payouts, oldest page", LIST_MS, () -> "/payouts?before=" + oldest(50));
		row(owner, "payouts by state", LIST_MS, () -> "/payouts?state=SUCCESSFUL");
		row(owner, "payouts by a state that none has", LIST_MS, () -> "/payouts?state=FAILED");
		row(owner, "payouts by rail and amount, any depth", LIST_MS,
				() -> "/payouts?rail=UPI&min=500&max=520&before=" + this.fields.field("payout", "payout_id"));
		row(owner, "payouts by an amount that few have", LIST_MS, () -> "/payouts?min=1000.99&max=1000.99");
		row(owner, "payouts by day and source", LIST_MS,
				() -> "/payouts?source=API&from=%1$s&to=%1$s".formatted(India.dateOf(Instant.now()).minusDays(3)));
		row(owner, "payouts by beneficiary", LIST_MS,
				() -> "/payouts?beneficiary=" + this.fields.field("payout", "beneficiary_id"));
		row(owner, "payouts by tag", LIST_MS, () -> "/payouts?tag=rent");
		row(owner, "a payout", LIST_MS, () -> "/payouts/" + this.fields.field("payout", "payout_id"));
		for (String column : List.of("merchant_reference_id", "transaction_id", "payout_id", "utr", "bank_reference",
				"beneficiary_name", "account_number", "vpa")) {
			search(owner, "search by a whole " + column, () -> this.fields.field("payout", column));
			search(owner, "search by a part of " + column, () -> this.fields.part(this.fields.field("payout", column)));
		}
		search(owner, "search by a whole beneficiary code", () -> this.fields.field("beneficiary", "beneficiary_code"));
		search(owner, "search by a movement's id", () -> this.fields.field("wallet_movement", "movement_id"));
		search(owner, "search by the UTR of a top-up", () -> "AXISR" + 1001 * this.random.nextInt(1 + payouts / 2000));
		search(owner, "search by what nothing has", () -> "none-" + this.random.nextInt(100_000_000));
		row(owner, "wallet", LIST_MS, () -> "/wallet");
		row(owner, "beneficiaries", LIST_MS, () -> "/beneficiaries");
	}

	private void finance(SignedInPerson maker) throws Exception {
		worklist(maker, "worklist of breaks, the oldest first", "");
		worklist(maker, "worklist, the largest first", "?order=LARGEST");
		worklist(maker, "worklist, due first", "?order=DUE");
		worklist(maker, "worklist of a type", "?type=AMOUNT");
		worklist(maker, "worklist of an owner by age and amount",
				"?owner=finance.maker@hundi.example&age=8&least=100&most=40000");
		worklist(maker, "worklist without owner", "?owner=none");
	}

	/** Buffers are counted by pg_stat_statements as by EXPLAIN (ANALYZE, BUFFERS). */
	private void worklist(SignedInPerson maker, String name, String query) throws Exception {
		this.jdbc.sql("SELECT pg_stat_statements_reset()").query().listOfRows();
		row(maker, name, LIST_MS, () -> WORKLIST + query);
		this.jdbc
			.sql("""
					SELECT (sum(shared_blks_hit + shared_blks_read) / max(calls))::bigint AS buffers, sum(total_exec_time) / max(calls) AS ms
					  FROM pg_stat_statements WHERE query LIKE '%reconciliation_break%'
					""")
			.query((row) -> {
				System.out.printf("%-52s%9.1f ms, %,d buffers a page%n", "  of it in the database", row.getDouble("ms"),
						row.getLong("buffers"));
			});
	}

	private void search(SignedInPerson person, String name, Supplier<String> phrase) throws Exception {
		row(person, name, SEARCH_MS, () -> "/search?q=" + URLEncoder.encode(phrase.get(), StandardCharsets.UTF_8));
	}

	private void row(SignedInPerson person, String name, int targetMs, Supplier<String> path)
			throws IOException, InterruptedException {
		int warmUp = Math.min(WARM_UP, this.requests);
		List<String> paths = new ArrayList<>();
		while (paths.size() < warmUp + this.requests) {
			paths.add(path.get());
		}
		for (String each : paths.subList(0, warmUp)) {
			person.get(each);
		}
		long[] nanos = new long[this.requests];
		for (int i = 0; i < nanos.length; i++) {
			long begin = System.nanoTime();
			person.get(paths.get(warmUp + i));
			nanos[i] = System.nanoTime() - begin;
		}
		Arrays.sort(nanos);
		Row row = new Row(name, targetMs, nanos);
		this.rows.add(row);
		row.print();
	}

	private String oldest(int number) {
		return this.jdbc
			.sql("""
					SELECT payout_id::text FROM payout WHERE business_id = :business ORDER BY payout_id OFFSET :number LIMIT 1
					""")
			.param("business", this.business.businessId())
			.param("number", number)
			.query(String.class)
			.single();
	}

}
