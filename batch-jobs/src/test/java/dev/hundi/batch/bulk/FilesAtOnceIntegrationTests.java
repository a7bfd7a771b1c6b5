package dev.hundi.batch.bulk;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import dev.hundi.wallet.DebitWallets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Files that are released at once, and a payout beside them, against the total of a day
 * that a rule of payouts allows without an approval.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilesAtOnceIntegrationTests {

	private static final long LIMIT_PAISE = 100_00;

	private static final int ROWS = 15;

	private static final int DEBITORS = 3;

	private BulkOnDatabase bulk;

	private DebitWallets debits;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory);
		this.bulk.startInstance();
		this.debits = OwnerBeans.bean(this.bulk.database.url(), null, DebitWallets.class);
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@RepeatedTest(5)
	void neverPassTheTotalOfADayTogether() throws Exception {
		LocalDate begin = LocalDate.now(India.ZONE);
		TestBusiness business = this.bulk.business();
		this.bulk.jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours)
				VALUES (:business, 'DAY', :limit, 1, 24)
				""").param("business", business.id()).param("limit", LIMIT_PAISE).update();
		List<BulkFile> files = List.of(this.bulk.loaded(business, file("A", 1)),
				this.bulk.loaded(business, file("B", 2)));
		assertThat(files).allSatisfy((file) -> assertThat(file.rows().valid()).isEqualTo(ROWS));
		CyclicBarrier together = new CyclicBarrier(files.size() + 1 + DEBITORS);
		List<Callable<Object>> work = new ArrayList<>();
		files.forEach((file) -> work.add(() -> {
			together.await();
			return this.bulk.bean(DecideBulkFile.class)
				.release(business.id(), file.bulkFileId(), BulkOnDatabase.CHECKER);
		}));
		work.add(() -> {
			together.await();
			return business.payout(60_00, 0, 0);
		});
		for (int i = 0; i < DEBITORS; i++) {
			work.add(() -> {
				together.await();
				debitAll(business);
				return true;
			});
		}
		try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
			for (Future<Object> done : threads.invokeAll(work)) {
				assertThat(done.get()).isNotNull().isNotInstanceOf(BulkDecisionResult.WrongStatus.class);
			}
		}
		files.forEach((file) -> this.bulk.reached(file, BulkStatus.PROCESSING));
		long debited = paise(business, "status <> 3");
		// Midnight may pass meanwhile, and each day has a total of its own.
		long days = begin.datesUntil(LocalDate.now(India.ZONE).plusDays(1)).count();
		assertThat(debited).isPositive().isLessThanOrEqualTo(days * LIMIT_PAISE);
		assertThat(count(business, "status = 3 AND NOT held")).isZero();
		assertThat(this.bulk.jdbc
			.sql("""
					SELECT count(*) FROM payout p JOIN payout_hold h USING (business_id, payout_id) JOIN approval a USING (approval_id)
					 WHERE p.business_id = :business AND p.held AND a.state = 'OPEN' AND a.people_needed = 1
					""")
			.param("business", business.id())
			.query(Long.class)
			.single()).as("each waits for a person").isEqualTo(count(business, "held"));
		assertThat(business.violations()).isEmpty();
	}

	/**
	 * A release that waits for a lock begins before another one and ends after it. Both
	 * files have the same merchant references.
	 */
	@Test
	void arePaidOneAfterTheOtherHoweverTheirReleasesOverlap(@TempDir Path directory) throws Exception {
		try (BulkOnDatabase alone = BulkOnDatabase.start(directory);
				ExecutorService thread = Executors.newSingleThreadExecutor()) {
			TestBusiness business = alone.business();
			BulkFile slow = alone.loaded(business, file("SAME", 3));
			BulkFile quick = alone.loaded(business, file("SAME", 4));
			alone.claimNothing();
			CompletableFuture<BulkDecisionResult> released = new CompletableFuture<>();
			ClaimedBulkFile claimed = whileLocked(alone, slow, () -> {
				thread.execute(() -> released.complete(release(alone, slow)));
				await().until(() -> alone.jdbc.sql("""
						SELECT EXISTS (SELECT FROM pg_stat_activity
						                WHERE datname = current_database() AND wait_event_type = 'Lock')
						""").query(Boolean.class).single());
				assertThat(release(alone, quick)).isInstanceOf(BulkDecisionResult.Done.class);
				return claim(alone).orElseThrow();
			});
			assertThat(claimed.bulkFileId()).isEqualTo(quick.bulkFileId());
			assertThat(released.get()).isInstanceOf(BulkDecisionResult.Done.class);
			assertThat(claim(alone)).as("while the other file has a claim").isEmpty();
			alone.bean(BulkQueue.class).retryLater(claimed, Duration.ZERO);
			alone.startInstance();
			alone.reached(quick, BulkStatus.PROCESSING);
			await().until(() -> alone.now(slow).status() != BulkStatus.RELEASING);
			assertThat(alone.jdbc.sql("SELECT count(*) FROM payout WHERE merchant_reference_id = 'SAME-0'")
				.query(Long.class)
				.single()).isOne();
		}
	}

	private static BulkDecisionResult release(BulkOnDatabase bulk, BulkFile file) {
		return bulk.bean(DecideBulkFile.class).release(file.businessId(), file.bulkFileId(), BulkOnDatabase.CHECKER);
	}

	private static Optional<ClaimedBulkFile> claim(BulkOnDatabase bulk) {
		return bulk.bean(BulkQueue.class).claim(List.of(BulkStatus.RELEASING), Duration.ofMinutes(1));
	}

	private static <T> T whileLocked(BulkOnDatabase bulk, BulkFile file, Supplier<T> work) {
		return Objects.requireNonNull(
				new TransactionTemplate(new JdbcTransactionManager(bulk.database.dataSource())).execute((status) -> {
					bulk.jdbc.sql("SELECT FROM bulk_file WHERE bulk_file_id = :id FOR UPDATE")
						.param("id", file.bulkFileId())
						.query()
						.listOfRows();
					return work.get();
				}));
	}

	/** Debits as the stream does, until every payout is debited or held. */
	private void debitAll(TestBusiness business) {
		while (count(business, "true") < 2 * ROWS + 1 || count(business, "status = 3 AND NOT held") > 0) {
			List<UUID> due = this.bulk.jdbc
				.sql("SELECT payout_id FROM payout WHERE business_id = :business AND status = 3 AND NOT held LIMIT 4")
				.param("business", business.id())
				.query(UUID.class)
				.list();
			try {
				if (!due.isEmpty()) {
					this.debits.debit(business.id(), due);
				}
			}
			catch (PessimisticLockingFailureException ex) {
				// The stream tries again too.
				Thread.onSpinWait();
			}
		}
	}

	private long count(TestBusiness business, String which) {
		return this.bulk.jdbc.sql("SELECT count(*) FROM payout WHERE business_id = :business AND " + which)
			.param("business", business.id())
			.query(Long.class)
			.single();
	}

	private long paise(TestBusiness business, String which) {
		return this.bulk.jdbc
			.sql("SELECT coalesce(sum(total_debit_paise), 0) FROM payout WHERE business_id = :business AND " + which)
			.param("business", business.id())
			.query(Long.class)
			.single();
	}

	private static String file(String name, int firstDigit) {
		StringBuilder csv = new StringBuilder("Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n");
		for (int i = 0; i < ROWS; i++) {
			csv.append("Asha,9876543210,%d%011d,HDFC0000001,10.00,IMPS,%s-%d\n".formatted(firstDigit, i, name, i));
		}
		return csv.toString();
	}

}
