package dev.hundi.stream.dispatch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.testing.NeverPaid;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Files of a bank that contradict each other, a file that is delivered twice, and an
 * enquiry that loses its connection while it waits for the payout.
 */
class ContradictingFilesIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final Path directory;

	private final Dispatching dispatch;

	ContradictingFilesIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.dispatch = Dispatching.with(this.database).fileBank("files", directory).start();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.database.close();
	}

	/**
	 * The lock of the payout stops the recording of the first file after it was read.
	 * Whichever continues first then, a person gets to know of the other.
	 */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void recordsAConflictWithAFileThatArrivesWhileAnotherIsRecorded(boolean paidFirst) throws Exception {
		UUID payout = ordered();
		send("first", paidFirst ? paid(payout) : rejected(payout));
		this.dispatch.exchangeFiles();
		try (Connection settling = this.database.dataSource().getConnection();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			settling.setAutoCommit(false);
			execute(settling, "SELECT FROM payout WHERE payout_id = '" + payout + "' FOR NO KEY UPDATE");
			Future<?> enquiry = threads.submit(() -> {
				this.dispatch.enquire();
				return null;
			});
			await().atMost(Duration.ofMinutes(2)).until(() -> waiting() == 1);
			send("second", paidFirst ? rejected(payout) : paid(payout));
			Future<?> exchange = threads.submit(this.dispatch::exchangeFiles);
			await().atMost(Duration.ofMinutes(2)).until(() -> exchange.isDone() || waiting() == 2);
			settling.rollback();
			enquiry.get();
			exchange.get();
		}
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return this.jdbc.sql("""
					SELECT NOT EXISTS (SELECT FROM bank_attempt WHERE payout_id = :id AND state = 'PENDING')
					""").param("id", payout).query(Boolean.class).single();
		});
		assertThat(reviews(payout)).containsAnyOf("BANK_CONTRADICTS", "BANK_IMPLAUSIBLE").hasSize(1);
		assertThat(this.business.violations()).isEmpty();
	}

	/** Two people found with the bank that it had not paid, and refunded the payout. */
	@ParameterizedTest
	@CsvSource({ "true, true", "false, true", "false, false" })
	void recordsAConflictWithARefundOfWhatTheBankNeverPaid(boolean before, boolean paid) throws Exception {
		UUID payout = ordered();
		PayoutKey key = new PayoutKey(this.business.id(), payout);
		SettlePayout settle = this.dispatch.bean(SettlePayout.class);
		assertThat(settle.succeeded(new Attempt(key, 1), BankReport.of("N32500000000000001", null)))
			.isEqualTo(RecordOutcome.RECORDED);
		if (before) {
			send("first", paid(payout));
			this.dispatch.exchangeFiles();
			assertThat(conflicts()).isEmpty();
		}
		assertThat(NeverPaid.refund(this.database, settle, key)).isEqualTo(RecordOutcome.RECORDED);
		if (!before) {
			assertThat(conflicts()).isEmpty();
			send("first", paid ? paid(payout) : rejected(payout));
			this.dispatch.exchangeFiles();
		}
		assertThat(conflicts()).hasSize(paid ? 1 : 0)
			.allMatch("1 FILE says PAID, recorded is SUCCEEDED in status 12: first.xml"::equals);
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.business.violations()).isEmpty();
	}

	/** The process died after the bank could see the file, which is delivered again. */
	@Test
	void refundsNoOrderOfAFileThatTheBankRejectsBecauseItGotItBefore() throws Exception {
		UUID payout = ordered();
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL").update();
		this.dispatch.exchangeFiles();
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_file WHERE written_at IS NOT NULL")
			.query(Integer.class)
			.single()).isEqualTo(1);
		send("duplicate", rejected(payout).replace("<OrgnlGrpInfAndSts/>",
				"<OrgnlGrpInfAndSts><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts>"));
		exchangeWhile(payout, "4 DISPATCHED");
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
		send("paid", paid(payout));
		exchangeWhile(payout, "4 BANK_ACKNOWLEDGED");
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 104_72);
		assertThat(this.business.violations()).isEmpty();
	}

	/** The bank gives no reason of a duplicate: its date has passed, for instance. */
	@Test
	void refundsNoOrderOfAFileThatWasDeliveredTwice() throws Exception {
		UUID payout = ordered();
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL").update();
		this.dispatch.exchangeFiles();
		assertThat(deliveries()).isEqualTo(2);
		send("second", rejected(payout).replace("<TxSts>RJCT</TxSts>",
				"<TxSts>RJCT</TxSts><StsRsnInf><AddtlInf>%s</AddtlInf></StsRsnInf>".formatted("Too late ".repeat(40))));
		this.dispatch.exchangeFiles();
		assertThat(this.jdbc.sql("SELECT reason FROM bank_file_status").query(String.class).single())
			.startsWith("Rejected, but its file was delivered 2 times: Too late")
			.hasSizeLessThanOrEqualTo(300);
		exchangeWhile(payout, "4 DISPATCHED");
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
		send("paid", paid(payout));
		exchangeWhile(payout, "4 BANK_ACKNOWLEDGED");
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		send("late", rejected(payout).replace("<GrpHdr/>", "<GrpHdr></GrpHdr>"));
		this.dispatch.exchangeFiles();
		assertThat(reviews(payout)).isEmpty();
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 104_72);
		assertThat(this.business.violations()).isEmpty();
	}

	/** The process died before it recorded the file as written. */
	@Test
	void deliversNoFileAgainThatTheBankHasReportedAbout() throws Exception {
		UUID payout = ordered();
		Path whole = written();
		Files.delete(whole);
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL").update();
		send("rejected", rejected(payout));
		this.dispatch.bean(ExchangeFiles.class).readAll();
		exchangeWhile(payout, "4 DISPATCHED");
		assertThat(this.business.status(payout)).startsWith("12 ");
		assertThat(whole).doesNotExist();
		assertThat(deliveries()).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void waitsForADeliveryThatRunsBeforeItStoresReports() throws Exception {
		UUID payout = ordered();
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL").update();
		send("rejected", rejected(payout));
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<?>> reading = new ArrayList<>();
			assertThat(this.dispatch.bean(BankFiles.class).writeNext("files", (file) -> () -> {
				reading.add(threads.submit(this.dispatch.bean(ExchangeFiles.class)::readAll));
				await().atMost(Duration.ofMinutes(2)).until(() -> waiting() == 1);
			})).isTrue();
			reading.getFirst().get();
		}
		exchangeWhile(payout, "4 DISPATCHED");
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
		assertThat(deliveries()).isEqualTo(2);
	}

	@Test
	void countsNoDeliveryThatCertainlyFailed() throws Exception {
		UUID payout = ordered();
		Path whole = written();
		Files.delete(whole);
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL, deliveries = 0").update();
		Files.createDirectories(whole.resolve("in the way"));
		this.dispatch.exchangeFiles();
		assertThat(deliveries()).isZero();
		Files.delete(whole.resolve("in the way"));
		Files.delete(whole);
		this.dispatch.exchangeFiles();
		assertThat(deliveries()).isEqualTo(1);
		try (Stream<Path> out = Files.list(this.directory.resolve("out"))) {
			assertThat(out).extracting((file) -> file.getFileName().toString())
				.containsExactly(whole.getFileName().toString());
		}
		send("rejected", rejected(payout));
		exchangeWhile(payout, "4 DISPATCHED");
		assertThat(this.business.status(payout)).startsWith("12 ");
	}

	/** Hundi no longer knows the account of a payout whose personal data is erased. */
	@ParameterizedTest
	@CsvSource({ "true, 0", "false, 1" })
	void recordsAConflictWithAPaymentToAnotherAccount(boolean erased, int conflicts) throws Exception {
		UUID payout = ordered();
		send("paid", paid(payout));
		exchangeWhile(payout, "4 DISPATCHED");
		if (erased) {
			WithoutTriggers.run(this.database.dataSource(), (session) -> session.sql(
					"UPDATE bank_file_order SET account_number = 'ERASED', beneficiary_name = 'ERASED', narration = NULL")
				.update());
		}
		send("again", paid(payout).replace("</TxDtls>",
				"<RltdPties><CdtrAcct><Id><Othr><Id>XXXXABCD</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls>"));
		this.dispatch.exchangeFiles();
		assertThat(conflicts()).hasSize(conflicts)
			.allMatch(
					"1 FILE says PAID, recorded is SUCCEEDED in status 11: again.xml: PAID to another account than the order's"::equals);
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
	}

	@Test
	void refundsAPayoutWhosePersonalDataIsErasedWhenItsReturnNamesTheAccount() throws Exception {
		UUID payout = ordered();
		send("paid", paid(payout));
		exchangeWhile(payout, "4 DISPATCHED");
		WithoutTriggers.run(this.database.dataSource(),
				(session) -> session.sql("UPDATE bank_file_order SET account_number = 'ERASED'").update());
		send("returned", paid(payout).replace("DBIT", "CRDT")
			.replace("<NtryDtls>", "<RvslInd>true</RvslInd><NtryDtls>")
			.replace("</TxDtls>",
					"<RltdPties><CdtrAcct><Id><Othr><Id>XXXXABCD</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls>"));
		exchangeWhile(payout, "11 SUCCESS");
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(reviews(payout)).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	private int deliveries() {
		return this.jdbc.sql("SELECT deliveries FROM bank_file").query(Integer.class).single();
	}

	/** The only file for the bank. */
	private Path written() throws Exception {
		try (Stream<Path> files = Files.list(this.directory.resolve("out"))) {
			return files.toList().getFirst();
		}
	}

	/** It paid the order twice by mistake, and takes the second payment back. */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void refundsNoPayoutOfWhichTheBankTakesASecondPaymentBack(boolean settledBefore) throws Exception {
		UUID payout = ordered();
		String utr = ScriptedBank.utr(BankReference.of(payout));
		send("first", paid(payout));
		send("second", paid(payout).replace(utr, "AAAA" + utr));
		if (settledBefore) {
			exchangeWhile(payout, "4 DISPATCHED");
			assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		}
		send("returned",
				paid(payout).replace(utr, "AAAA" + utr)
					.replace("DBIT", "CRDT")
					.replace("<NtryDtls>", "<RvslInd>true</RvslInd><NtryDtls>"));
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.exchangeFiles();
			this.dispatch.enquire();
			return !reviews(payout).isEmpty() || this.business.status(payout).startsWith("12");
		});
		assertThat(this.business.status(payout)).isEqualTo(settledBefore ? "11 SUCCESS" : "4 IN_DOUBT");
		assertThat(reviews(payout)).containsExactly(settledBefore ? "BANK_CONTRADICTS" : "BANK_IMPLAUSIBLE");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 104_72);
		assertThat(this.business.violations()).isEmpty();
	}

	private List<String> reviews(UUID payout) {
		return this.jdbc.sql("SELECT kind FROM manual_review WHERE subject_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	private void exchangeWhile(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.exchangeFiles();
			this.dispatch.enquire();
			return !this.business.status(payout).equals(status);
		});
	}

	/** Otherwise the process would soon send and ask nothing any more. */
	@Test
	void releasesThePermitOfAnEnquiryThatLosesItsConnection() throws Exception {
		UUID payout = ordered();
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now()").update();
		try (Connection settling = this.database.dataSource().getConnection();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			settling.setAutoCommit(false);
			execute(settling, "SELECT FROM payout WHERE payout_id = '" + payout + "' FOR NO KEY UPDATE");
			Future<?> enquiry = threads.submit(() -> {
				this.dispatch.enquire();
				return null;
			});
			await().atMost(Duration.ofMinutes(2)).until(() -> waiting() == 1);
			this.jdbc.sql("""
					SELECT pg_terminate_backend(pid) FROM pg_stat_activity
					 WHERE datname = current_database() AND wait_event_type = 'Lock'
					""").query().listOfRows();
			enquiry.get();
		}
		assertThat(this.dispatch.bank("files").callsInFlight()).isZero();
	}

	private List<String> conflicts() {
		return this.jdbc
			.sql("""
					SELECT attempt_number || ' ' || reported_by || ' says ' || reported || ', recorded is ' || recorded || ': ' || detail
					  FROM bank_conflict
					""")
			.query(String.class)
			.list();
	}

	private int waiting() {
		return this.jdbc.sql("""
				SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
				""").query(Integer.class).single();
	}

	private UUID ordered() {
		UUID payout = this.money.debitedPayout(this.business, "N");
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.jdbc.sql("SELECT state FROM bank_attempt WHERE payout_id = :id")
				.param("id", payout)
				.query(String.class)
				.list()
				.equals(List.of("PENDING")));
		this.dispatch.exchangeFiles();
		return payout;
	}

	private void send(String name, String body) throws Exception {
		Path in = Files.createDirectories(this.directory.resolve("in"));
		Path part = Files.write(in.resolve("." + name), body.getBytes(StandardCharsets.UTF_8));
		Files.move(part, in.resolve(name + ".xml"));
	}

	private static String paid(UUID payout) {
		String reference = BankReference.of(payout);
		return """
				<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>\
				<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId>\
				<TxId>%s</TxId></Refs><Amt Ccy="INR">100.00</Amt></TxDtls></NtryDtls></Ntry></Ntfctn>\
				</BkToCstmrDbtCdtNtfctn></Document>""".formatted(reference, ScriptedBank.utr(reference));
	}

	private static String rejected(UUID payout) {
		return """
				<Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'><CstmrPmtStsRpt><GrpHdr/><OrgnlGrpInfAndSts/>\
				<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts>\
				</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"""
			.formatted(BankReference.of(payout));
	}

	private static void execute(Connection connection, String sql) throws Exception {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
