package dev.hundi.bench.bulk;

import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.measure.RunDirectory;
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
 * Loads and releases a file while batch-jobs is killed repeatedly at random. In the end
 * every row must exist once and have exactly one payout.
 */
final class BulkKills {

	private static final int LONGEST_LIFE_MS = 1_500;

	private BulkKills() {
	}

	static void measure(int rows, int kills) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-kills");
				Platform platform = Platform.builder(data.path())
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
					.set(Application.BATCH, "hundi.bulk.window=0", "hundi.bulk.lease=1s", "hundi.bulk.load-chunk=1000",
							"hundi.bulk.release-chunk=200", "hundi.bulk.attempts=1000")
					.start()) {
			DemoBusiness business = new DemoBusinesses(platform, data.path()).create("Killed", 1_000_000_000_00L, true);
			BulkUploads runs = new BulkUploads(platform, new FileStore(data.path().resolve("files")));
			BulkFile file = runs.upload(business, BulkFormat.CSV, BulkFileWriter.csv("K", rows));
			int killed = killUntil(platform, runs, file, BulkStatus.AWAITING_RELEASE, kills / 2);
			runs.release(file);
			killed += killUntil(platform, runs, file, BulkStatus.PROCESSING, kills - killed);
			report(JdbcClient.create(platform.dataSource()), file, rows, killed);
		}
	}

	private static int killUntil(Platform platform, BulkUploads runs, BulkFile file, BulkStatus status, int kills)
			throws Exception {
		Random random = new Random();
		int killed = 0;
		while (killed < kills && runs.now(file).status() != status) {
			TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MS));
			platform.process(Application.BATCH).kill();
			killed++;
			platform.start(Application.BATCH);
		}
		runs.reached(file, status);
		return killed;
	}

	private static void report(JdbcClient jdbc, BulkFile file, int rows, int killed) {
		long loaded = count(jdbc, "SELECT count(*) FROM bulk_row WHERE bulk_file_id = :id", file);
		long payouts = count(jdbc, "SELECT count(*) FROM payout WHERE bulk_file_id = :id", file);
		long distinct = count(jdbc, "SELECT count(DISTINCT bulk_row_number) FROM payout WHERE bulk_file_id = :id",
				file);
		long events = count(jdbc,
				"""
						SELECT count(*) FROM payout_event e JOIN payout p USING (business_id, payout_id) WHERE p.bulk_file_id = :id
						""",
				file);
		boolean once = loaded == rows && payouts == rows && distinct == rows && events == rows;
		System.out.printf("%,d rows, %d kills: %,d rows loaded, %,d payouts of %,d rows, %,d events: %s%n", rows,
				killed, loaded, payouts, distinct, events, once ? "pass" : "FAIL");
		if (!once) {
			throw new IllegalStateException("Rows were lost or released twice");
		}
	}

	private static long count(JdbcClient jdbc, String sql, BulkFile file) {
		return jdbc.sql(sql).param("id", file.bulkFileId()).query(Long.class).single();
	}

}
