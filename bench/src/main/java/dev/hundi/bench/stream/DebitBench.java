package dev.hundi.bench.stream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bench.measure.Figures;
import dev.hundi.bench.measure.Pgbench;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.bench.seed.AcceptedPayouts;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.payout.ResponseCode;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.wallet.DebitWallets;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares debits of one busy wallet, made by the debit processor with one poll per
 * transaction, with the same SQL run by pgbench with one payout per transaction over 16
 * connections. The two alternate.
 */
public final class DebitBench {

	private static final int BATCH = 1_000;

	private static final int PAYOUTS = 50_000;

	private static final int CLIENTS = 16;

	private static final Duration RUN = Duration.ofSeconds(6).plus(Figures.SETTLING);

	/** More than pgbench debits in one run. */
	private static final int FOR_PGBENCH = 60_000;

	private static final long OPENING_PAISE = 100_000_000_000L;

	private final JdbcClient jdbc;

	private final DebitWallets wallets;

	private final DemoBusiness business;

	private final UUID beneficiary;

	private final Pgbench pgbench;

	private DebitBench(Platform platform, DemoBusiness business, Pgbench pgbench) {
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.wallets = platform.bean(DebitWallets.class);
		this.business = business;
		this.beneficiary = BusyWallet.beneficiary(platform, business);
		this.pgbench = pgbench;
	}

	public static void measure(int pairs) throws Exception {
		Path program = Pgbench.find()
			.orElseThrow(() -> new IllegalStateException(
					"The reference is pgbench. On Debian and Ubuntu it comes with: apt-get install postgresql"));
		try (RunDirectory data = RunDirectory.create("bench-debit");
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.OFF)
					.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data.path()).create("Asha Traders", OPENING_PAISE,
					true);
			Path script = Files.writeString(data.path().resolve("debit.sql"), script(business.businessId()));
			new DebitBench(platform, business, new Pgbench(program, platform, script)).run(pairs);
		}
	}

	private void run(int pairs) throws Exception {
		this.jdbc.sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
		this.jdbc.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
		this.jdbc.sql("CREATE TABLE bench_debit (n bigserial PRIMARY KEY, payout_id uuid NOT NULL)").update();
		batched();
		this.jdbc.sql("ANALYZE").update();
		batched();
		single();
		List<Double> batched = new ArrayList<>();
		List<Double> single = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			if (i % 2 == 0) {
				batched.add(batched());
				single.add(single());
			}
			else {
				single.add(single());
				batched.add(batched());
			}
			ratios.add(batched.getLast() / single.getLast());
		}
		double ratio = Spread.of(ratios).median();
		System.out.printf("%nmedian (min–max) of %d pairs%n%-44s %-28s %-28s %-22s %s%n", pairs, "debit, one wallet",
				BATCH + " in a transaction", "pgbench, 1 in a transaction", "ratio", "target, reach for");
		System.out.printf("%-44s %-28s %-28s %-22s >= 5, 20  %s%n", "payouts debited a second",
				Spread.of(batched).text(0), Spread.of(single).text(0), Spread.of(ratios).text(1),
				(ratio >= 20) ? "pass, reached" : (ratio >= 5) ? "pass" : "FAIL");
		List<String> violations = this.jdbc.sql("SELECT rule || ': ' || subject FROM money_violation")
			.query(String.class)
			.list();
		System.out.println("money rules broken: " + violations.size());
		if (!violations.isEmpty()) {
			throw new IllegalStateException("Money rules are broken: " + violations);
		}
	}

	private double batched() {
		List<UUID> payouts = AcceptedPayouts.store(this.jdbc, this.business.businessId(), this.beneficiary, PAYOUTS);
		this.jdbc.sql("CHECKPOINT").update();
		long begin = System.nanoTime();
		for (int from = 0; from < PAYOUTS; from += BATCH) {
			int debited = this.wallets.debit(this.business.businessId(), payouts.subList(from, from + BATCH)).debited();
			if (debited != BATCH) {
				throw new IllegalStateException("Only " + debited + " were debited");
			}
		}
		return PAYOUTS * 1e9 / (System.nanoTime() - begin);
	}

	private double single() throws Exception {
		int left = this.jdbc.sql("""
				SELECT count(*) FROM bench_debit
				 WHERE n > (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM bench_next)
				""".replace("bench_next", next())).query(Integer.class).single();
		if (left < FOR_PGBENCH) {
			List<UUID> payouts = AcceptedPayouts.store(this.jdbc, this.business.businessId(), this.beneficiary,
					FOR_PGBENCH);
			this.jdbc.sql("INSERT INTO bench_debit (payout_id) SELECT unnest(:payouts::uuid[])")
				.param("payouts", payouts.toArray(UUID[]::new))
				.update();
		}
		this.jdbc.sql("CHECKPOINT").update();
		return this.pgbench.closedLoop(CLIENTS, RUN).perSecond();
	}

	private String next() {
		this.jdbc.sql("CREATE SEQUENCE IF NOT EXISTS bench_next").update();
		return "bench_next";
	}

	/**
	 * The statements of {@link DebitWallets} for one payout. pgbench variables are
	 * written like named parameters.
	 */
	private static String script(UUID business) {
		String write = DebitWallets.sql().strip();
		Map<String, String> constants = Map.ofEntries(Map.entry("debitedOf", "'{" + business + "}'"),
				Map.entry("wallets", "'{" + business + "}'"), Map.entry("walletDebits", "'{1}'"),
				Map.entry("refusedOf", "'{}'"), Map.entry("refused", "'{}'"), Map.entry("banks", "'{NULL}'"),
				Map.entry("references", "'{NULL}'"), Map.entry("lease", "'0'"),
				Map.entry("debitedMessage", "'" + ResponseCode.WALLET_DEBITED.message() + "'"),
				Map.entry("dispatchedMessage", "'" + ResponseCode.DISPATCHED.message() + "'"),
				Map.entry("refusedMessage", "'" + ResponseCode.INSUFFICIENT_BALANCE.message() + "'"),
				Map.entry("commission", String.valueOf(LedgerAccount.COMMISSION.id())),
				Map.entry("gst", String.valueOf(LedgerAccount.GST.id())),
				Map.entry("walletBalancesBefore", ":balancesBefore"));
		for (Map.Entry<String, String> constant : constants.entrySet()) {
			write = write.replaceAll("(?<!:):" + constant.getKey() + "\\b", constant.getValue());
		}
		return """
				BEGIN;
				SELECT nextval('bench_next') AS n \\gset
				SELECT w.balance_paise AS "balanceBefore", ARRAY[w.last_sequence]::text AS "walletSequencesBefore",
				       ARRAY[w.balance_paise]::text AS "balancesBefore", ARRAY[w.last_sequence + 1]::text AS sequences,
				       b.reserve_percent, b.min_balance_paise, b.queue_if_low_balance
				  FROM wallet w JOIN business b ON b.business_id = w.business_id
				 WHERE w.business_id = '%1$s' FOR NO KEY UPDATE OF w \\gset
				SELECT ARRAY[p.payout_id]::text AS debited,
				       ARRAY[:balanceBefore::bigint - p.total_debit_paise]::text AS "walletBalancesAfter"
				  FROM payout p
				 WHERE p.business_id = '%1$s' AND p.status = 3
				   AND p.payout_id = (SELECT payout_id FROM bench_debit WHERE n = :n::bigint) \\gset
				%2$s;
				COMMIT;
				""".formatted(business, write);
	}

}
