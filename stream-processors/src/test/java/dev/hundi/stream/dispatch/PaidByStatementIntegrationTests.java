package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TestMoney;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A bank said that it had not taken or had refused an order, and its statement shows the
 * payment.
 */
class PaidByStatementIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank first = new ScriptedBank();

	private final ScriptedBank second = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(this.database)
		.bank("first", this.first.url())
		.bank("second", this.second.url())
		.neverRetrying()
		.start();

	@AfterEach
	void close() {
		this.dispatch.close();
		this.first.close();
		this.second.close();
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "ACCEPTED", "HELD" })
	void sendsNoOrderThatAStatementShowsAsPaid(String status) {
		UUID payout = declinedByBoth();
		this.second.script(BankReference.of(payout), Script.PAY);
		stated(payout, status, "DEBIT");
		resend(payout);
		assertThat(this.dispatch.bean(WaitingPayouts.class)
			.all(this.dispatch.bean(DispatchToBank.class).openRoutes(), null, 10)).as("no work for the sweep")
			.isEmpty();
		UUID other = declinedByBoth();
		this.second.script(BankReference.of(other), Script.PAY);
		resend(other);
		this.business.awaitStatus(other, "11 SUCCESS");
		assertThat(this.second.orders(BankReference.of(payout))).isEqualTo(1);
		assertThat(attempts(payout, "state = 'NOT_SENT'")).isEqualTo(attempts(payout, "true")).isEqualTo(2);
		assertThat(this.business.status(payout)).startsWith("4 ");
	}

	/** A person paid it at the bank while it waited, or it was sent before a restore. */
	@Test
	void sendsNoFirstOrderThatAStatementShowsAsPaid() {
		UUID payout = this.money.olderDebitedPayout(this.business);
		UUID other = this.money.olderDebitedPayout(this.business);
		stated(payout, "ACCEPTED", "DEBIT");
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		this.dispatch.dispatch(new PayoutKey(this.business.id(), other));
		this.business.awaitStatus(other, "11 SUCCESS");
		assertThat(this.first.orders(BankReference.of(payout))).isZero();
		assertThat(this.second.orders(BankReference.of(payout))).isZero();
		assertThat(attempts(payout, "true")).isZero();
		assertThat(this.business.status(payout)).isEqualTo("4 WALLET_DEBITED");
	}

	/** The corrected statement may show the payment again. */
	@Test
	void sendsAnOrderAgainOnceItsWithdrawnStatementIsReplaced() {
		UUID withdrawn = declinedByBoth();
		this.second.script(BankReference.of(withdrawn), Script.PAY);
		UUID statement = stated(withdrawn, "HELD", "DEBIT");
		ShownByStatement.withdraw(this.database, statement);
		UUID credited = declinedByBoth();
		this.second.script(BankReference.of(credited), Script.PAY);
		stated(credited, "ACCEPTED", "CREDIT");
		resend(withdrawn);
		resend(credited);
		this.business.awaitStatus(credited, "11 SUCCESS");
		assertThat(attempts(withdrawn, "state = 'NOT_SENT'")).isEqualTo(attempts(withdrawn, "true")).isEqualTo(2);

		ShownByStatement.replace(this.database, statement);
		resend(withdrawn);
		this.business.awaitStatus(withdrawn, "11 SUCCESS");
	}

	/** Nothing but another order or a refusal would end the payout. */
	@ParameterizedTest
	@CsvSource({ "CHARGE", "GST" })
	void sendsAnOrderAgainForWhichItsBankOnlyCharged(String kind) {
		UUID payout = declinedByBoth();
		this.second.script(BankReference.of(payout), Script.PAY);
		UUID statement = stated(payout, "ACCEPTED", "DEBIT");
		WithoutTriggers.run(this.database.dataSource(), (session) -> session
			.sql("UPDATE bank_statement_line SET amount_paise = 500, kind = :kind WHERE bank_statement_id = :id")
			.param("kind", kind)
			.param("id", statement)
			.update());
		resend(payout);
		this.business.awaitStatus(payout, "11 SUCCESS");
	}

	/** It may be money that a remitter sent with the reference of the payout. */
	@Test
	void refundsNothingBecauseOfACreditToTheWalletThatOnlyAWordCallsAReturn() throws InterruptedException {
		UUID payout = inDoubt();
		UUID statement = stated(payout, "ACCEPTED", "DEBIT");
		WithoutTriggers.run(this.database.dataSource(),
				(session) -> session
					.sql("""
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
							                                 amount_paise, booked_on, value_on, kind, kind_from_narration, utr, reference,
							                                 virtual_account_number)
							SELECT l.bank_statement_id, 2, l.nodal_account_id, l.business_date, 'CREDIT', l.amount_paise, l.booked_on,
							       l.value_on, 'RETURN', true, '325000000099', l.reference, w.virtual_account_number
							  FROM bank_statement_line l, wallet w
							 WHERE l.bank_statement_id = :id AND w.business_id = :business
							""")
					.param("id", statement)
					.param("business", this.business.id())
					.update());
		this.first.settle(BankReference.of(payout), "FAILED");
		enquire(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> !reviews(payout).isEmpty());
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
	}

	@ParameterizedTest
	@CsvSource({ "ACCEPTED", "HELD" })
	void refundsNothingThatAStatementShowsAsPaid(String status) throws InterruptedException {
		UUID payout = inDoubt();
		long before = this.business.balancePaise();
		UUID statement = stated(payout, status, "DEBIT");
		this.first.settle(BankReference.of(payout), "FAILED");
		enquire(payout);
		await().atMost(Duration.ofMinutes(2)).until(() -> !reviews(payout).isEmpty());

		assertThat(reviews(payout))
			.containsExactly("BANK_IMPLAUSIBLE " + BankReference.of(payout) + ": A bank statement shows its payment");
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		assertThat(this.business.balancePaise()).isEqualTo(before);
		ShownByStatement.withdraw(this.database, statement);
		for (int i = 0; i < 2; i++) {
			int asked = enquiries(payout);
			enquire(payout);
			await().atMost(Duration.ofMinutes(2)).until(() -> enquiries(payout) > asked);
		}
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		ShownByStatement.replace(this.database, statement);
		enquire(payout);
		this.business.awaitStatus(payout, "12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(this.business.violations()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "REFUSE_LATE", "REJECT_AS_MALFORMED_LATE" })
	void refundsNoOrderThatAStatementShowsAsPaidBeforeItsAnswer(Script script) {
		UUID payout = this.money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), script);
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> this.first.orders(BankReference.of(payout)) == 1);
		stated(payout, "ACCEPTED", "DEBIT");
		this.first.answer(BankReference.of(payout));
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		assertThat(reviews(payout)).singleElement().asString().contains("A bank statement shows its payment");
	}

	/** The bank debited the order and took it back, or has charged for it. */
	@ParameterizedTest
	@CsvSource({ "10000, PAYMENT, RETURN", "500, CHARGE, ", "10000, CHARGE, ", "9999, PAYMENT, " })
	void refundsARefusedOrderOfWhichAStatementShowsNoPayment(long paise, String kind, @Nullable String back)
			throws InterruptedException {
		UUID payout = inDoubt();
		UUID statement = stated(payout, "ACCEPTED", "DEBIT");
		WithoutTriggers.run(this.database.dataSource(), (session) -> session
			.sql("UPDATE bank_statement_line SET amount_paise = :paise, kind = :kind WHERE bank_statement_id = :id")
			.param("paise", paise)
			.param("kind", kind)
			.param("id", statement)
			.update());
		if (back != null) {
			WithoutTriggers.run(this.database.dataSource(),
					(session) -> session
						.sql("""
								INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
								                                 amount_paise, booked_on, value_on, kind, utr, reference)
								SELECT bank_statement_id, 2, nodal_account_id, business_date, 'CREDIT', amount_paise, booked_on, value_on,
								       :kind, utr, reference
								  FROM bank_statement_line WHERE bank_statement_id = :id
								""")
						.param("kind", back)
						.param("id", statement)
						.update());
		}
		this.first.settle(BankReference.of(payout), "FAILED");
		enquire(payout);
		this.business.awaitStatus(payout, "12 BENEFICIARY_ACCOUNT_INVALID");
	}

	private UUID inDoubt() {
		UUID payout = this.money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), Script.FALL_SILENT);
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		this.business.awaitStatus(payout, "4 IN_DOUBT");
		return payout;
	}

	private void enquire(UUID payout) throws InterruptedException {
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = :id").param("id", payout).update();
		this.dispatch.enquire();
	}

	private int enquiries(UUID payout) {
		return this.jdbc.sql("SELECT enquiry_count FROM bank_attempt WHERE payout_id = :id")
			.param("id", payout)
			.query(Integer.class)
			.single();
	}

	private List<String> reviews(UUID payout) {
		return this.jdbc.sql("SELECT kind || ' ' || detail FROM manual_review WHERE subject_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	private UUID declinedByBoth() {
		UUID payout = this.money.debitedPayout(this.business);
		this.first.script(BankReference.of(payout), Script.DECLINE);
		this.second.script(BankReference.of(payout), Script.DECLINE);
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> attempts(payout, "state = 'NOT_SENT'") == 2);
		return payout;
	}

	private int attempts(UUID payout, String condition) {
		return this.jdbc.sql("SELECT count(*) FROM bank_attempt WHERE payout_id = :id AND " + condition)
			.param("id", payout)
			.query(Integer.class)
			.single();
	}

	/** The back-off of the second bank is over. */
	private void resend(UUID payout) {
		this.jdbc.sql("UPDATE bank_attempt SET retry_at = now() WHERE payout_id = :id AND bank = 'second'")
			.param("id", payout)
			.update();
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
	}

	private UUID stated(UUID payout, String status, String direction) {
		return ShownByStatement.line(this.database, payout, status, direction);
	}

}
