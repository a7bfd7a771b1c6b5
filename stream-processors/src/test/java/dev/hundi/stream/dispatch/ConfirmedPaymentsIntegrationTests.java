package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.Enquiry;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An answer that agrees with a settlement, while two people approve the refund of the
 * payout as never paid: whichever comes first, the contradiction is for manual review.
 */
class ConfirmedPaymentsIntegrationTests {

	private final ScriptedDispatch dispatch = new ScriptedDispatch();

	private final JdbcClient jdbc = this.dispatch.jdbc();

	private final TransactionTemplate transaction = new TransactionTemplate(
			this.dispatch.bean(PlatformTransactionManager.class));

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	@AfterEach
	void close() {
		this.threads.close();
		this.dispatch.close();
	}

	@Test
	void contradictsARefundThatItsRecordingWaitsFor() throws Exception {
		UUID payout = paid();
		Future<?> answer = Objects.requireNonNull(this.transaction.execute((status) -> {
			this.dispatch.bean(BankAttempts.class).lock(attempt(payout).payout());
			Future<?> recorded = this.threads.submit(() -> confirm(payout));
			awaitALock();
			assertThat(this.dispatch.refundAsNeverPaid(payout)).isEqualTo(RecordOutcome.RECORDED);
			return recorded;
		}));
		answer.get();

		assertThat(confirmations(payout)).isZero();
		assertThat(conflicts(payout)).singleElement().asString().startsWith("1 ENQUIRY says PAID: Paid[");
	}

	@Test
	void isFoundByARefundThatWaitsForItsRecording() throws Exception {
		UUID payout = paid();
		Future<?> refund = Objects.requireNonNull(this.transaction.execute((status) -> {
			confirm(payout);
			Future<?> refunded = this.threads
				.submit(() -> this.transaction.execute((refunding) -> this.dispatch.refundAsNeverPaid(payout)));
			awaitALock();
			return refunded;
		}));

		assertThat(refund.get()).isEqualTo(RecordOutcome.RECORDED);
		assertThat(confirmations(payout)).isOne();
		assertThat(conflicts(payout)).singleElement()
			.asString()
			.startsWith("1 ENQUIRY says PAID: Received before the refund: answer of 20");
	}

	private UUID paid() {
		UUID payout = this.dispatch.dispatched(Script.PAY);
		this.dispatch.business().awaitStatus(payout, "11 SUCCESS");
		return payout;
	}

	private Attempt attempt(UUID payout) {
		return new Attempt(new PayoutKey(this.dispatch.business().id(), payout), 1);
	}

	/** The bank answers again that it has paid. */
	private void confirm(UUID payout) {
		String utr = this.jdbc.sql("SELECT utr FROM payout WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.single();
		this.dispatch.bean(RecordBankAnswer.class)
			.ofEnquiry(new Enquiry(attempt(payout), "scripted", BankReference.of(payout), true, true, 1, 0,
					Duration.ZERO, Duration.ZERO), new BankAnswer.Paid(BankReport.of(utr, null)));
	}

	private void awaitALock() {
		await().atMost(Duration.ofMinutes(2)).until(() -> this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM pg_stat_activity
				                WHERE datname = current_database() AND wait_event_type = 'Lock')
				""").query(Boolean.class).single());
	}

	private long confirmations(UUID payout) {
		return this.jdbc.sql("SELECT count(confirmed_at) FROM bank_attempt WHERE payout_id = :id")
			.param("id", payout)
			.query(Long.class)
			.single();
	}

	private List<String> conflicts(UUID payout) {
		return this.jdbc.sql("""
				SELECT times || ' ' || reported_by || ' says ' || reported || ': ' || detail
				  FROM bank_conflict WHERE payout_id = :id
				""").param("id", payout).query(String.class).list();
	}

}
