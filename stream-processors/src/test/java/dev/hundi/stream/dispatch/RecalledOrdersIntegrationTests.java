package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankFile;
import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.Rail;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The first bank declined an order and calls back about it while the order for the second
 * bank waits for a file.
 */
class RecalledOrdersIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank first = new ScriptedBank();

	private final UUID payout = new TestMoney(this.database.dataSource()).debitedPayout(this.business, "N");

	private final PayoutKey key = new PayoutKey(this.business.id(), this.payout);

	private final String reference = BankReference.of(this.payout);

	private final Path directory;

	private final Dispatching dispatch;

	RecalledOrdersIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.dispatch = Dispatching.with(this.database)
			.bank("first", this.first.url())
			.fileBank("files", directory)
			.neverRetrying()
			.start();
	}

	@BeforeEach
	void queueAfterTheFirstDeclined() {
		this.first.script(this.reference, Script.DECLINE);
		this.dispatch.dispatch(this.key);
		await().atMost(Duration.ofMinutes(2))
			.until(() -> attempts().equals(List.of("first NOT_SENT", "files PENDING")));
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.first.close();
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "SUCCESS, 11 SUCCESS", "RETURNED, 12 RETURNED_BY_BANK", "PENDING, 4 BANK_ACKNOWLEDGED" })
	void asksTheFirstBankBeforeTheOrderIsInAFile(String status, String recorded) throws Exception {
		this.first.settle(this.reference, status);
		assertThat(callBack(status)).isEqualTo(CallbackVerdict.ENQUIRED);
		this.dispatch.exchangeFiles();
		enquireUntil(recorded);
		this.dispatch.exchangeFiles();
		assertThat(files()).isEmpty();
		assertThat(attempts()).hasSize(2).last().isEqualTo("files NOT_SENT");
		assertThat(this.business.violations()).isEmpty();
	}

	/** A payout that a bank was asked about goes to no other one. */
	@Test
	void keepsTheOrderForTheFirstBankWhichDoesNotKnowIt() throws Exception {
		this.dispatch.enquire();
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.ENQUIRED);
		assertThat(attempts()).containsExactly("first IN_DOUBT", "files NOT_SENT");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return attempts().equals(List.of("first NOT_SENT", "files NOT_SENT"));
		});
		this.dispatch.dispatch(this.key);
		this.dispatch.exchangeFiles();
		assertThat(attempts()).hasSize(2);
		assertThat(files()).isEmpty();
	}

	@Test
	void queuesARecalledOrderAgain() throws Exception {
		callBack("SUCCESS");
		this.dispatch.enquire();
		state(1, "NOT_SENT");
		state(2, "PENDING");
		this.dispatch.exchangeFiles();
		assertThat(files()).isEmpty();
		this.dispatch.bean(BankFiles.class).queue("files", order());
		this.dispatch.exchangeFiles();
		assertThat(files()).hasSize(1).first().asString().contains(this.reference);
	}

	/** The order keeps the number of its first attempt at the bank with files. */
	@Test
	void recordsWhatAFileContradictsOfAnOrderThatWasQueuedAgain() {
		state(2, "NOT_SENT");
		this.jdbc.sql("""
				INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
				VALUES (:business, :payout, 3, 'files', :reference, 'PENDING', now())
				""")
			.param("business", this.business.id())
			.param("payout", this.payout)
			.param("reference", this.reference)
			.update();
		this.dispatch.bean(BankFiles.class).queue("files", order());
		assertThat(this.dispatch.bean(SettlePayout.class)
			.succeeded(new Attempt(this.key, 3), BankReport.of("N32500000000000001", null)))
			.isEqualTo(RecordOutcome.RECORDED);
		this.dispatch.bean(BankFileReports.class)
			.receive("files", "0".repeat(64), "rejections.xml", List.of(new ReportedStatus(this.reference,
					ReportedStatus.Kind.REJECTED, 100_00L, null, null, "AC04", "Closed account")));

		assertThat(
				this.jdbc.sql("SELECT attempt_number || ' ' || reported FROM bank_conflict").query(String.class).list())
			.containsExactly("3 REJECTED");
	}

	@Test
	void leavesAnOrderInTheQueueThatTheFirstBankHasNotPaid() throws Exception {
		assertThat(callBack("FAILED")).isEqualTo(CallbackVerdict.AGREES);
		this.dispatch.exchangeFiles();
		assertThat(files()).hasSize(1);
	}

	@Test
	void leavesAnOrderAloneThatIsInAFile() throws Exception {
		this.dispatch.exchangeFiles();
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.CONTRADICTS);
		assertThat(attempts()).containsExactly("first NOT_SENT", "files PENDING");
		assertThat(files()).hasSize(1);
	}

	/** The order is in the queue before its attempt is recorded as queued. */
	@Test
	void recallsAnOrderThatIsQueuedAfterTheCallback() throws Exception {
		state(2, "CLAIMED");
		this.first.settle(this.reference, "SUCCESS");
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.CONTRADICTS);
		this.dispatch.bean(RecordBankAnswer.class).ofPayments(List.of(order()), List.of(new BankAnswer.Queued()));
		this.dispatch.exchangeFiles();
		enquireUntil("11 SUCCESS");
		assertThat(files()).isEmpty();
		assertThat(attempts()).containsExactly("first SUCCEEDED", "files NOT_SENT");
	}

	/** The process died after it had queued the order. */
	@Test
	void recallsAnOrderWhoseClaimExpired() throws Exception {
		state(2, "IN_DOUBT");
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.ENQUIRED);
		this.dispatch.exchangeFiles();
		assertThat(files()).isEmpty();
		assertThat(attempts()).containsExactly("first IN_DOUBT", "files NOT_SENT");
	}

	/** The callback came before the process died. */
	@Test
	void asksTheFirstBankWhichCalledBackBeforeTheClaimExpired() throws Exception {
		state(2, "CLAIMED");
		this.first.settle(this.reference, "SUCCESS");
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.CONTRADICTS);
		state(2, "IN_DOUBT");
		this.dispatch.exchangeFiles();
		assertFirstBankPaysAlone();
	}

	/** The process died before it wrote the file. */
	@Test
	void takesAnOrderOutOfAFileThatIsNotWritten() throws Exception {
		assertThat(createFile()).isTrue();
		this.first.settle(this.reference, "SUCCESS");
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.CONTRADICTS);
		Files.createDirectories(this.directory.resolve("out"));
		Files.writeString(this.directory.resolve("out/." + messageId() + ".part"), "prepared before");
		this.dispatch.exchangeFiles();
		assertThat(files()).isEmpty();
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = :id AND state = 'PENDING'")
			.param("id", this.payout)
			.update();
		assertFirstBankPaysAlone();
	}

	/** The callback comes after the look at the orders, while the bytes are prepared. */
	@Test
	void takesAnOrderOutOfAFileWhoseBytesArePrepared() throws Exception {
		assertThat(createFile()).isTrue();
		this.first.settle(this.reference, "SUCCESS");
		List<String> done = new ArrayList<>();
		assertThat(this.dispatch.bean(BankFiles.class).writeNext("files", new BankFiles.Writer() {

			@Override
			public Runnable prepare(BankFile file) {
				assertThat(CompletableFuture.supplyAsync(() -> callBack("SUCCESS")).join())
					.isEqualTo(CallbackVerdict.CONTRADICTS);
				return () -> done.add("delivered");
			}

			@Override
			public void discard(String messageId) {
				done.add("discarded " + messageId);
			}

		})).isTrue();
		assertThat(done).containsExactly("discarded " + messageId());
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = :id AND state = 'PENDING'")
			.param("id", this.payout)
			.update();
		assertFirstBankPaysAlone();
	}

	/** The process died after it had given the file its name: the bank may have it. */
	@Test
	void writesAFileAgainThatTheBankMayHave() throws Exception {
		this.dispatch.exchangeFiles();
		List<String> written = files();
		this.jdbc.sql("UPDATE bank_file SET written_at = NULL").update();
		assertThat(callBack("SUCCESS")).isEqualTo(CallbackVerdict.CONTRADICTS);
		this.dispatch.exchangeFiles();
		assertThat(files()).hasSize(1).isEqualTo(written);
		assertThat(attempts()).containsExactly("first NOT_SENT", "files PENDING");
	}

	private void assertFirstBankPaysAlone() throws Exception {
		enquireUntil("11 SUCCESS");
		this.dispatch.exchangeFiles();
		assertThat(files()).isEmpty();
		assertThat(attempts()).containsExactly("first SUCCEEDED", "files NOT_SENT");
		assertThat(this.business.violations()).isEmpty();
	}

	private boolean createFile() {
		return this.dispatch.bean(BankFiles.class).createNext("files", Rail.NEFT, Duration.ZERO, 10);
	}

	private void state(int number, String state) {
		WithoutTriggers.run(this.database.dataSource(), (session) -> session.sql("""
				UPDATE bank_attempt SET state = :state, due_at = CASE :state WHEN 'NOT_SENT' THEN NULL ELSE now() END,
							       retry_at = CASE :state WHEN 'NOT_SENT' THEN now() END
				 WHERE payout_id = :id AND attempt_number = :number
				""").param("state", state).param("id", this.payout).param("number", number).update());
	}

	private PaymentOrder order() {
		return new PaymentOrder(new Attempt(this.key, 2), this.reference, Rail.NEFT, 100_00, "Payee", "123456789012",
				"SBOX0000001", null, "TXN", null, false);
	}

	private CallbackVerdict callBack(String status) {
		return this.dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("first", "event-1", this.reference, BankCallback.Status.valueOf(status), "{}"));
	}

	private void enquireUntil(String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			this.dispatch.dispatch(this.key);
			return this.business.status(this.payout).equals(status);
		});
	}

	private List<String> attempts() {
		return this.jdbc
			.sql("SELECT bank || ' ' || state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number")
			.param("id", this.payout)
			.query(String.class)
			.list();
	}

	/** The contents of all files for the bank. */
	private String messageId() {
		return this.jdbc.sql("SELECT message_id FROM bank_file").query(String.class).single();
	}

	private List<String> files() throws IOException {
		try (Stream<Path> files = Files.list(Files.createDirectories(this.directory.resolve("out")))) {
			List<Path> written = files.toList();
			List<String> contents = new ArrayList<>();
			for (Path file : written) {
				contents.add(Files.readString(file));
			}
			return contents;
		}
	}

}
