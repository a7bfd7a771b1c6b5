package dev.hundi.bench.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import dev.hundi.bench.accept.PayoutLoad;
import dev.hundi.bench.accept.PayoutTarget;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures the time from the commit of an accepted payout to the bank call on an idle
 * system: signed POSTs one at a time, each sent after the previous order has reached the
 * bank. It counts from the start of the accept statement in PostgreSQL to the arrival at
 * a bank that only records the time, so it includes the commit.
 */
public final class StreamDelay {

	/** Leaves a core to the JIT compilers. */
	private static final int WARM_UP_RATE = 100;

	private static final int CONNECTIONS = 16;

	/** Payouts one at a time before those that count. */
	private static final int NOT_COUNTED = 50;

	private StreamDelay() {
	}

	/**
	 * Measures after payouts under load, which the JIT compilers need.
	 * @param payouts that are timed
	 * @param warmUp of the load
	 */
	public static void measure(int payouts, Duration warmUp) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-delay");
				RecordingBank bank = new RecordingBank();
				Platform platform = Platform.builder(data.path())
					.run(Application.BATCH, Application.Mode.OFF)
					.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off")
					.set(Application.STREAM, bank.settings())
					.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data.path()).create("Bench", 1_000_000_000_00L, true);
			TimedPayee payee = new TimedPayee(platform, business, bank);
			warmUp(platform, new PayoutTarget(business.businessId(), business.apiKey(), business.signingKey(),
					payee.beneficiaryId()), warmUp);
			measure(payee, NOT_COUNTED);
			print(measure(payee, payouts));
		}
	}

	private static void warmUp(Platform platform, PayoutTarget target, Duration duration) throws Exception {
		new PayoutLoad(platform.apiUrl(), List.of(target)).openLoop(CONNECTIONS, WARM_UP_RATE, duration);
		JdbcClient jdbc = JdbcClient.create(platform.dataSource());
		while (jdbc.sql("SELECT EXISTS (SELECT FROM payout WHERE completed_at IS NULL)")
			.query(Boolean.class)
			.single()) {
			ChildProcess.pause();
		}
		SearchIndex.awaitComplete(jdbc);
		jdbc.sql("ANALYZE").update();
	}

	private static List<PayoutTimes> measure(TimedPayee payee, int payouts) throws InterruptedException {
		List<PayoutTimes> times = new ArrayList<>();
		for (int i = 0; i < payouts; i++) {
			times.add(payee.pay());
			TimeUnit.MILLISECONDS.sleep(10);
		}
		return times;
	}

	private static void print(List<PayoutTimes> times) {
		List<Duration> delays = sorted(times, PayoutTimes::acceptToCall);
		System.out.printf("%nover %d payouts, one at a time%31s%10s%n", times.size(), "figure", "target");
		// The design allows 30 and 150 ms; these are the limits of a warm platform.
		row("commit of an accept to the bank call, p50", at(delays, 50), 18);
		row("commit of an accept to the bank call, p99", at(delays, 99), 45);
		part("of it, accept to debit, p50", sorted(times, PayoutTimes::acceptToDebit));
		part("of it, debit to claim, p50", sorted(times, PayoutTimes::debitToClaim));
		part("of it, claim to bank call, p50", sorted(times, PayoutTimes::claimToCall));
	}

	private static List<Duration> sorted(List<PayoutTimes> times, Function<PayoutTimes, Duration> part) {
		return times.stream().map(part).sorted().toList();
	}

	private static Duration at(List<Duration> sorted, int percent) {
		return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
	}

	private static void row(String name, Duration figure, int targetMs) {
		System.out.printf("%-46s %9.1f ms %7d ms  %s%n", name, millis(figure), targetMs,
				(millis(figure) <= targetMs) ? "pass" : "FAIL");
	}

	private static void part(String name, List<Duration> sorted) {
		System.out.printf("%-46s %9.1f ms%n", name, millis(at(sorted, 50)));
	}

	private static double millis(Duration duration) {
		return duration.toNanos() / 1e6;
	}

}
