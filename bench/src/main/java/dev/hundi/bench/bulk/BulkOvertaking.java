package dev.hundi.bench.bulk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.bench.measure.Spread;
import dev.hundi.bench.stream.CostMeter;
import dev.hundi.bench.stream.RecordingBank;
import dev.hundi.bench.stream.PayoutTimes;
import dev.hundi.bench.stream.StreamDelay;
import dev.hundi.bench.stream.TimedPayee;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.filestore.FileStore;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures how long an API payout takes to reach the bank while 100,000 rows of a file of
 * the same business are released with production pacing: signed POSTs, one after the
 * other, timed as in {@link StreamDelay}.
 */
final class BulkOvertaking {

	private static final int TARGET_MS = 2_000;

	private static final int WARM_UP = 100;

	private static final int BETWEEN_SAMPLES_MS = 200;

	private final Platform platform;

	private final TimedPayee payee;

	private BulkOvertaking(Platform platform, TimedPayee payee) {
		this.platform = platform;
		this.payee = payee;
	}

	static void measure(int samples, int rows) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-overtake");
				RecordingBank bank = new RecordingBank();
				Platform platform = Platform.builder(data.path())
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.run(Application.STREAM, Application.Mode.CHILD_PROCESS)
					.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.rate-limits.payouts=off")
					.set(Application.STREAM, bank.settings())
					.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data.path()).create("Bench", 1_000_000_000_00L, true);
			BulkOvertaking overtaking = new BulkOvertaking(platform, new TimedPayee(platform, business, bank));
			for (int i = 0; i < WARM_UP; i++) {
				overtaking.payee.pay();
			}
			BulkUploads runs = new BulkUploads(platform, new FileStore(data.path().resolve("files")));
			// Half as many rows before, so that the JIT compilers have done most of their
			// work, and what follows from them is done.
			BulkFile warmUp = waiting(runs, business, "W", rows / 2);
			BulkFile file = waiting(runs, business, "O", rows);
			runs.release(warmUp);
			BulkUploads.until(() -> runs.now(warmUp).rows().released() == rows / 2);
			BulkUploads.until(overtaking::isIdle);
			CostMeter.prepare(JdbcClient.create(platform.dataSource()));
			overtaking.measure(runs, file, samples);
		}
	}

	private boolean isIdle() {
		JdbcClient jdbc = JdbcClient.create(this.platform.dataSource());
		return jdbc.sql("""
				SELECT NOT EXISTS (SELECT FROM payout WHERE status NOT IN (11, 12))
				   AND NOT EXISTS (SELECT FROM webhook_delivery WHERE state = 'PENDING')
				""").query(Boolean.class).single() && SearchIndex.isComplete(jdbc);
	}

	private static BulkFile waiting(BulkUploads runs, DemoBusiness business, String reference, int rows)
			throws Exception {
		return runs.reached(runs.upload(business, BulkFormat.CSV, BulkFileWriter.csv(reference, rows)),
				BulkStatus.AWAITING_RELEASE);
	}

	private void measure(BulkUploads runs, BulkFile file, int samples) throws Exception {
		runs.release(file);
		BulkUploads.until(() -> runs.now(file).rows().released() > 0);
		CostMeter meter = CostMeter.start(this.platform,
				List.of(Application.STREAM, Application.API, Application.BATCH),
				JdbcClient.create(this.platform.dataSource()));
		long begin = System.nanoTime();
		int releasedBefore = runs.now(file).rows().released();
		List<PayoutTimes> times = new ArrayList<>();
		while (times.size() < samples) {
			TimeUnit.MILLISECONDS.sleep(BETWEEN_SAMPLES_MS);
			PayoutTimes sample = this.payee.pay();
			if (runs.now(file).status() != BulkStatus.RELEASING) {
				break;
			}
			times.add(sample);
		}
		double seconds = (System.nanoTime() - begin) / 1e9;
		int released = runs.now(file).rows().released();
		meter.stopAmidPayouts();
		if (times.isEmpty()) {
			throw new IllegalStateException(
					"The release ended before the first payout reached the bank: use more rows");
		}
		System.out.printf(Locale.ROOT, "%n%-44s %10s %10s %10s%n",
				"%d API payouts during the release of %,d rows".formatted(times.size(), file.rows().valid()), "median",
				"worst", "target");
		row("accept to bank call", times, PayoutTimes::acceptToCall, true);
		row("of it, accept to debit", times, PayoutTimes::acceptToDebit, false);
		row("of it, debit to claim", times, PayoutTimes::debitToClaim, false);
		row("of it, claim to bank call", times, PayoutTimes::claimToCall, false);
		System.out.printf(Locale.ROOT, "rows released meanwhile: %,d, %,.0f a second%n", released,
				(released - releasedBefore) / seconds);
		meter.print(released - releasedBefore + times.size());
	}

	private static void row(String what, List<PayoutTimes> times, Function<PayoutTimes, Duration> part,
			boolean judged) {
		Spread spread = Spread.of(times.stream().map(part).map((each) -> each.toNanos() / 1e6).toList());
		System.out.printf(Locale.ROOT, "%-44s %7.1f ms %7.1f ms %s%n", what, spread.median(), spread.max(),
				judged ? "%7d ms  %s".formatted(TARGET_MS, (spread.max() <= TARGET_MS) ? "pass" : "FAIL") : "");
	}

}
