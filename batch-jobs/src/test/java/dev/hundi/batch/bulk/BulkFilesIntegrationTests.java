package dev.hundi.batch.bulk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.batch.bulkfile.Written;
import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkOutcome;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.WithoutTriggers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Bulk files from their upload to the end of their payouts.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class BulkFilesIntegrationTests {

	private static final String RAO = "Rao, R 00123456789 CREATED BULK";

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private BulkOnDatabase bulk;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory, "--hundi.bulk.load-chunk=100", "--hundi.bulk.release-chunk=100");
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@Test
	void paysBeneficiariesIdentifiedInEveryWay() {
		TestBusiness business = this.bulk.business();
		UUID known = this.bulk.jdbc.sql("SELECT beneficiary_id FROM beneficiary WHERE business_id = :id")
			.param("id", business.id())
			.query(UUID.class)
			.single();
		BulkFile file = this.bulk.loaded(business,
				"""
						\ufeffcost centre, BENEFICIARY  id ,name,PHONE_NUMBER,e-mail,account no,Ifsc Code,upi id,Amount,transaction type,reference\r
						"A, B",%s,,,,,,,1500.5,imps,R1\r
						C,,"Rao, R",9876543210,rao@example.com,00123456789,hdfc0000001,,10,N,R2\r
						C,,Rao again,9876543210,,00123456789,HDFC0000001,,20.00,NEFT,R3\r
						D,,Sita,+919876543210,,,,Sita@upi,30.05,upi,R4\r
						"""
					.formatted(known));
		assertThat(this.bulk.rows(file)).allSatisfy((row) -> assertThat(row.errors()).isEmpty());
		assertThat(file.rows().valid()).isEqualTo(4);
		assertThat(file.amounts().validPaise()).isEqualTo(1500_50 + 10_00 + 20_00 + 30_05);
		assertThat(file.amounts().debitPaise()).isEqualTo(file.amounts().validPaise() + 4_72 + 2 * 1_77 + 2_36);
		assertThat(file.approval().peopleNeeded()).isEqualTo(1);

		this.bulk.released(file);

		assertThat(this.bulk.jdbc
			.sql("""
					SELECT concat_ws(' ', p.bulk_row_number, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.status, p.source,
					       p.merchant_reference_id, p.beneficiary_name, p.account_number, p.vpa, e.stage, e.source)
					  FROM payout p JOIN payout_event e USING (business_id, payout_id)
					 WHERE bulk_file_id = :id ORDER BY bulk_row_number
					""")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list())
			.satisfiesExactly(
					(first) -> assertThat(first).startsWith("1 I 150050 400 72 3 BULK R1 Ramesh Kumar")
						.endsWith("CREATED BULK"),
					(second) -> assertThat(second).isEqualTo("2 N 1000 150 27 3 BULK R2 " + RAO),
					(third) -> assertThat(third).isEqualTo("3 N 2000 150 27 3 BULK R3 " + RAO),
					(fourth) -> assertThat(fourth).isEqualTo("4 U 3005 200 36 3 BULK R4 Sita Sita@upi CREATED BULK"));
		assertThat(this.bulk.jdbc
			.sql("SELECT count(*) FROM beneficiary_event WHERE business_id = :id AND kind = 'CREATED'")
			.param("id", business.id())
			.query(Long.class)
			.single()).isEqualTo(2);
		// Other tests complete payouts without postings.
		List<String> own = this.bulk.jdbc.sql("SELECT payout_id::text FROM payout WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list();
		assertThat(business.violations()).noneMatch((violation) -> own.stream().anyMatch(violation::contains));
	}

	@Test
	void marksPaidRowsAsDuplicatesButNotFailedOnes() {
		TestBusiness business = this.bulk.business();
		BulkFile first = this.bulk.released(this.bulk.loaded(business, HEADINGS + row(1, "A") + row(2, "B")));
		this.bulk.end(first, "bulk_row_number = 2", 12);
		BulkFile second = this.bulk.loaded(business,
				HEADINGS + row(3, "A") + row(4, "B") + row(5, "C") + row(6, "C") + row(7, "") + row(7, ""));

		assertThat(this.bulk.rows(second).stream().map(BulkFilesIntegrationTests::codes)).containsExactly(
				List.of("Merchant Reference ALREADY_PAID"), List.of(), List.of(),
				List.of("Merchant Reference DUPLICATE_IN_FILE"), List.of(),
				List.of("Merchant Reference DUPLICATE_IN_FILE"));
		assertThat(second.rows().duplicate()).isEqualTo(3);
	}

	/** A scheduled payout is paid long after its acceptance. */
	@Test
	void marksRowsOfPayoutsThatAreOpenOrEndedRecently() {
		TestBusiness business = this.bulk.business();
		oldPayout(business, "S1", "held = held");
		oldPayout(business, "S2", "status = 11, completed_at = now() - interval '29 days'");
		oldPayout(business, "S3", "status = 11, completed_at = now() - interval '31 days'");
		oldPayout(business, "S4", "status = 12, completed_at = now() - interval '1 day'");
		BulkFile file = this.bulk.loaded(business,
				HEADINGS + row(1, "S1") + row(2, "S2") + row(3, "S3") + row(4, "S4"));

		assertThat(this.bulk.rows(file).stream().map(BulkFilesIntegrationTests::codes)).containsExactly(
				List.of("Merchant Reference ALREADY_PAID"), List.of("Merchant Reference ALREADY_PAID"), List.of(),
				List.of());
	}

	/** A payout that was accepted 40 days ago. */
	private void oldPayout(TestBusiness business, String reference, String state) {
		UUID payout = business.aged(business.payout(100_00, 4_00, 72), "40 days");
		WithoutTriggers.run(this.bulk.database.dataSource(), (unguarded) -> unguarded
			.sql("UPDATE payout SET merchant_reference_id = :reference, %s WHERE payout_id = :id".formatted(state))
			.param("reference", reference)
			.param("id", payout)
			.update());
	}

	@Test
	void paysRowsOfTwoFilesOnce() {
		TestBusiness business = this.bulk.business();
		BulkFile first = this.bulk.loaded(business, HEADINGS + row(1, "T1") + row(2, "T2"));
		BulkFile second = this.bulk.loaded(business, HEADINGS + row(1, "T1") + row(2, "T2") + row(3, "T3"));
		assertThat(second.rows().valid()).isEqualTo(3);
		this.bulk.released(first);
		this.bulk.released(second);
		assertThat(this.bulk.payouts(first)).isEqualTo(2);
		assertThat(this.bulk.payouts(second)).isEqualTo(1);
		assertThat(this.bulk.now(second).rows().duplicate()).isEqualTo(2);
	}

	@Test
	void acceptsTheSameFileAgainOnlyAfterItsCancellation() {
		TestBusiness business = this.bulk.business();
		byte[] content = (HEADINGS + row(1, "")).getBytes(StandardCharsets.UTF_8);
		BulkFile first = this.bulk.upload(business, BulkFormat.CSV, content, ReleaseMode.VALID_ROWS, null, null);
		assertThat(this.bulk.receive(business, BulkFormat.CSV, content, ReleaseMode.VALID_ROWS, null, null))
			.isInstanceOf(BulkUploadResult.Duplicate.class);
		this.bulk.reached(first, BulkStatus.AWAITING_RELEASE);
		assertThat(cancel(first)).isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(this.bulk.receive(business, BulkFormat.CSV, content, ReleaseMode.VALID_ROWS, null, null))
			.isInstanceOf(BulkUploadResult.Accepted.class);
		assertThat(release(first, BulkOnDatabase.CHECKER)).isInstanceOf(BulkDecisionResult.WrongStatus.class);
	}

	@Test
	void rejectsFilesThatDifferFromTheirDeclaration() {
		assertRejected("COUNT_MISMATCH", HEADINGS + row(1, ""), ReleaseMode.VALID_ROWS, 2, null);
		assertRejected("TOTAL_MISMATCH", HEADINGS + row(1, ""), ReleaseMode.VALID_ROWS, 1, 9_99L);
		assertRejected("BAD_ROWS", HEADINGS + row(1, "") + row(0, ""), ReleaseMode.ALL_OR_NOTHING, null, null);
		assertRejected("COLUMN_MISSING", "Name,Amount\nRao,1\n", ReleaseMode.VALID_ROWS, null, null);
		assertRejected("COLUMN_TWICE", "VPA,UPI ID,Amount,Rail\na@upi,,1,U\n", ReleaseMode.VALID_ROWS, null, null);
		assertRejected("NO_ROWS", HEADINGS, ReleaseMode.VALID_ROWS, null, null);
		TestBusiness business = this.bulk.business();
		BulkFile correct = this.bulk.upload(business, BulkFormat.CSV,
				(HEADINGS + row(1, "") + row(2, "")).getBytes(StandardCharsets.UTF_8), ReleaseMode.ALL_OR_NOTHING, 2,
				3_00L);
		this.bulk.reached(correct, BulkStatus.AWAITING_RELEASE);
	}

	/** Otherwise only the corrected rows of a file of all or nothing would be paid. */
	@Test
	void theUnpaidRowsOfARejectedFileAreAllItsRows() {
		BulkFile file = this.bulk.upload(this.bulk.business(), BulkFormat.CSV,
				Written.utf8(HEADINGS + row(1, "") + row(0, "") + row(2, "")), ReleaseMode.ALL_OR_NOTHING, null, null);
		BulkFile rejected = this.bulk.reached(file, BulkStatus.REJECTED);
		List<Integer> unpaid = new ArrayList<>();
		this.bulk.bean(BulkFiles.class).readUnpaid(rejected, (row) -> unpaid.add(row.rowNumber()));
		assertThat(unpaid).containsExactly(1, 2, 3);
	}

	@Test
	void rejectsHostileFilesAndLoadsTheNext() {
		TestBusiness business = this.bulk.business();
		Map<String, byte[]> bomb = Written.workbook("<row><c><v>1</v></c></row>");
		bomb.put("xl/media/image1.png", new byte[100 * 1024 * 1024]);
		Map<String, byte[]> macros = Written.workbook("<row><c><v>1</v></c></row>");
		macros.put("xl/vbaProject.bin", new byte[1]);
		assertRejected(business, BulkFormat.XLSX, Written.zip(bomb), "TOO_LARGE_UNPACKED");
		assertRejected(business, BulkFormat.XLSX, Written.zip(macros), "MACROS");
		assertRejected(business, BulkFormat.XLSX, Written.utf8(HEADINGS), "WRONG_CONTENT");
		assertRejected(business, BulkFormat.CSV, Written.zip(macros), "WRONG_CONTENT", "UNKNOWN_ENCODING",
				"MIXED_ENCODING");
		assertRejected(business, BulkFormat.CSV, Written.utf8(HEADINGS + "x".repeat(10_000_000)), "CELL_TOO_LONG");
		assertRejected(business, BulkFormat.CSV, Written.utf8("a,".repeat(10_000)), "TOO_MANY_COLUMNS");
		assertRejected(business, BulkFormat.CSV, Written.utf8(HEADINGS + row(1, "\"cut")), "TRUNCATED");
		assertRejected(business, BulkFormat.PAIN001,
				Written.utf8("<!DOCTYPE d [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><Document>&e;</Document>"),
				"FORBIDDEN_XML");
		this.bulk.loaded(business, HEADINGS + row(1, "good"));
	}

	@Test
	void logsARefusalWithoutStackTrace(CapturedOutput output) {
		BulkFile file = this.bulk.upload(this.bulk.business(), HEADINGS);
		this.bulk.reached(file, BulkStatus.REJECTED);
		await().untilAsserted(() -> assertThat(output).contains(file.bulkFileId() + " is refused: NO_ROWS")
			.contains("[name=bulk-load]] completed"));
		assertThat(output).doesNotContain("ERROR", "RefusedFileException");
	}

	@Test
	void rejectsAPaymentMessageWithAWrongSum() {
		String message = """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
				<GrpHdr><NbOfTxs>1</NbOfTxs><CtrlSum>12.34</CtrlSum></GrpHdr><PmtInf><PmtInfId>P-7</PmtInfId>
				<NbOfTxs>1</NbOfTxs><CtrlSum>%s</CtrlSum><CdtTrfTxInf>
				<PmtTpInf><LclInstrm><Prtry>UPI</Prtry></LclInstrm></PmtTpInf><Amt><InstdAmt Ccy="INR">12.34</InstdAmt></Amt>
				<Cdtr><Nm>Sita</Nm><CtctDtls><MobNb>+91-9876543210</MobNb></CtctDtls></Cdtr>
				<CdtrAcct><Id><Othr><Id>sita@upi</Id></Othr></Id></CdtrAcct></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
				""";
		TestBusiness business = this.bulk.business();
		BulkFile wrong = this.bulk.upload(business, BulkFormat.PAIN001,
				message.formatted("12.35").getBytes(StandardCharsets.UTF_8), ReleaseMode.VALID_ROWS, null, null);
		assertThat(this.bulk.rejection(wrong)).isEqualTo(new BulkFile.Rejection("TOTAL_MISMATCH",
				"CtrlSum of PmtInf 1 (P-7) is 12.35, but its amounts add up to 12.34"));
		BulkFile correct = this.bulk.upload(business, BulkFormat.PAIN001,
				message.formatted("12.34").getBytes(StandardCharsets.UTF_8), ReleaseMode.VALID_ROWS, null, null);
		assertThat(this.bulk.reached(correct, BulkStatus.AWAITING_RELEASE).amounts().validPaise()).isEqualTo(12_34);
	}

	@Test
	void requiresAnotherCheckerAboveATier() {
		TestBusiness business = this.bulk.business();
		this.bulk.bean(ApprovalTiers.class).set(business.id(), new TreeMap<>(Map.of(0L, 1, 100_00L, 2)));
		BulkFile small = this.bulk.loaded(business, HEADINGS + row(100, ""));
		BulkFile large = this.bulk.loaded(business, HEADINGS + row(101, ""));
		assertThat(small.approval().peopleNeeded()).isEqualTo(1);
		assertThat(large.approval().peopleNeeded()).isEqualTo(2);
		assertThat(release(small, BulkOnDatabase.MAKER)).isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(release(large, BulkOnDatabase.MAKER)).isInstanceOf(BulkDecisionResult.SamePerson.class);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.bulk.jdbc.sql("""
				UPDATE bulk_file SET status = 'RELEASING', released_by = uploaded_by, released_at = now()
				 WHERE bulk_file_id = :id
				""").param("id", large.bulkFileId()).update()).withMessageContaining("checker_is_not_maker");
		assertThat(release(large, BulkOnDatabase.CHECKER)).isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(this.bulk.jdbc.sql("""
				SELECT status || ' ' || changed_by FROM bulk_file_event WHERE bulk_file_id = :id ORDER BY event_id
				""").param("id", large.bulkFileId()).query(String.class).list()).startsWith("LOADING pk_maker",
				"AWAITING_RELEASE batch-jobs", "RELEASING pk_checker");
	}

	@Test
	void answersConcurrentReleasesByOneKeyAlike() throws Exception {
		TestBusiness business = this.bulk.business();
		for (int i = 1; i <= 10; i++) {
			BulkFile file = this.bulk.loaded(business, HEADINGS + row(i, "CONCURRENT-" + i));
			assertThat(together(() -> release(file, BulkOnDatabase.CHECKER)))
				.allSatisfy((result) -> assertThat(result).isInstanceOf(BulkDecisionResult.Done.class));
			assertThat(release(file, BulkOnDatabase.MAKER)).isInstanceOf(BulkDecisionResult.WrongStatus.class);
			BulkFile cancelled = this.bulk.loaded(business, HEADINGS + row(i, "CANCELLED-" + i));
			assertThat(together(() -> cancel(cancelled)))
				.allSatisfy((result) -> assertThat(result).isInstanceOf(BulkDecisionResult.Done.class));
		}
	}

	@Test
	void refusesReleaseWithoutSufficientFunds() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile file = this.bulk.loaded(business, HEADINGS + row(100, ""));
		assertThat(release(file, BulkOnDatabase.CHECKER)).isEqualTo(new BulkDecisionResult.ShortOfMoney(file, 0));
		business.rules("0", 0, true);
		assertThat(release(file, BulkOnDatabase.CHECKER)).isInstanceOf(BulkDecisionResult.Done.class);
	}

	@Test
	void derivesTheFinalStatusFromPaidRows() {
		TestBusiness business = this.bulk.business();
		BulkFile all = this.bulk.released(this.bulk.loaded(business, HEADINGS + row(1, "P1") + row(2, "P2")));
		BulkFile some = this.bulk
			.released(this.bulk.loaded(business, HEADINGS + row(3, "P3") + row(4, "P4") + row(0, "")));
		BulkFile none = this.bulk.released(this.bulk.loaded(business, HEADINGS + row(5, "P5")));
		BulkFile valid = this.bulk.released(this.bulk.loaded(business, HEADINGS + row(6, "P6") + row(0, "")));
		this.bulk.end(valid, "true", 11);
		assertThat(this.bulk.reached(valid, BulkStatus.PARTIALLY_COMPLETED).outcome())
			.isEqualTo(BulkOutcome.ALL_VALID_ROWS_PAID);
		assertThat(all.outcome()).isNull();
		this.bulk.end(all, "bulk_row_number = 1", 11);
		await().until(() -> this.bulk.now(all).rows().successful() == 1);
		assertThat(this.bulk.now(all).status()).isEqualTo(BulkStatus.PROCESSING);
		this.bulk.end(all, "true", 11);
		this.bulk.end(some, "bulk_row_number = 1", 11);
		this.bulk.end(some, "bulk_row_number = 2", 12);
		this.bulk.end(none, "true", 12);

		assertThat(this.bulk.reached(all, BulkStatus.COMPLETED).percent()).isEqualTo(100);
		BulkFile.Rows counts = this.bulk.reached(some, BulkStatus.PARTIALLY_COMPLETED).rows();
		assertThat(List.of(counts.read(), counts.valid(), counts.invalid(), counts.released(), counts.successful(),
				counts.failed()))
			.containsExactly(3, 2, 1, 2, 1, 1);
		assertThat(this.bulk.rows(some).stream().map(BulkRow::status)).containsExactly(RowStatus.SUCCESSFUL,
				RowStatus.FAILED, RowStatus.INVALID);
		assertThat(this.bulk.now(some).outcome()).isEqualTo(BulkOutcome.SOME_ROWS_PAID);
		assertThat(this.bulk.now(all).outcome()).isEqualTo(BulkOutcome.ALL_ROWS_PAID);
		assertThat(this.bulk.reached(none, BulkStatus.FAILED).outcome()).isEqualTo(BulkOutcome.NO_ROW_PAID);
	}

	@Test
	void sendsTheCompletionWebhookOnlyToSubscribers() {
		TestBusiness silent = withEndpoint(this.bulk.business());
		TestBusiness notified = withEndpoint(this.bulk.business());
		this.bulk.jdbc.sql("UPDATE webhook_endpoint SET events = '{BulkCompleted}' WHERE business_id = :id")
			.param("id", notified.id())
			.update();
		for (TestBusiness business : List.of(silent, notified)) {
			BulkFile file = this.bulk.released(this.bulk.loaded(business, HEADINGS + row(1, "W1")));
			this.bulk.end(file, "true", 11);
			this.bulk.reached(file, BulkStatus.COMPLETED);
		}
		assertThat(deliveries(silent)).isEmpty();
		assertThat(deliveries(notified)).singleElement()
			.satisfies((body) -> assertThat(body).contains("\"event\":\"BulkCompleted\"", "\"status\":\"COMPLETED\"",
					"\"outcome\":\"ALL_ROWS_PAID\"", "\"successful\":1", "\"successfulPaise\":\"100\""));
	}

	@Test
	void releasesRowsNoFasterThanTheStreamTakesThem(@TempDir Path directory) {
		try (BulkOnDatabase paced = BulkOnDatabase.start(directory, "--hundi.bulk.window=20",
				"--hundi.bulk.patience=100ms")) {
			BulkFile file = releasing(paced, 60);
			for (int released = 20; released <= 60; released += 20) {
				int expected = released;
				await().until(() -> paced.payouts(file) == expected);
				await().during(Duration.ofMillis(500)).until(() -> paced.payouts(file) == expected);
				paced.end(file, "true", 11);
			}
			paced.reached(file, BulkStatus.COMPLETED);
		}
	}

	/** They wait for money, which may take days, and delay no other payout. */
	@Test
	void rowsThatAreQueuedForMoneyDoNotHoldTheOthersBack(@TempDir Path directory) {
		try (BulkOnDatabase paced = BulkOnDatabase.start(directory, "--hundi.bulk.window=20",
				"--hundi.bulk.patience=100ms")) {
			BulkFile file = releasing(paced, 60);
			await().until(() -> {
				paced.jdbc.sql("UPDATE payout SET queued = true WHERE bulk_file_id = ? AND NOT queued")
					.param(file.bulkFileId())
					.update();
				return paced.now(file).status() == BulkStatus.PROCESSING;
			});
			assertThat(paced.payouts(file)).isEqualTo(60);
		}
	}

	@Test
	void releasesMoreRowsToAFastStream(@TempDir Path directory) {
		try (BulkOnDatabase paced = BulkOnDatabase.start(directory, "--hundi.bulk.window=200",
				"--hundi.bulk.pass-within=1h", "--hundi.bulk.patience=1h")) {
			BulkFile file = releasing(paced, 600);
			for (int released : new int[] { 20, 60, 140, 300 }) {
				await().until(() -> paced.payouts(file) == released);
				paced.end(file, "true", 11);
			}
			await().until(() -> {
				paced.end(file, "true", 11);
				return paced.now(file).status() == BulkStatus.COMPLETED;
			});
			assertThat(paced.payouts(file)).isEqualTo(600);
		}
	}

	private static BulkFile releasing(BulkOnDatabase bulk, int rows) {
		TestBusiness business = bulk.business();
		BulkFile file = bulk.loaded(business, HEADINGS
				+ IntStream.rangeClosed(1, rows).mapToObj((i) -> row(i, "S" + i)).collect(Collectors.joining()));
		bulk.bean(DecideBulkFile.class).release(business.id(), file.bulkFileId(), BulkOnDatabase.CHECKER);
		return file;
	}

	private void assertRejected(TestBusiness business, BulkFormat format, byte[] content, String... codes) {
		BulkFile file = this.bulk.upload(business, format, content, ReleaseMode.VALID_ROWS, null, null);
		BulkFile.Rejection rejected = this.bulk.rejection(file);
		assertThat(rejected.code()).isIn((Object[]) codes);
		assertThat(rejected.reason()).isNotBlank();
	}

	private void assertRejected(String code, String csv, ReleaseMode mode, @Nullable Integer rows,
			@Nullable Long totalPaise) {
		BulkFile file = this.bulk.upload(this.bulk.business(), BulkFormat.CSV, csv.getBytes(StandardCharsets.UTF_8),
				mode, rows, totalPaise);
		assertThat(this.bulk.rejection(file).code()).isEqualTo(code);
	}

	/** The results of the same call from eight threads at once. */
	private static <T> List<T> together(Callable<T> call) throws Exception {
		CyclicBarrier start = new CyclicBarrier(8);
		Callable<T> together = () -> {
			start.await();
			return call.call();
		};
		try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
			List<T> results = new ArrayList<>();
			for (Future<T> result : threads.invokeAll(Collections.nCopies(8, together))) {
				results.add(result.get());
			}
			return results;
		}
	}

	private BulkDecisionResult release(BulkFile file, String key) {
		return this.bulk.bean(DecideBulkFile.class).release(file.businessId(), file.bulkFileId(), key);
	}

	private BulkDecisionResult cancel(BulkFile file) {
		return this.bulk.bean(DecideBulkFile.class).cancel(file.businessId(), file.bulkFileId(), BulkOnDatabase.MAKER);
	}

	private List<String> deliveries(TestBusiness business) {
		return this.bulk.jdbc.sql("SELECT convert_from(body, 'UTF8') FROM webhook_delivery WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.list();
	}

	private TestBusiness withEndpoint(TestBusiness business) {
		this.bulk.jdbc
			.sql("""
					INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (:id, 'https://example.com/', '\\x00')
					""")
			.param("id", business.id())
			.update();
		return business;
	}

	/** A row that pays an account of its own. */
	private static String row(int rupees, String reference) {
		return "Rao,9876543210,%012d,HDFC0000001,%d,I,%s\n".formatted(100_000_000_000L + rupees, rupees, reference);
	}

	private static List<String> codes(BulkRow row) {
		return row.errors().stream().map((error) -> error.column() + " " + error.code()).toList();
	}

}
