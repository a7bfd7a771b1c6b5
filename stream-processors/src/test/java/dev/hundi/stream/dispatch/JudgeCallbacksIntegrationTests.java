package dev.hundi.stream.dispatch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Callbacks that are judged again with the enquiries. */
class JudgeCallbacksIntegrationTests {

	private final ScriptedDispatch dispatch = new ScriptedDispatch();

	private final JdbcClient jdbc = this.dispatch.jdbc();

	private final TestBusiness business = this.dispatch.business();

	private final ScriptedBank bank = this.dispatch.bank();

	@AfterEach
	void close() {
		this.dispatch.close();
	}

	@Test
	void judgesAndEnquiresWhileOneCallbackCannotBeJudged() throws Exception {
		UUID failing = paidAfterACallbackOfFailure();
		UUID next = paidAfterACallbackOfFailure();
		UUID doubted = this.dispatch.dispatched(Script.PAY_AND_FALL_SILENT);
		this.business.awaitStatus(doubted, "4 IN_DOUBT");
		refuseConflictsOf(failing);
		judgeAt("now() - interval '2 hours'", failing);
		judgeAt("now() - interval '1 hour'", next);

		this.dispatch.enquire();

		assertThat(verdict(next)).isEqualTo("CONTRADICTS");
		assertThat(verdict(failing)).isEqualTo("UNDER_WAY");
		assertThat(postponed()).containsExactly(failing);
		// The enquiry may have become due after the round.
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return this.business.status(doubted).equals("11 SUCCESS");
		});

		this.jdbc.sql("DROP TRIGGER refuse_conflict ON bank_conflict").update();
		judgeAt("now()", failing);
		this.dispatch.enquire();
		assertThat(verdict(failing)).isEqualTo("CONTRADICTS");
		assertThat(postponed()).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	/** A late callback about the payment, or a second payment: the bank is asked. */
	@Test
	void asksWhetherAPaymentAfterAReturnIsASecondOne() throws Exception {
		UUID payout = this.dispatch.dispatched(Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.RETURNED)).isEqualTo(CallbackVerdict.ENQUIRED);
		enquireUntilAnswered(payout);
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.SUCCESS)).isEqualTo(CallbackVerdict.ENQUIRED);
		enquireUntilAnswered(payout);
		assertThat(reported(payout)).isEmpty();

		this.bank.settle(BankReference.of(payout), "SUCCESS");
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.SUCCESS)).isEqualTo(CallbackVerdict.ENQUIRED);
		this.jdbc.sql(
				"UPDATE bank_attempt SET return_asked_at = now() - interval '73 hours', due_at = now() WHERE payout_id = :id")
			.param("id", payout)
			.update();
		enquireUntilAnswered(payout);
		assertThat(reported(payout)).containsExactly("ENQUIRY PAID SUCCEEDED in status 12");
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.business.violations()).isEmpty();
	}

	/** Two people found with the bank that it had not paid. */
	@Test
	void contradictsARefundOfWhatTheBankNeverPaid() {
		UUID payout = this.dispatch.dispatched(Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.SUCCESS)).isEqualTo(CallbackVerdict.AGREES);
		assertThat(this.dispatch.refundAsNeverPaid(payout)).isEqualTo(RecordOutcome.RECORDED);
		assertThat(reported(payout)).as("of before").containsExactly("CALLBACK SUCCESS SUCCEEDED in status 12");
		long balance = this.business.balancePaise();
		for (BankCallback.Status status : List.of(BankCallback.Status.FAILED, BankCallback.Status.RETURNED,
				BankCallback.Status.PENDING)) {
			assertThat(this.dispatch.callBack(payout, status)).as("%s", status).isEqualTo(CallbackVerdict.AGREES);
		}
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.SUCCESS)).as("repeated")
			.isEqualTo(CallbackVerdict.CONTRADICTS);
		assertThat(this.jdbc.sql("SELECT times FROM bank_conflict WHERE payout_id = :id")
			.param("id", payout)
			.query(Integer.class)
			.single()).isEqualTo(2);
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.business.balancePaise()).isEqualTo(balance);
		assertThat(this.business.violations()).isEmpty();
	}

	/** The body can name the payee; only that of the callback itself is erased. */
	@Test
	void namesTheCallbackThatContradictsAndKeepsNoCopyOfItsBody() throws Exception {
		UUID payout = this.dispatch.dispatched(Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		String body = """
				{"eventId": "e9", "status": "FAILED", "name": "RAVI KUMAR", "accountNumber": "50100200300400"}""";
		assertThat(this.dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("scripted", "e9", BankReference.of(payout), BankCallback.Status.FAILED, body)))
			.isEqualTo(CallbackVerdict.CONTRADICTS);
		assertThat(details(payout)).containsExactly("callback e9");

		this.jdbc.sql("UPDATE bank_conflict SET detail = :body").param("body", body).update();
		this.jdbc
			.sql(new ClassPathResource("db/migration/V216__leave_bodies_of_callbacks_in_their_table.sql")
				.getContentAsString(StandardCharsets.UTF_8))
			.update();
		assertThat(details(payout)).as("of an earlier release").containsExactly("callback e9");
	}

	private List<String> details(UUID payout) {
		return this.jdbc.sql("SELECT detail FROM bank_conflict WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	/** The enquiries about its return go on. */
	@Test
	void contradictsARefundOfWhatTheBankNeverPaidByAnEnquiry() throws Exception {
		UUID payout = this.dispatch.dispatched(Script.PAY);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.RETURNED)).isEqualTo(CallbackVerdict.ENQUIRED);
		assertThat(this.dispatch.refundAsNeverPaid(payout)).isEqualTo(RecordOutcome.RECORDED);
		await().atMost(Duration.ofSeconds(30)).until(() -> {
			this.dispatch.enquire();
			return !reported(payout).isEmpty();
		});
		assertThat(reported(payout)).containsExactly("ENQUIRY PAID SUCCEEDED in status 12");
		this.bank.settle(BankReference.of(payout), "RETURNED");
		enquireUntilAnswered(payout);
		assertThat(reported(payout)).hasSize(1);
		assertThat(this.business.status(payout)).isEqualTo("12 RETURNED_BY_BANK");
	}

	private void enquireUntilAnswered(UUID payout) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return this.jdbc.sql("SELECT due_at IS NULL FROM bank_attempt WHERE payout_id = :id")
				.param("id", payout)
				.query(Boolean.class)
				.single();
		});
	}

	private List<String> reported(UUID payout) {
		return this.jdbc
			.sql("SELECT reported_by || ' ' || reported || ' ' || recorded FROM bank_conflict WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	/** The callback comes while the bank has not answered the order. */
	private UUID paidAfterACallbackOfFailure() {
		UUID payout = this.dispatch.arrived(Script.PAY_LATE);
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.FAILED)).isEqualTo(CallbackVerdict.UNDER_WAY);
		this.bank.answer(BankReference.of(payout));
		this.business.awaitStatus(payout, "11 SUCCESS");
		return payout;
	}

	/** Fails like a lock that is not granted in time. */
	private void refuseConflictsOf(UUID payout) {
		this.jdbc.sql("""
				CREATE FUNCTION refuse_conflict() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'lock_not_available'; END $$
				""").update();
		this.jdbc.sql("""
				CREATE TRIGGER refuse_conflict BEFORE INSERT ON bank_conflict FOR EACH ROW
				  WHEN (NEW.payout_id = '%s') EXECUTE FUNCTION refuse_conflict()
				""".formatted(payout)).update();
	}

	private void judgeAt(String time, UUID payout) {
		this.jdbc.sql("UPDATE bank_callback SET judge_at = " + time + " WHERE reference = :reference")
			.param("reference", BankReference.of(payout))
			.update();
	}

	private String verdict(UUID payout) {
		return this.jdbc.sql("SELECT verdict FROM bank_callback WHERE reference = :reference")
			.param("reference", BankReference.of(payout))
			.query(String.class)
			.single();
	}

	/** Payouts whose callbacks are no longer due as set by the test. */
	private List<UUID> postponed() {
		return this.jdbc.sql("""
				SELECT DISTINCT a.payout_id FROM bank_callback c JOIN bank_attempt a ON a.reference = c.reference
				 WHERE c.judge_at > c.first_received_at
				""").query(UUID.class).list();
	}

}
