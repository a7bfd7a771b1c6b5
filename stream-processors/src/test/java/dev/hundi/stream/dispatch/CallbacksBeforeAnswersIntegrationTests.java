package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Answers to orders that contradict what the bank has reported before them. */
class CallbacksBeforeAnswersIntegrationTests {

	private final ScriptedDispatch dispatch = new ScriptedDispatch();

	private final JdbcClient jdbc = this.dispatch.jdbc();

	private final TestBusiness business = this.dispatch.business();

	private final ScriptedBank bank = this.dispatch.bank();

	@AfterEach
	void close() {
		this.dispatch.close();
	}

	@ParameterizedTest
	@CsvSource({ "REJECT_AS_MALFORMED_LATE, SUCCESS", "REJECT_AS_MALFORMED_LATE, RETURNED",
			"REJECT_AS_MALFORMED_LATE, PENDING", "REFUSE_LATE, SUCCESS", "REFUSE_LATE, RETURNED" })
	void refundsNothingAfterACallbackAboutTheOrder(Script script, BankCallback.Status reported) {
		UUID payout = this.dispatch.arrived(script);
		long before = this.business.balancePaise();
		assertThat(this.dispatch.callBack(payout, reported)).isEqualTo(CallbackVerdict.UNDER_WAY);
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		this.bank.answer(BankReference.of(payout));

		this.business.awaitStatus(payout, "4 IN_DOUBT");
		assertThat(reason(payout)).contains("called back");
		assertThat(messages(payout))
			.containsOnly("It is not known yet whether the bank has paid; Hundi is finding out");
		enquireUntil(payout, "11 SUCCESS");
		assertThat(this.business.balancePaise()).isEqualTo(before);
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	/** The enquiry decides; the callback that was wrong needs manual review. */
	@ParameterizedTest
	@CsvSource({ "REJECT_AS_MALFORMED_LATE", "REFUSE_LATE" })
	void refundsWhenAnEnquiryConfirmsTheRefusal(Script script) {
		UUID payout = this.dispatch.arrived(script);
		long before = this.business.balancePaise();
		assertThat(this.dispatch.callBack(payout, BankCallback.Status.SUCCESS)).isEqualTo(CallbackVerdict.UNDER_WAY);
		this.bank.settle(BankReference.of(payout), "FAILED");
		this.bank.answer(BankReference.of(payout));

		enquireUntil(payout, "12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(this.business.balancePaise()).isEqualTo(before + 104_72);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return conflicts(payout).equals(List.of("CALLBACK says SUCCESS"));
		});
		assertThat(this.business.violations()).isEmpty();
	}

	/** A bank that has acknowledged an order has not rejected it. */
	@Test
	void refundsNothingIfAnEnquiryHasFoundTheOrder() {
		UUID payout = this.dispatch.arrived(Script.REJECT_AS_MALFORMED_LATE);
		this.bank.settle(BankReference.of(payout), "PENDING");
		this.jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE payout_id = :id").param("id", payout).update();
		enquireUntil(payout, "4 BANK_ACKNOWLEDGED");
		this.bank.answer(BankReference.of(payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> recordedAnswers() == 1);

		this.bank.settle(BankReference.of(payout), "SUCCESS");
		enquireUntil(payout, "11 SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void refundsAMalformedOrderThatNothingContradicts() {
		UUID payout = this.dispatch.debited(Script.REJECT_AS_MALFORMED);
		long before = this.business.balancePaise();
		this.dispatch.dispatch(payout);
		this.business.awaitStatus(payout, "12 BANK_REJECTED");
		assertThat(this.business.balancePaise()).isEqualTo(before + 104_72);
		assertThat(this.business.violations()).isEmpty();
	}

	private void enquireUntil(UUID payout, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			return this.business.status(payout).equals(status);
		});
	}

	private String reason(UUID payout) {
		return this.jdbc.sql("SELECT response_message FROM bank_attempt WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.single();
	}

	/** What the merchant reads of the doubt: nothing of the bank's answer. */
	private List<String> messages(UUID payout) {
		return this.jdbc.sql("""
				SELECT response_message FROM payout WHERE payout_id = :id
				UNION ALL
				SELECT response_message FROM payout_event WHERE payout_id = :id AND stage = 'IN_DOUBT'
				""").param("id", payout).query(String.class).list();
	}

	private double recordedAnswers() {
		return this.dispatch.bean(MeterRegistry.class)
			.find("hundi.bank.answers")
			.tag("call", "payment")
			.counters()
			.stream()
			.mapToDouble(Counter::count)
			.sum();
	}

	private List<String> conflicts(UUID payout) {
		return this.jdbc.sql("SELECT reported_by || ' says ' || reported FROM bank_conflict WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

}
