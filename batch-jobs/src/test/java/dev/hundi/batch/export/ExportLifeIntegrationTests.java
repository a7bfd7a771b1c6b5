package dev.hundi.batch.export;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.list.Page;
import dev.hundi.list.Window;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.TestMoney;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportLimits;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.MonthlyExports;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.ExportRequestResult;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import dev.hundi.work.LeasedWork;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The life cycle of exports: repeated requests, interruption, inconsistent balances,
 * expiry and monthly statements.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportLifeIntegrationTests {

	private static final Instant NOON = Instant.parse("2026-03-31T06:30:00Z");

	private static final Duration LEASE = Duration.ofMinutes(1);

	private ExportsOnDatabase exports;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.exports = ExportsOnDatabase.start(directory, "--hundi.export.poll-interval=100ms",
				"--hundi.export.retry-after=100ms");
	}

	@AfterAll
	void stop() {
		this.exports.close();
	}

	@Test
	void returnsTheSameExportForTheSameRequest() {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 10, NOON);
		WalletExport first = this.exports.export(business, ExportFormat.CSV);
		assertThat(this.exports.export(business, ExportFormat.CSV)).isEqualTo(first);
		assertThat(this.exports.export(business, ExportFormat.PDF).exportId()).isNotEqualTo(first.exportId());
		assertThat(this.exports.export(business, ExportFormat.CSV, null, new Window(NOON, null)).exportId())
			.isNotEqualTo(first.exportId());
		ManyMovements.addOne(this.exports.database.dataSource(), business.id());
		assertThat(this.exports.export(business, ExportFormat.CSV).exportId()).isNotEqualTo(first.exportId());
	}

	/** A success brings the UTR, but no movement. */
	@Test
	void writesAnotherFileOnceAPayoutHasItsReferences() throws Exception {
		TestBusiness business = this.exports.business();
		PayoutKey payout = new PayoutKey(business.id(),
				new TestMoney(this.exports.database.dataSource()).debitedPayout(business));
		BankAttempts attempts = this.exports.bean(BankAttempts.class);
		Attempt attempt = attempts.claim(List.of(payout), "sandbox", Duration.ofHours(1)).getFirst().attempt();
		WalletExport pending = this.exports.export(business, ExportFormat.CSV);
		WalletExport unacknowledged = this.exports.export(business, ExportFormat.CSV, "ORDER-7", Window.ALL);
		assertThat(this.exports.export(business, ExportFormat.CSV)).isEqualTo(pending);
		assertThat(Objects.requireNonNull(unacknowledged.file()).rowCount()).isZero();

		attempts.acknowledged(attempt, "ORDER-7", Duration.ofHours(1));
		WalletExport found = this.exports.export(business, ExportFormat.CSV, "ORDER-7", Window.ALL);
		assertThat(Objects.requireNonNull(found.file()).rowCount()).isEqualTo(1);

		this.exports.bean(SettlePayout.class).succeeded(attempt, BankReport.of("IDFBN52026112299", "ORDER-7"));
		WalletExport paid = this.exports.export(business, ExportFormat.CSV);
		assertThat(Files.readString(this.exports.file(pending))).doesNotContain("IDFBN52026112299");
		assertThat(Files.readString(this.exports.file(paid))).contains("IDFBN52026112299");
		assertThat(this.exports.export(business, ExportFormat.CSV)).isEqualTo(paid);
	}

	@Test
	void restartsTheExportOfAKilledInstanceFromTheFirstRow() throws Exception {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 10, NOON);
		WalletExport asked = asked(this.exports, business);
		ClaimedExport dead = claimedByAKilledInstance(asked);
		JobExecution run = recordRunOf(dead);
		Path unfinished = this.exports.files.resolve(dead.storedAs() + ".unfinished");
		Files.createDirectories(unfinished.getParent());
		Files.writeString(unfinished, "No.,Time\r\n1,half of a fi");

		makeDue(this.exports, asked);

		WalletExport done = this.exports.ended(asked, ExportStatus.DONE);
		assertThat(this.exports.file(done)).exists().isNotEqualTo(this.exports.files.resolve(dead.storedAs()));
		assertThat(this.exports.files.resolve(dead.storedAs())).doesNotExist();
		assertThat(
				Objects.requireNonNull(this.exports.bean(JobRepository.class).getJobExecution(run.getId())).getStatus())
			.isEqualTo(BatchStatus.FAILED);
		assertThat(this.exports.bean(ExportQueue.class).progress(dead, 1, 1, LEASE)).isFalse();
	}

	@Test
	void givesRunningExportsBackWhenItStops(@TempDir Path directory) throws Exception {
		try (ExportsOnDatabase own = ExportsOnDatabase.start(directory);
				var blocker = own.database.dataSource().getConnection()) {
			TestBusiness business = own.business();
			own.manyMovements(business, 5_000, NOON);
			WalletExport asked = asked(own, business);
			blocker.setAutoCommit(false);
			blocker.createStatement().execute("LOCK TABLE payout IN ACCESS EXCLUSIVE MODE");
			makeDue(own, asked);
			own.ended(asked, ExportStatus.RUNNING);
			LeasedWork<?, ?> work = own.bean("exports", LeasedWork.class);
			Thread stop = Thread.ofVirtual().start(own::stopInstances);
			await().until(() -> !work.isRunning());
			blocker.rollback();
			stop.join();
			assertThat(own.jdbc.sql("SELECT status || ' ' || attempt_count FROM wallet_export")
				.query(String.class)
				.single()).isEqualTo("PENDING 0");
			own.startInstance();
			assertThat(Objects.requireNonNull(own.ended(asked, ExportStatus.DONE).file()).rowCount()).isEqualTo(5_000);
			assertThat(files(own)).hasSize(1);
		}
	}

	@Test
	void publishesNoFileIfBalancesDisagree() throws Exception {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 10, NOON);
		spoil(business);
		WalletExport failed = this.exports.ended(this.exports.request(business, ExportFormat.CSV, null, Window.ALL),
				ExportStatus.FAILED);
		assertThat(failed.file()).isNull();
		assertThat(
				this.exports.jdbc.sql("SELECT attempt_count || ' ' || failure FROM wallet_export WHERE export_id = :id")
					.param("id", failed.exportId())
					.query(String.class)
					.single())
			.startsWith("1 ")
			.contains("balance after movement 5");
		try (Stream<Path> files = Files.list(this.exports.files.resolve("wallet-export"))) {
			assertThat(files.map(Path::toString)).noneMatch((file) -> file.contains(failed.exportId().toString()));
		}
	}

	@Test
	void failsAnExportAfterItsLastAttempt() {
		TestBusiness business = this.exports.business();
		WalletExport asked = asked(this.exports, business);
		this.exports.jdbc.sql("UPDATE wallet_export SET due_at = now(), attempt_count = 3 WHERE export_id = :id")
			.param("id", asked.exportId())
			.update();
		this.exports.ended(asked, ExportStatus.FAILED);
	}

	@Test
	void removesAnExpiredFileAndWritesANewOneForTheSameRequest() {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 10, NOON);
		WalletExport first = this.exports.export(business, ExportFormat.CSV);
		Path file = this.exports.file(first);
		assertThat(Duration.between(Instant.now(), Objects.requireNonNull(first.file()).expiresAt()))
			.isBetween(Duration.ofDays(7).minusMinutes(5), Duration.ofDays(7));
		this.exports.jdbc.sql("UPDATE wallet_export SET expires_at = now() WHERE export_id = :id")
			.param("id", first.exportId())
			.update();
		WalletExport second = this.exports.export(business, ExportFormat.CSV);
		assertThat(second.exportId()).isNotEqualTo(first.exportId());
		this.exports.bean(RemoveExpiredExports.class).removeExpired(100);
		assertThat(file).doesNotExist();
		assertThat(this.exports.file(second)).exists();
		WalletExport expired = this.exports.now(first);
		assertThat(expired.status()).isEqualTo(ExportStatus.EXPIRED);
		assertThat(Objects.requireNonNull(expired.file()).storedAs()).isNull();
		assertThat(expired.file().rowCount()).isEqualTo(10);
	}

	@Test
	void removesFilesOfKilledInstancesAfterADay() throws Exception {
		TestBusiness business = this.exports.business();
		Path kept = this.exports.file(this.exports.export(business, ExportFormat.CSV));
		Path unfinished = Files.writeString(kept.resolveSibling("a-1.csv.unfinished"), "half");
		Path forgotten = Files.writeString(kept.resolveSibling("b-1.csv"), "whole, but in no row");
		Path fresh = Files.writeString(kept.resolveSibling("c-1.csv.unfinished"), "half");
		FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(2)));
		for (Path file : List.of(kept, unfinished, forgotten)) {
			Files.setLastModifiedTime(file, longAgo);
		}
		this.exports.bean("abandonedExports", AbandonedFiles.class).removeExpired(100);
		assertThat(unfinished).doesNotExist();
		assertThat(forgotten).doesNotExist();
		assertThat(kept).exists();
		assertThat(fresh).exists();
		Files.delete(fresh);
	}

	@Test
	void writesMonthlyStatementsAlthoughThoseOfAnotherBusinessFail(@TempDir Path directory) throws Exception {
		try (ExportsOnDatabase own = ExportsOnDatabase.start(directory, "--hundi.export.catch-up-months=2",
				"--hundi.export.poll-interval=100ms")) {
			TestBusiness asha = own.business();
			own.manyMovements(asha, 90_000, Instant.parse("2026-03-31T06:30:00Z"));
			TestBusiness broken = own.business();
			own.manyMovements(broken, 20, Instant.parse("2026-03-01T00:00:00Z"));
			own.withoutTriggers((session) -> spoil(session, broken));
			RequestMonthlyExports request = new RequestMonthlyExports(own.bean(MonthlyExports.class),
					own.bean(ExportSettings.class), () -> Instant.parse("2026-04-30T19:29:59Z"));

			while (request.requestChunk() > 0) {
				assertThat(own.jdbc.sql("SELECT count(*) FROM monthly_export").query(Long.class).single())
					.isLessThanOrEqualTo(8);
			}
			assertThat(request.requestChunk()).isZero();

			// One second before the statements of April are due, only March is requested.
			List<WalletExport> march = statements(own, asha);
			assertThat(march).hasSize(2).allSatisfy((export) -> {
				assertThat(export.window())
					.isEqualTo(new Window(at("2026-02-28T18:30:00Z"), at("2026-03-31T18:30:00Z")));
				assertThat(Objects.requireNonNull(own.ended(export, ExportStatus.DONE).file()).name())
					.contains("-20260301-20260331.");
				assertThat(Objects.requireNonNull(own.now(export).file()).rowCount()).isEqualTo(12 * 3600);
			});
			for (WalletExport export : statements(own, broken)) {
				own.ended(export, ExportStatus.FAILED);
			}

			// In May, April is due, and failed statements of March are requested again.
			own.withoutTriggers((session) -> mend(session, broken));
			own.jdbc.sql("UPDATE wallet_export SET completed_at = now() - interval '2 hours' WHERE status = 'FAILED'")
				.update();
			RequestMonthlyExports later = new RequestMonthlyExports(own.bean(MonthlyExports.class),
					own.bean(ExportSettings.class), () -> Instant.parse("2026-05-01T06:00:00Z"));
			while (later.requestChunk() > 0) {
				assertThat(own.jdbc.sql("SELECT count(*) FROM monthly_export").query(Long.class).single())
					.isLessThanOrEqualTo(8);
			}
			assertThat(statements(own, broken)).hasSize(6);
			assertThat(own.jdbc.sql("""
					SELECT count(DISTINCT (business_id, month, format)) FROM monthly_export WHERE month = '2026-04-01'
					""").query(Long.class).single()).isEqualTo(4);
			await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> assertThat(own.jdbc.sql("""
					SELECT count(*) FROM monthly_export s JOIN wallet_export e USING (business_id, export_id)
					 WHERE e.status <> 'DONE'
					""").query(Long.class).single()).isZero());
		}
	}

	@Test
	void writesAMonthlyStatementAgainWhoseFileIsLost() {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 10, NOON);
		YearMonth march = YearMonth.of(2026, 3);
		MonthlyExports monthly = this.exports.bean(MonthlyExports.class);
		monthly.request(march, 1_000);
		WalletExports exports = this.exports.bean(WalletExports.class);
		List<WalletExport> first = exports.monthly(business.id(), 10);
		first.forEach((statement) -> this.exports.ended(statement, ExportStatus.DONE));
		WalletExport lost = first.getFirst();
		exports.lost(business.id(), lost.exportId());

		monthly.requestFailedAgain(march, Duration.ZERO, 1_000);

		List<WalletExport> present = exports.monthly(business.id(), 10);
		assertThat(present).hasSize(2)
			.extracting(WalletExport::exportId)
			.contains(first.getLast().exportId())
			.doesNotContain(lost.exportId());
		present.forEach((statement) -> assertThat(this.exports.file(this.exports.ended(statement, ExportStatus.DONE)))
			.as("%s", statement)
			.exists());
		this.exports.jdbc.sql("UPDATE wallet_export SET status = 'EXPIRED', expires_at = now() WHERE business_id = :id")
			.param("id", business.id())
			.update();
		monthly.requestFailedAgain(march, Duration.ZERO, 1_000);
		assertThat(exports.monthly(business.id(), 10)).as("its time is over")
			.hasSameElementsAs(present.stream().map((statement) -> this.exports.now(statement)).toList());
	}

	private static List<WalletExport> statements(ExportsOnDatabase own, TestBusiness business) {
		return own.bean(WalletExports.class).list(business.id(), new Page(50, 0));
	}

	private static Instant at(String text) {
		return Instant.parse(text);
	}

	/** An export that is not claimed before the test makes it due. */
	private static WalletExport asked(ExportsOnDatabase exports, TestBusiness business) {
		ExportRequestResult[] requested = new ExportRequestResult[1];
		new TransactionTemplate(exports.bean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			requested[0] = exports.bean(RequestExport.class)
				.request(new ExportRequest(business.id(), ExportFormat.CSV, null, new Window(NOON, null)),
						new ExportLimits(100, 100, 100));
			exports.bean(JdbcClient.class)
				.sql("UPDATE wallet_export SET due_at = now() + interval '1 hour' WHERE business_id = :id")
				.param("id", business.id())
				.update();
		});
		return ((ExportRequestResult.Accepted) requested[0]).export();
	}

	private static void makeDue(ExportsOnDatabase exports, WalletExport asked) {
		exports.jdbc.sql("UPDATE wallet_export SET due_at = now() WHERE export_id = :id")
			.param("id", asked.exportId())
			.update();
	}

	private ClaimedExport claimedByAKilledInstance(WalletExport asked) {
		this.exports.jdbc.sql("""
				UPDATE wallet_export SET status = 'RUNNING', claim_id = gen_random_uuid(), attempt_count = 1
				 WHERE export_id = :id
				""").param("id", asked.exportId()).update();
		UUID claim = this.exports.jdbc.sql("SELECT claim_id FROM wallet_export WHERE export_id = :id")
			.param("id", asked.exportId())
			.query(UUID.class)
			.single();
		Optional<ClaimedExport> held = this.exports.bean(ExportQueue.class)
			.held(asked.businessId(), asked.exportId(), claim);
		return held.orElseThrow();
	}

	/** Records an execution as Batch leaves it when the process is killed. */
	private JobExecution recordRunOf(ClaimedExport dead) {
		JobRepository records = this.exports.bean(JobRepository.class);
		JobExecution run = records.createJobExecution(
				records.createJobInstance(RunExport.NAME, RunExport.parameters(dead)), RunExport.parameters(dead),
				new ExecutionContext());
		run.setStatus(BatchStatus.STARTED);
		run.setStartTime(LocalDateTime.now(ZoneOffset.UTC));
		records.update(run);
		return run;
	}

	private void spoil(TestBusiness business) {
		this.exports.withoutTriggers((session) -> spoil(session, business));
	}

	private static void spoil(JdbcClient session, TestBusiness business) {
		session.sql("""
				ALTER TABLE wallet_movement DROP CONSTRAINT IF EXISTS wallet_movement_adds_up
				""").update();
		session.sql("""
				UPDATE wallet_movement SET balance_after_paise = balance_after_paise + 1
				 WHERE business_id = :id AND sequence = 5
				""").param("id", business.id()).update();
	}

	private static void mend(JdbcClient session, TestBusiness business) {
		session.sql("""
				UPDATE wallet_movement SET balance_after_paise = balance_after_paise - 1
				 WHERE business_id = :id AND sequence = 5
				""").param("id", business.id()).update();
	}

	private static List<Path> files(ExportsOnDatabase own) throws Exception {
		try (Stream<Path> files = Files.list(own.files.resolve("wallet-export"))) {
			return files.toList();
		}
	}

}
