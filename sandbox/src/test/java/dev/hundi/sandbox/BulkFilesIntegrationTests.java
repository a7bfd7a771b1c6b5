package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A large bulk file on the whole platform. {@link HeavyLoadIntegrationTests} runs this
 * test on its platform.
 */
abstract class BulkFilesIntegrationTests {

	static final Duration PATIENCE = Duration.ofMinutes(3);

	private final SharedPlatform shared;

	BulkFilesIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	@Test
	void apiPayoutOvertakesAHundredThousandRows() throws IOException {
		Platform platform = this.shared.platform();
		DemoBusiness business = this.shared.business(2_000_000_000_00L);
		Merchant merchant = Merchant.of(platform, business);
		BulkFile file = loaded(platform, this.shared.directory(), business, 100_000);
		release(platform, file);
		await().atMost(PATIENCE).until(() -> now(platform, file).rows().released() > 1_000);

		UUID payout = merchant.pay(Merchant.SUCCESS, "100.00");
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);

		assertThat(now(platform, file).status()).isEqualTo(BulkStatus.RELEASING);
		// At most one window of rows is ahead, however slow the stream is.
		assertThat(JdbcClient.create(platform.dataSource()).sql("""
				SELECT count(*) FROM payout p
				  JOIN payout b ON b.bulk_file_id = :file AND b.payout_id < p.payout_id
				  LEFT JOIN bank_attempt a ON a.business_id = b.business_id AND a.payout_id = b.payout_id
				 WHERE p.payout_id = :id AND (a.claimed_at IS NULL OR a.claimed_at > p.created_at)
				""").param("file", file.bulkFileId()).param("id", payout).query(Long.class).single())
			.isLessThanOrEqualTo(500);
		assertThat(JdbcClient.create(platform.dataSource())
			.sql("SELECT count(*) FROM payout WHERE bulk_file_id = :file AND payout_id < :id")
			.param("file", file.bulkFileId())
			.param("id", payout)
			.query(Long.class)
			.single()).isGreaterThan(1_000);
	}

	private static BulkFile loaded(Platform platform, Path directory, DemoBusiness business, int rows)
			throws IOException {
		BulkFile file = upload(platform, directory, business, rows);
		await().atMost(PATIENCE).until(() -> now(platform, file).status() == BulkStatus.AWAITING_RELEASE);
		return file;
	}

	static BulkFile upload(Platform platform, Path directory, DemoBusiness business, int rows) throws IOException {
		StringBuilder csv = new StringBuilder("Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n");
		for (int i = 1; i <= rows; i++) {
			csv.append("Ramesh Kumar,9876543210,%d,HDFC0000001,1.%02d,IMPS,R-%d\n"
				.formatted(500_000_000_000L + i % 1_000, i % 100, i));
		}
		String storedAs = NewBulkFile.unusedName();
		try (UnfinishedFile file = new FileStore(directory.resolve("files")).create(storedAs)) {
			file.out().write(csv.toString().getBytes(StandardCharsets.UTF_8));
			BulkUploadResult received = platform.bean(ReceiveBulkFile.class)
				.receive(new NewBulkFile(business.businessId(), business.apiKey(), "payouts.csv", null, BulkFormat.CSV,
						ReleaseMode.VALID_ROWS, rows, null, storedAs, file.publish()), 1);
			return ((BulkUploadResult.Accepted) received).file();
		}
	}

	static void release(Platform platform, BulkFile file) {
		assertThat(platform.bean(DecideBulkFile.class)
			.release(file.businessId(), file.bulkFileId(), file.approval().uploadedBy()))
			.isInstanceOf(BulkDecisionResult.Done.class);
	}

	static BulkFile now(Platform platform, BulkFile file) {
		return platform.bean(BulkFiles.class).find(file.businessId(), file.bulkFileId()).orElseThrow();
	}

}
