package dev.hundi.bank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The scripts of {@code docs/operating} for a restored database: what it must not do by
 * itself, and orders that a bank has and it does not know.
 */
class RestoredOrdersIntegrationTests {

	private static final Path HOLD = Path.of("..", "docs", "operating", "hold-restored.sql");

	private static final Path OPEN = Path.of("..", "docs", "operating", "open-restored.sql");

	private static final Path CANCEL = Path.of("..", "docs", "operating", "cancel-restored.sql");

	private static final Path SCRIPT = Path.of("..", "docs", "operating", "restored-orders.sql");

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final BankAttempts attempts = new BankAttempts(this.jdbc);

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	@BeforeEach
	void createListOfTheBanks() {
		this.jdbc.sql("CREATE TABLE reported_order (bank text NOT NULL, reference text NOT NULL, message_id text)")
			.update();
		new BankHealth(this.jdbc).report(UUID.randomUUID(),
				Stream.of("first", "second", "host")
					.map((bank) -> new RailHealth(bank, Rail.NEFT,
							new RailHealth.State(BreakerState.CLOSED, false, 0, null), Map.of(), null))
					.toList());
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void derivesTheReferenceThatBanksGet() {
		List<UUID> ids = new ArrayList<>(List.of(new UUID(0, 0), new UUID(-1, -1)));
		for (int i = 0; i < 100; i++) {
			ids.add(UUID.randomUUID());
		}
		assertThat(ids).allSatisfy((id) -> assertThat(
				this.jdbc.sql("SELECT reference_of_payout(:id)").param("id", id).query(String.class).single())
			.isEqualTo(BankReference.of(id)));
	}

	@Test
	void holdsRailsAndReleasesOfBulkFilesBack() throws Exception {
		for (String state : List.of("'RELEASING', now(), NULL, NULL", "'AWAITING_RELEASE', NULL, now(), 'checker'")) {
			// Without the triggers by which each file begins with its upload.
			WithoutTriggers
				.sql(this.jdbc,
						"""
								INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by,
								                       uploaded_by, released_by, released_at, people_needed, status, due_at, planned_for,
								                       planned_by)
								VALUES ('%s', 'a.csv', 'CSV', 1, sha256(uuid_send(uuidv7())), 'VALID_ROWS', 'maker', 'maker',
								        'checker', now(), 1, %s)
								"""
							.formatted(this.business.id(), state))
				.update();
		}
		assertThat(run(HOLD)).hasSize(2);
		assertThat(this.jdbc.sql("SELECT count(*) FROM bulk_file WHERE due_at IS NOT NULL OR planned_for IS NOT NULL")
			.query(Long.class)
			.single()).isZero();
		assertThat(this.jdbc.sql("SELECT rail FROM bank_switch WHERE bank IS NULL ORDER BY rail")
			.query(String.class)
			.list()).containsExactly("I", "N", "R", "S", "U");
	}

	@Test
	void asksTheBankThatHasTheOrderAndSendsItNowhere() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		report("first", BankReference.of(payout), null);
		assertThat(run(SCRIPT)).isEmpty();
		assertThat(run(SCRIPT)).as("again").isEmpty();

		assertThat(this.attempts.claim(List.of(key(payout)), "second", Duration.ofSeconds(30))).isEmpty();
		assertThat(this.attempts.claim(List.of(key(payout)), "first", Duration.ofSeconds(30))).isEmpty();
		assertThat(this.attempts.doubtExpiredClaims(10)).isEqualTo(1);
		assertThat(new SettlePayout(this.jdbc, this.attempts).succeeded(new Attempt(key(payout), 1),
				BankReport.of("533210987654", "B1")))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.business.status(payout)).isEqualTo("11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	/** The bank of the backup was asked and knows nothing: another had got the order. */
	@Test
	void recordsTheOrderOfABankAlthoughAnotherWasAsked() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		Attempt lost = this.attempts.claim(List.of(key(payout)), "first", Duration.ZERO).getFirst().attempt();
		report("second", BankReference.of(payout), null);
		assertThat(run(SCRIPT)).singleElement().asString().contains("recorded at another bank");
		assertThat(this.attempts.doubtExpiredClaims(10)).isEqualTo(1);
		assertThat(this.attempts.claimEnquiries("first", 10, Duration.ofSeconds(30))).hasSize(1);
		assertThat(this.attempts.notSent(lost, "not known", Duration.ZERO)).isEqualTo(RecordOutcome.RECORDED);

		assertThat(run(SCRIPT)).isEmpty();
		assertThat(this.jdbc.sql("SELECT bank || ' ' || state FROM bank_attempt ORDER BY attempt_number")
			.query(String.class)
			.list()).containsExactly("first NOT_SENT", "second CLAIMED");
	}

	@Test
	void putsOrdersOfAFileIntoThatFileOnly() throws Exception {
		UUID unknown = this.money.debitedPayout(this.business, "N");
		UUID queued = this.money.debitedPayout(this.business, "N");
		BankFiles files = new BankFiles(this.jdbc, new JdbcTransactionManager(this.database.dataSource()));
		files.queue("host", this.attempts.claim(List.of(key(queued)), "host", Duration.ofSeconds(30)).getFirst());
		UUID recalled = this.money.debitedPayout(this.business, "N");
		PaymentOrder order = this.attempts.claim(List.of(key(recalled)), "host", Duration.ofSeconds(30)).getFirst();
		files.queue("host", order);
		this.jdbc.sql("UPDATE bank_file_order SET recalled_at = now() WHERE payout_id = ?").param(recalled).update();
		this.attempts.notSent(order.attempt(), "recalled", Duration.ZERO);
		report("host", BankReference.of(unknown), "HNF1");
		report("host", BankReference.of(queued), "HNF1");
		report("host", BankReference.of(recalled), "HNF1");
		assertThat(run(SCRIPT)).isEmpty();

		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_file_order WHERE message_id = 'HNF1'")
			.query(Integer.class)
			.single()).isEqualTo(3);
		assertThat(files.contains("host", BankReference.of(unknown))).isTrue();
		assertThat(files.queuedRails("host")).isEmpty();
		assertThat(this.jdbc.sql("SELECT message_id || ' ' || (written_at IS NOT NULL) FROM bank_file")
			.query(String.class)
			.list()).containsExactly("HNF1 true");
	}

	/** It may have been sent in a file after the restore point. */
	@Test
	void createsNoFileOfAQueuedOrderUntilItsRailIsOnAgain() throws Exception {
		BankFiles files = new BankFiles(this.jdbc, new JdbcTransactionManager(this.database.dataSource()));
		UUID sent = this.money.debitedPayout(this.business, "N");
		UUID unsent = this.money.debitedPayout(this.business, "N");
		this.attempts.claim(List.of(key(sent), key(unsent)), "host", Duration.ofSeconds(30))
			.forEach((order) -> files.queue("host", order));
		run(HOLD);
		assertThat(files.createNext("host", Rail.NEFT, Duration.ZERO, 10)).isFalse();

		report("host", BankReference.of(sent), "HNF1");
		assertThat(run(SCRIPT)).isEmpty();
		this.jdbc.sql("DELETE FROM bank_switch WHERE rail <> 'N'").update();
		assertThat(files.createNext("host", Rail.NEFT, Duration.ZERO, 10)).isFalse();
		this.jdbc.sql("DELETE FROM bank_switch").update();
		assertThat(files.createNext("host", Rail.NEFT, Duration.ZERO, 10)).isTrue();
		assertThat(this.jdbc
			.sql("SELECT reference FROM bank_file_order WHERE message_id LIKE 'HNF_%' AND message_id <> 'HNF1'")
			.query(String.class)
			.list()).containsExactly(BankReference.of(unsent));
	}

	/** Each could have ended after the restore point without an order. */
	@Test
	void cancelsOpenPayoutsThatTheirMerchantDoesNotConfirm() throws Exception {
		UUID confirmed = this.money.debitedPayout(this.business);
		UUID debited = this.money.debitedPayout(this.business);
		UUID notSent = this.money.debitedPayout(this.business);
		this.attempts.claim(List.of(key(notSent)), "first", Duration.ofSeconds(30));
		this.attempts.notSent(new Attempt(key(notSent), 1), "refused", Duration.ZERO);
		UUID atBank = this.money.debitedPayout(this.business);
		this.attempts.claim(List.of(key(atBank)), "first", Duration.ofSeconds(30));
		UUID queued = this.business.payout(100_00, 4_00, 72);
		this.jdbc.sql("UPDATE payout SET queued = true WHERE payout_id = :id").param("id", queued).update();
		UUID scheduled = scheduled();
		UUID plain = this.business.payout(100_00, 4_00, 72);
		this.jdbc.sql("CREATE TABLE confirmed_payout (payout_id uuid)").update();
		this.jdbc.sql("INSERT INTO confirmed_payout VALUES (:id)").param("id", confirmed).update();
		long before = this.business.balancePaise();
		assertThatThrownBy(() -> run(CANCEL)).as("rails are on").hasMessageContaining("every rail");

		run(HOLD);
		assertThat(run(OPEN)).hasSize(6)
			.noneMatch((row) -> row.contains(atBank.toString()))
			.allMatch((row) -> row.startsWith(this.business.id().toString()));
		assertThat(run(CANCEL)).as("it is debited soon").singleElement().asString().contains(plain.toString());

		assertThat(List.of(confirmed, debited, notSent, atBank, queued, scheduled, plain)).map(this.business::status)
			.containsExactly("4 WALLET_DEBITED", "12 BANK_REJECTED", "12 BANK_REJECTED", "4 DISPATCHED",
					"12 CANCELLED_BY_MERCHANT", "12 CANCELLED_BY_MERCHANT", "3 INITIATED");
		assertThat(this.business.balancePaise()).isEqualTo(before + 2 * 104_72);
		assertThat(this.business.violations()).isEmpty();
		assertThat(this.jdbc.sql("SELECT rule FROM hold_violation").query(String.class).list()).isEmpty();
		assertThat(this.attempts.claim(List.of(key(debited), key(notSent)), "second", Duration.ofSeconds(30)))
			.isEmpty();
	}

	/**
	 * The list of a bank may lack an order that its statement shows. A withdrawn one
	 * shows it until the next is loaded.
	 */
	@Test
	void neitherSendsNorRefundsWhatAStatementShowsAsPaid() throws Exception {
		UUID paid = this.money.debitedPayout(this.business);
		stated(BankReference.of(paid), "HELD", null);
		UUID withdrawn = this.money.debitedPayout(this.business);
		stated(BankReference.of(withdrawn), "WITHDRAWN", 2);
		UUID replaced = this.money.debitedPayout(this.business);
		stated(BankReference.of(replaced), "WITHDRAWN", 1);
		stated("REPLACEMENT", "ACCEPTED", null);
		WithoutTriggers
			.sql(this.jdbc,
					"""
							INSERT INTO reconciliation_resolution (resolution_id, nodal_account_id, action, break_ids, reason, evidence, maker, decision,
							                                       checker, checked_at, bank_statement_id)
							OVERRIDING SYSTEM VALUE
							SELECT withdrawal_id, 1, 'WITHDRAW_STATEMENT', '{}', 'Wrong sum', 'Mail 7', 'Asha', 'APPROVED', 'Bharat',
							       now() + interval '1 h' * (withdrawal_id - 1.5), bank_statement_id
							  FROM bank_statement WHERE status = 'WITHDRAWN'
							""")
			.update();
		this.jdbc.sql("CREATE TABLE confirmed_payout (payout_id uuid)").update();
		run(HOLD);
		assertThat(run(SCRIPT)).containsExactlyInAnyOrder(onAStatement(paid), onAStatement(withdrawn));
		assertThat(run(OPEN)).singleElement().asString().contains(replaced.toString());
		long before = this.business.balancePaise();
		assertThat(run(CANCEL)).hasSize(2).noneMatch((row) -> row.contains(replaced.toString()));
		assertThat(List.of(paid, withdrawn)).map(this.business::status).containsOnly("4 WALLET_DEBITED");
		assertThat(this.business.balancePaise()).as("the other one").isEqualTo(before + 104_72);

		report("first", BankReference.of(paid), null);
		report("first", BankReference.of(withdrawn), null);
		assertThat(run(SCRIPT)).isEmpty();
		assertThat(run(CANCEL)).isEmpty();
		assertThat(this.attempts.claim(List.of(key(paid)), "second", Duration.ofSeconds(30))).isEmpty();
	}

	private String onAStatement(UUID payout) {
		return "on a statement " + BankReference.of(payout) + " " + this.business.id() + " " + payout
				+ " 4 add it to reported_order under the bank that paid it and run this again";
	}

	/** The list of its bank may have come while it was not debited yet. */
	@Test
	void neitherSendsNorRefundsNorCancelsWhatABankHas() throws Exception {
		UUID debited = this.money.debitedPayout(this.business);
		UUID queued = this.business.payout(100_00, 4_00, 72);
		this.jdbc.sql("UPDATE payout SET queued = true WHERE payout_id = :id").param("id", queued).update();
		UUID plain = this.business.payout(100_00, 4_00, 72);
		List.of(debited, queued, plain).forEach((payout) -> report("first", BankReference.of(payout), null));
		this.jdbc.sql("CREATE TABLE confirmed_payout (payout_id uuid)").update();
		run(HOLD);
		long before = this.business.balancePaise();
		assertThat(run(OPEN)).as("would be sent next").isEmpty();
		assertThat(run(CANCEL)).hasSize(3);
		assertThat(List.of(debited, queued, plain)).map(this.business::status)
			.containsExactly("4 WALLET_DEBITED", "3 INITIATED", "3 INITIATED");
		assertThat(this.business.balancePaise()).isEqualTo(before);

		assertThat(run(SCRIPT)).hasSize(2).allMatch((row) -> row.endsWith(" 3 run this again once it is debited"));
		assertThat(this.attempts.claim(List.of(key(debited)), "second", Duration.ofSeconds(30))).isEmpty();
	}

	/**
	 * Its people agreed to it after the restore point: agreed to again, it would be paid
	 * again.
	 */
	@Test
	void endsAHeldPayoutThatABankHasAlthoughItIsConfirmed() throws Exception {
		UUID held = scheduled();
		report("first", BankReference.of(held), null);
		this.jdbc.sql("CREATE TABLE confirmed_payout (payout_id uuid)").update();
		this.jdbc.sql("INSERT INTO confirmed_payout VALUES (:id)").param("id", held).update();
		run(HOLD);
		assertThat(run(SCRIPT)).singleElement().asString().contains(" 3 waits for an approval or its time:");
		assertThat(run(CANCEL)).isEmpty();
		assertThat(this.business.status(held)).isEqualTo("12 CANCELLED_BY_MERCHANT");
		assertThat(run(SCRIPT)).singleElement().asString().contains(" 12 ended here in another way:");
	}

	@Test
	void recordsAnOrderOnceThatAListNamesTwice() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		report("first", BankReference.of(payout), null);
		report("first", BankReference.of(payout), null);
		assertThat(run(SCRIPT)).isEmpty();
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_attempt").query(Long.class).single()).isOne();
	}

	/** If one bank rejected it, its answer would refund what the other paid. */
	@Test
	void recordsAnOrderThatTwoBanksHaveAtNeither() throws Exception {
		UUID payout = this.money.debitedPayout(this.business);
		report("first", BankReference.of(payout), null);
		report("second", BankReference.of(payout), null);
		run(HOLD);
		assertThat(run(SCRIPT)).hasSize(2).allMatch((row) -> row.contains(" 4 two banks have it:"));
		this.jdbc.sql("CREATE TABLE confirmed_payout (payout_id uuid)").update();
		run(CANCEL);
		assertThat(this.business.status(payout)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_attempt").query(Long.class).single()).isZero();

		this.jdbc.sql("DELETE FROM reported_order WHERE bank = 'first'").update();
		assertThat(run(SCRIPT)).isEmpty();
		assertThat(this.jdbc.sql("SELECT bank FROM bank_attempt").query(String.class).single()).isEqualTo("second");
	}

	/** The payout would be in doubt at a bank that is never asked. */
	@Test
	void refusesOrdersOfABankThatIsNotConfigured() {
		UUID payout = this.money.debitedPayout(this.business);
		report("FIRST", BankReference.of(payout), null);
		assertThatThrownBy(() -> run(SCRIPT))
			.hasMessageContaining("reported_order.bank must be the name of a bank in hundi.dispatch.banks, not FIRST");
	}

	/** A debit under a reference in a statement of some status. */
	private void stated(String reference, String status, @Nullable Integer withdrawal) {
		WithoutTriggers
			.sql(this.jdbc,
					"""
							WITH statement AS (
							  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, hold_reason,
							                              day_position, withdrawal_id)
							  VALUES (1, current_date, :reference, 'CSV', 'UPLOAD', 'x', sha256(convert_to(:reference, 'UTF8')), 10000, 0, 1, 0, 10000,
							          :status, CASE WHEN :status = 'HELD' THEN 'GAP' END, CASE WHEN :status = 'ACCEPTED' THEN 1 END,
							          :withdrawal::bigint)
							  RETURNING bank_statement_id
							)
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
							                                 booked_on, value_on, kind, reference)
							SELECT bank_statement_id, 1, 1, current_date, 'DEBIT', 10000, current_date, current_date, 'PAYMENT', :reference
							  FROM statement
							""")
			.param("reference", reference)
			.param("status", status)
			.param("withdrawal", withdrawal)
			.update();
	}

	@Test
	void listsOrdersOfPayoutsThatAreLostOrNotDebited() throws Exception {
		UUID lost = UUID.fromString("ffffffff-ffff-7fff-bfff-fffffffffffe");
		UUID accepted = this.business.payout(100_00, 4_00, 72);
		report("first", BankReference.of(lost), null);
		report("first", BankReference.of(accepted), null);
		report("first", "OTHER-REFERENCE", null);
		assertThat(run(SCRIPT)).containsExactlyInAnyOrder(
				"first " + BankReference.of(lost) + " null " + lost
						+ " null lost: tell its merchant not to send it again",
				"first " + BankReference.of(accepted) + " " + this.business.id() + " " + accepted
						+ " 3 run this again once it is debited",
				"first OTHER-REFERENCE null null null no reference of a payout: ask the bank");
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_attempt").query(Long.class).single()).isZero();
	}

	/** Held until tomorrow. */
	private UUID scheduled() {
		UUID payout = this.business.payout(100_00, 4_00, 72);
		this.jdbc.sql("""
				WITH hold AS (
				  INSERT INTO payout_hold (business_id, payout_id, reason, scheduled_for)
				  VALUES (:business, :payout, 'SCHEDULED', now() + interval '1 day')
				)
				UPDATE payout SET held = true WHERE business_id = :business AND payout_id = :payout
				""").param("business", this.business.id()).param("payout", payout).update();
		return payout;
	}

	private PayoutKey key(UUID payout) {
		return new PayoutKey(this.business.id(), payout);
	}

	private void report(String bank, String reference, @Nullable String messageId) {
		this.jdbc.sql("INSERT INTO reported_order VALUES (:bank, :reference, :message)")
			.param("bank", bank)
			.param("reference", reference)
			.param("message", messageId)
			.update();
	}

	/** Runs a script in one transaction and returns the rows of its last query. */
	private List<String> run(Path script) throws IOException, SQLException {
		List<String> rows = new ArrayList<>();
		try (Connection connection = this.database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			boolean hasRows = statement.execute(Files.readString(script));
			while (hasRows || statement.getUpdateCount() != -1) {
				ResultSet result = statement.getResultSet();
				while (result != null && result.next()) {
					List<String> row = new ArrayList<>();
					for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
						row.add(result.getString(column));
					}
					rows.add(String.join(" ", row.stream().map(String::valueOf).toList()));
				}
				hasRows = statement.getMoreResults();
			}
			connection.commit();
		}
		return rows;
	}

}
