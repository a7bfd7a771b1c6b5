package dev.hundi.sandbox;

import java.io.IOException;
import java.time.Duration;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkStatus;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A bulk file while batch-jobs is killed, on the platform of
 * {@link BatchProcessIntegrationTests}, which runs this test.
 */
abstract class KilledBulkFilesIntegrationTests {

	private static final Duration PATIENCE = BulkFilesIntegrationTests.PATIENCE;

	private static final int ROWS = 20_000;

	private final SharedPlatform shared;

	private final Platform platform;

	KilledBulkFilesIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
		this.platform = shared.platform();
	}

	@Test
	void killedLoadAndReleaseProcessEveryRowOnce() throws IOException {
		this.shared.start(Application.BATCH, Application.Mode.CHILD_PROCESS, "hundi.bulk.window=0",
				"hundi.bulk.lease=1s", "hundi.bulk.attempts=100", "hundi.bulk.load-chunk=500",
				"hundi.bulk.release-chunk=100", BatchProcessIntegrationTests.NO_STATEMENTS);
		BulkFile file = BulkFilesIntegrationTests.upload(this.platform, this.shared.directory(),
				this.shared.business(2_000_000_000_00L), ROWS);
		await().atMost(PATIENCE).until(() -> now(file).rows().read() > 0);
		this.shared.kill(Application.BATCH);
		await().atMost(PATIENCE).until(() -> now(file).status() == BulkStatus.AWAITING_RELEASE);
		assertThat(now(file).rows().valid()).isEqualTo(ROWS);
		BulkFilesIntegrationTests.release(this.platform, file);
		awaitReleased(file, ROWS / 4);
		this.shared.kill(Application.BATCH);
		awaitReleased(file, ROWS / 2);
		this.platform.process(Application.BATCH).kill();
		// Not killed again, so it needs no process of its own.
		this.shared.start(Application.BATCH, Application.Mode.IN_PROCESS);
		await().atMost(PATIENCE).until(() -> now(file).status() == BulkStatus.PROCESSING);
		assertThat(JdbcClient.create(this.platform.dataSource()).sql("""
				SELECT count(*) || ' ' || count(DISTINCT bulk_row_number) || ' ' || (SELECT count(*) FROM payout_event)
				       || ' ' || (SELECT count(*) FROM bulk_row)
				  FROM payout WHERE bulk_file_id = :id
				""").param("id", file.bulkFileId()).query(String.class).single())
			.isEqualTo("%d %d %d %d".formatted(ROWS, ROWS, ROWS, ROWS));
	}

	private void awaitReleased(BulkFile file, int rows) {
		await().atMost(PATIENCE).until(() -> now(file).rows().released() > rows);
	}

	private BulkFile now(BulkFile file) {
		return BulkFilesIntegrationTests.now(this.platform, file);
	}

}
