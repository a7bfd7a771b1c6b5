package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A bank said that it had not taken an order, and its statement shows the payment. */
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

	@Test
	void sendsAnOrderAgainWhoseStatementIsWithdrawnOrShowsNoDebit() {
		UUID withdrawn = declinedByBoth();
		this.second.script(BankReference.of(withdrawn), Script.PAY);
		stated(withdrawn, "WITHDRAWN", "DEBIT");
		UUID credited = declinedByBoth();
		this.second.script(BankReference.of(credited), Script.PAY);
		stated(credited, "ACCEPTED", "CREDIT");
		resend(withdrawn);
		resend(credited);
		this.business.awaitStatus(withdrawn, "11 SUCCESS");
		this.business.awaitStatus(credited, "11 SUCCESS");
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

	/** A line under the payout's reference in a statement of some status. */
	private void stated(UUID payout, String status, String direction) {
		ManyMovements.withoutTriggers(this.database.dataSource(),
				(session) -> session
					.sql("""
							WITH account AS (
							  INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, active)
							  VALUES ('Hundi', 'SBOX0000001', 'Sandbox Bank', 'Fort', 'NODAL', ARRAY['IMPS'], false)
							  RETURNING nodal_account_id
							), statement AS (
							  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, hold_reason,
							                              day_position, withdrawal_id)
							  SELECT nodal_account_id, current_date, :reference, 'CSV', 'UPLOAD', 'x', sha256(convert_to(:reference, 'UTF8')),
							         10000, 0, 1, 0, 10000, :status, CASE WHEN :status = 'HELD' THEN 'GAP' END,
							         CASE WHEN :status = 'ACCEPTED' THEN 1 END, CASE WHEN :status = 'WITHDRAWN' THEN 1 END
							    FROM account
							  RETURNING bank_statement_id, nodal_account_id
							)
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
							                                 amount_paise, booked_on, value_on, kind, utr, reference)
							SELECT bank_statement_id, 1, nodal_account_id, current_date, :direction, 10000, current_date, current_date, 'PAYMENT',
							       '325000000031', :reference
							  FROM statement
							""")
					.param("reference", BankReference.of(payout))
					.param("status", status)
					.param("direction", direction)
					.update());
	}

}
