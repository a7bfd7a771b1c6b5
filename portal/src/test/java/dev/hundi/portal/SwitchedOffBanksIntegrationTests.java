package dev.hundi.portal;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.RailHealth;
import dev.hundi.payout.Rail;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** The switches of the staff, and what merchants see of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SwitchedOffBanksIntegrationTests {

	private static final String REASON = "the bank confirmed it by phone";

	private final TestPortal portal = new TestPortal();

	/** A bank, as stream-processors report it: an old report counts no more. */
	@BeforeAll
	void report() {
		UUID instance = UUID.randomUUID();
		RailHealth seen = new RailHealth("seen", Rail.UPI, new RailHealth.State(BreakerState.CLOSED, false, 0, null),
				Map.of(), null);
		report(instance, seen);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aBankIsSwitchedOffAndOnWithAReason() {
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		Visitor operator = Visitor.signedIn(staff.url(),
				this.portal.person("operator@example.com", null, Role.OPERATOR));
		Visitor auditor = Visitor.signedIn(staff.url(), this.portal.person("auditor@example.com", null, Role.AUDITOR));
		TestPortal.Copy merchants = this.portal.start(Audience.MERCHANT);
		Desk desk = new Desk(this.portal, merchants, "downtime");
		Visitor merchant = desk.as(Role.VIEWER);
		Visitor maker = desk.as(Role.MAKER);
		assertThat(operator.get("/console/banks").text()).contains("Everything is on.");
		assertThat(off(operator, "seen", "UPI", "no")).contains("Give a reason of 5 to 500 characters.");
		assertThat(off(operator, "", "", REASON)).contains("Choose a bank, a rail or both.");
		assertThat(off(operator, "another", "UPI", REASON)).contains("No such bank reports.");
		assertThat(merchant.get("/").document().select("#downtime")).isEmpty();

		assertThat(off(operator, "seen", "UPI", REASON)).contains("It is switched off.", "seen", "UPI", REASON,
				"operator@example.com");
		assertThat(off(operator, "seen", "UPI", REASON)).contains("It is switched off already.");
		assertThat(row(auditor)).as("the row of the bank")
			.contains("Switched off since", "operator@example.com", REASON)
			.doesNotContain("Available");
		assertThat(auditor.get("/console").textOf("waiting-banks")).isEqualTo("1");
		assertThat(merchant.get("/").textOf("downtime")).startsWith("Payouts over UPI have been waiting since")
			.doesNotContain("seen");
		assertThat(maker.get("/pay").textOf("downtime")).startsWith("Payouts over UPI have been waiting since");
		assertThat(auditor.get("/console/banks").document().select("#switches tbody tr")).hasSize(1);
		assertThat(auditor.get("/console/banks").document().select("#off-form, .switch-on")).isEmpty();

		assertThat(operator.get("/console/banks").submit(".switch-on", Map.of("reason", REASON)).follow().text())
			.contains("It is switched on.", "Everything is on.");
		assertThat(row(auditor)).contains("Available").doesNotContain("Switched off");
		assertThat(merchant.get("/").document().select("#downtime")).isEmpty();
		assertThat(operator.post("/console/banks/on", Map.of("id", "0", "reason", REASON)).follow().text())
			.contains("It is switched on already.");
		assertThat(off(operator, "", "NEFT", REASON)).contains("Every bank", "NEFT");
		assertThat(row(auditor)).as("another rail is off").contains("Available").doesNotContain("Switched off");
		assertThat(merchant.get("/").textOf("downtime")).startsWith("Payouts over NEFT have been waiting");
		UUID waiting = desk.business().payout("N", 1_00, 0, 0);
		UUID sent = desk.business().payout("N", 1_00, 0, 0);
		desk.sent(sent);
		assertThat(merchant.get("/payouts/" + waiting).textOf("downtime")).startsWith("Payouts over NEFT have been");
		assertThat(merchant.get("/payouts/" + sent).document().select("#downtime")).as("at the bank").isEmpty();
		notSent(sent);
		assertThat(merchant.get("/payouts/" + sent).textOf("downtime")).startsWith("Payouts over NEFT have been");
		assertThat(merchant.get("/").document().select("#unreached")).as("the rail is off, whatever the bank answers")
			.isEmpty();
		operator.get("/console/banks").submit(".switch-on", Map.of("reason", REASON));
		assertThat(this.portal.jdbc()
			.sql("SELECT act FROM audit_event WHERE act LIKE 'BANK_SWITCHED%' ORDER BY sequence")
			.query(String.class)
			.list()).containsExactly("BANK_SWITCHED_OFF", "BANK_SWITCHED_ON", "BANK_SWITCHED_OFF", "BANK_SWITCHED_ON");
		assertThat(auditor.get("/audit").text()).contains("Bank or rail switched off", "Bank or rail switched on")
			.doesNotContain("??");
		assertThat(auditor.get("/audit/export.csv?act=BANK_SWITCHED_ON").body()).contains("Bank or rail switched on");
		this.portal.owner(BankHealth.class).report(UUID.randomUUID(), List.of());
	}

	/**
	 * No bank that takes it is what it waits for if the staff or a statement holds it
	 * back.
	 */
	@Test
	void aStuckPayoutSaysThatASwitchOrAStatementHoldsItBack() {
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		Visitor operator = Visitor.signedIn(staff.url(),
				this.portal.person("operator2@example.com", null, Role.OPERATOR));
		UUID payout = this.portal.money().debitedPayout(this.portal.merchant());
		BankHealth health = this.portal.owner(BankHealth.class);
		UUID instance = UUID.randomUUID();
		RailHealth imps = new RailHealth("other", Rail.IMPS, new RailHealth.State(BreakerState.CLOSED, false, 0, null),
				Map.of(), null);
		report(instance, imps);
		assertThat(waitOf(operator, payout)).contains("A bank that takes it");
		off(operator, "", "IMPS", REASON);
		assertThat(waitOf(operator, payout)).contains("Its rail or bank to be switched on")
			.doesNotContain("A bank that takes it");
		operator.get("/console/banks").submit(".switch-on", Map.of("reason", REASON));
		off(operator, "other", "", REASON);
		report(instance, imps);
		assertThat(waitOf(operator, payout)).as("its only bank is off").contains("Its rail or bank to be switched on");
		stated(payout);
		assertThat(waitOf(operator, payout)).as("no order, whatever is switched on")
			.contains("Finance: a bank statement shows its payment");
		operator.get("/console/banks").submit(".switch-on", Map.of("reason", REASON));
		health.report(instance, List.of());
	}

	/** The bank answered: it had declined the order that its statement shows as paid. */
	@Test
	void aMerchantReadsThatAStatementHoldsAPayoutBack() {
		TestPortal.Copy merchants = this.portal.start(Audience.MERCHANT);
		Desk desk = new Desk(this.portal, merchants, "stated");
		Visitor merchant = desk.as(Role.VIEWER);
		UUID declined = desk.business().payout("I", 1_00, 0, 0);
		UUID shown = desk.business().payout("I", 1_00, 0, 0);
		List.of(declined, shown).forEach((payout) -> {
			desk.sent(payout);
			notSent(payout);
		});
		stated(shown);
		Visitor.Page home = merchant.get("/");
		assertThat(home.textOf("unreached"))
			.isEqualTo("Payouts over IMPS waiting because the bank cannot be reached: 1. Hundi retries automatically.");
		assertThat(home.textOf("on-statement")).isEqualTo(
				"Payouts over IMPS under review because a bank statement already shows their payment: 1. Hundi does not send them again.");
		assertThat(merchant.get("/payouts/" + shown).textOf("on-statement"))
			.startsWith("A bank statement already shows the payment of this payout.");
		assertThat(merchant.get("/payouts/" + declined).document().select("#on-statement")).isEmpty();
		UUID first = desk.business().payout("I", 1_00, 0, 0);
		stated(first);
		assertThat(merchant.get("/payouts/" + first).document().select("#on-statement")).as("not sent yet").hasSize(1);
		this.portal.owner(BankSwitches.class).switchOff(null, Rail.IMPS, REASON, "operator3@example.com");
		assertThat(merchant.get("/").textOf("on-statement")).as("whatever is switched off").contains(": 1.");
		assertThat(merchant.get("/payouts/" + shown).document().select("#downtime")).isEmpty();
		assertThat(merchant.get("/payouts/" + declined).document().select("#downtime")).hasSize(1);
		this.portal.owner(BankSwitches.class)
			.off()
			.forEach((off) -> this.portal.owner(BankSwitches.class).switchOn(off.switchId()));
	}

	private void stated(UUID payout) {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							WITH statement AS (
							  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, hold_reason)
							  VALUES (1, current_date, '%1$s', 'CSV', 'UPLOAD', 'x', sha256('%1$s'), 1000, 0, 1, 0, 1000, 'HELD', 'GAP')
							  RETURNING bank_statement_id
							)
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
							                                 booked_on, value_on, kind, reference)
							SELECT bank_statement_id, 1, 1, current_date, 'DEBIT', 1000, current_date, current_date, 'PAYMENT', '%1$s' FROM statement
							"""
						.formatted(BankReference.of(payout)))
			.update();
	}

	/** The report is of the future, so that it does not grow old during a test. */
	private void report(UUID instance, RailHealth rail) {
		this.portal.owner(BankHealth.class).report(instance, List.of(rail));
		this.portal.jdbc()
			.sql("UPDATE bank_health SET reported_at = reported_at + interval '1 hour' WHERE process_id = ?")
			.param(instance)
			.update();
	}

	private void notSent(UUID payout) {
		this.portal.jdbc()
			.sql("UPDATE bank_attempt SET state = 'NOT_SENT', due_at = NULL, retry_at = now() WHERE payout_id = :payout")
			.param("payout", payout)
			.update();
	}

	private static String waitOf(Visitor person, UUID payout) {
		return person.get("/console/stuck?age=ANY&stage=DEBITED")
			.document()
			.select("#stuck tbody tr:contains(%s)".formatted(payout))
			.text();
	}

	private static String row(Visitor person) {
		return person.get("/console/banks").document().select("#banks tbody tr:contains(seen)").text();
	}

	private static String off(Visitor operator, String bank, String rail, String reason) {
		return operator.post("/console/banks/off", Map.of("bank", bank, "rail", rail, "reason", reason))
			.follow()
			.text();
	}

}
