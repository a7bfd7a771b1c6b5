package dev.hundi.bench.reconciliation;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.sandbox.Platform;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.time.India;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Closes days step by step, as the job does, and times each step.
 */
public final class ClosedDays {

	private static final Duration LEASE = Duration.ofHours(1);

	private final JdbcClient jdbc;

	private final ReconciliationRuns runs;

	private final ReconcileDay day;

	private final Map<ReconciliationStep, Duration> took = new EnumMap<>(ReconciliationStep.class);

	ClosedDays(Platform platform) {
		this(JdbcClient.create(platform.dataSource()), platform.bean(ReconciliationRuns.class),
				platform.bean(ReconcileDay.class));
	}

	public ClosedDays(JdbcClient jdbc, ReconciliationRuns runs, ReconcileDay day) {
		this.jdbc = jdbc;
		this.runs = runs;
		this.day = day;
	}

	/** The last Tuesday whose Wednesday is over in India, which gives two bank days. */
	static LocalDate tuesday() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(2);
		while (day.getDayOfWeek() != DayOfWeek.TUESDAY) {
			day = day.minusDays(1);
		}
		return day;
	}

	/** The nodal account, created if missing. */
	public static long account(Platform platform) {
		return account(platform.bean(NodalAccounts.class), JdbcClient.create(platform.dataSource()));
	}

	/** The same of a database without a platform. */
	public static long account(NodalAccounts accounts, JdbcClient jdbc) {
		if (!accounts.anyActive()) {
			accounts.activate(new NodalAccount("Hundi Payouts Nodal Account", "SBOX0000001", "Sandbox Bank",
					"Mumbai Fort", "NODAL", List.of("IMPS", "NEFT")));
		}
		return jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active").query(Long.class).single();
	}

	/** Closes a day and returns its run. */
	public ReconciliationRun close(LocalDate businessDate) {
		ReconciliationRun asked = this.runs.request(businessDate, false, "bench", Instant.now());
		ClaimedRun claimed = this.runs.claim(LEASE).orElseThrow();
		if (claimed.runId() != asked.runId()) {
			throw new IllegalStateException("Another run was due");
		}
		this.took.clear();
		for (ReconciliationStep step : ReconciliationStep.values()) {
			long begin = System.nanoTime();
			this.day.run(step, claimed);
			this.took.put(step, Duration.ofNanos(System.nanoTime() - begin));
		}
		this.runs.done(claimed);
		return this.runs.find(asked.runId()).orElseThrow();
	}

	/** Time of each step of the newest day. */
	public Map<ReconciliationStep, Duration> took() {
		return Map.copyOf(this.took);
	}

	JdbcClient jdbc() {
		return this.jdbc;
	}

}
