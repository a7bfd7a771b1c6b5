package dev.hundi.bench.search;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.bench.seed.SearchSeed;
import dev.hundi.bench.seed.SeededFields;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;

import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures searches and deep pages of a merchant with a long history, over HTTP, one
 * request at a time: 1,000,000 payouts and movements and 100,000 beneficiaries of one
 * business beside a quarter as many of another.
 */
public final class SearchBench {

	private static final int REQUESTS = 120;

	private static final int WARM_UP = 30;

	private static final int SEARCH_MS = 50;

	private static final int DEEP_MS = 200;

	private final SeededFields fields;

	private final MerchantClient merchant;

	private final Random random = new Random(20_261_121);

	private final List<Long> together = new ArrayList<>();

	private final int payouts;

	private SearchBench(Platform platform, DemoBusiness business, int payouts) {
		this.fields = new SeededFields(JdbcClient.create(platform.dataSource()), business.businessId(), payouts,
				this.random);
		this.merchant = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());
		this.payouts = payouts;
	}

	public static void measure(int payouts) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-search");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.reads=off")
					.start()) {
			DemoBusinesses businesses = new DemoBusinesses(platform, data.path());
			seed(platform, businesses.create("Small", 0, true), payouts / 4);
			DemoBusiness large = businesses.create("Large", 0, true);
			seed(platform, large, payouts);
			new SearchBench(platform, large, payouts).run();
		}
	}

	private static void seed(Platform platform, DemoBusiness business, int payouts) {
		SearchSeed seed = new SearchSeed(JdbcClient.create(platform.dataSource()), business.businessId());
		System.out.printf("seeding %,d payouts and movements, %,d beneficiaries ...%n", payouts, payouts / 10);
		seed.beneficiaries(payouts / 10);
		seed.payouts(payouts);
		SearchIndex.seal(platform.dataSource());
		seed.movements(payouts);
	}

	private void run() {
		System.out.printf("%n%-52s%12s%12s%12s%n", "one request at a time, " + REQUESTS + " each", "p50", "p95",
				"target");
		for (String column : List.of("merchant_reference_id", "transaction_id", "payout_id", "utr", "bank_reference",
				"beneficiary_name", "account_number", "vpa", "ifsc")) {
			search("payouts by a whole " + column, "/v1/payouts", () -> this.fields.field("payout", column));
			search("payouts by a part of " + column, "/v1/payouts",
					() -> this.fields.part(this.fields.field("payout", column)));
		}
		together("payouts by a whole or a part of any field");
		search("payouts by what none has", "/v1/payouts", () -> "none-" + this.random.nextInt(100_000_000));
		for (String column : List.of("beneficiary_code", "name", "email", "phone_number", "account_number", "vpa")) {
			search("beneficiaries by a whole " + column, "/v1/beneficiaries",
					() -> this.fields.field("beneficiary", column));
			search("beneficiaries by a part of " + column, "/v1/beneficiaries",
					() -> this.fields.part(this.fields.field("beneficiary", column)));
		}
		together("beneficiaries by a whole or a part of any field");
		for (String column : List.of("merchant_reference_id", "transaction_id", "utr", "beneficiary_name",
				"account_number")) {
			search("movements by a whole " + column, "/v1/wallet/transactions",
					() -> this.fields.field("payout", column));
		}
		search("movements by a top-up's UTR", "/v1/wallet/transactions",
				() -> "AXISR" + 1001 * this.random.nextInt(200));
		together("movements by any field");
		for (String list : List.of("/v1/payouts", "/v1/wallet/transactions")) {
			row(list + ", first page", DEEP_MS, () -> list + "?limit=50");
			row(list + ", offset up to all", DEEP_MS, () -> list + "?offset=" + this.random.nextInt(this.payouts));
			row(list + ", last page", DEEP_MS, () -> list + "?offset=" + (this.payouts - 50));
		}
		row("/v1/beneficiaries, last page", DEEP_MS, () -> "/v1/beneficiaries?offset=" + (this.payouts / 10 - 50));
	}

	private void search(String name, String list, Supplier<String> phrase) {
		row(name, SEARCH_MS,
				() -> list + "?search=" + URLEncoder.encode(phrase.get(), StandardCharsets.UTF_8) + "&limit=50");
	}

	private void row(String name, int targetMs, Supplier<String> target) {
		List<String> targets = new ArrayList<>();
		while (targets.size() < WARM_UP + REQUESTS) {
			targets.add(target.get());
		}
		targets.subList(0, WARM_UP).forEach((each) -> this.merchant.get(each).expect(200));
		long[] nanos = targets.subList(WARM_UP, targets.size()).stream().mapToLong((each) -> {
			long start = System.nanoTime();
			this.merchant.get(each).expect(200);
			return System.nanoTime() - start;
		}).sorted().toArray();
		this.together.addAll(Arrays.stream(nanos).boxed().toList());
		print(name, targetMs, nanos);
	}

	/** Summarises all searches since the previous such line. */
	private void together(String name) {
		print(name, SEARCH_MS, this.together.stream().mapToLong(Long::longValue).sorted().toArray());
		this.together.clear();
	}

	private static void print(String name, int targetMs, long[] nanos) {
		double p95 = nanos[nanos.length * 95 / 100] / 1e6;
		System.out.printf("%-52s%9.1f ms%9.1f ms%9d ms  %s%n", name, nanos[nanos.length / 2] / 1e6, p95, targetMs,
				(p95 <= targetMs) ? "pass" : "FAIL");
	}

}
