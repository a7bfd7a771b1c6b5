package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankConflicts;
import dev.hundi.bank.Enquiry;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Turns what a bank answered into the attempt's and the payout's next state.
 */
@Component
class RecordBankAnswer {

	private static final Logger logger = LoggerFactory.getLogger(RecordBankAnswer.class);

	private static final Duration RETURN_ENQUIRY_AGAIN = Duration.ofMinutes(1);

	private final BankAttempts attempts;

	private final SettlePayout settle;

	private final BankConflicts conflicts;

	private final DispatchSettings settings;

	private final MeterRegistry meters;

	private final TransactionTemplate transaction;

	private final InstantSource clock = InstantSource.system();

	RecordBankAnswer(BankAttempts attempts, SettlePayout settle, BankConflicts conflicts, DispatchSettings settings,
			MeterRegistry meters, PlatformTransactionManager transactions) {
		this.attempts = attempts;
		this.settle = settle;
		this.conflicts = conflicts;
		this.settings = settings;
		this.meters = meters;
		this.transaction = new TransactionTemplate(transactions);
		for (BankConflicts.ReportedBy reportedBy : BankConflicts.ReportedBy.values()) {
			conflicts(reportedBy);
		}
	}

	/** There from the start, so that an alert sees the first increase. */
	private Counter conflicts(BankConflicts.ReportedBy reportedBy) {
		return this.meters.counter("hundi.bank.conflicts", "told", reportedBy.name());
	}

	/** Records the answer to an order. */
	void ofPayment(PaymentOrder order, BankAnswer answer) {
		Attempt attempt = order.attempt();
		Duration first = this.settings.nextEnquiry(0, Duration.ZERO);
		switch (answer) {
			case BankAnswer.Queued queued -> this.attempts.queued(attempt, first);
			case BankAnswer.NotSent notSent ->
				this.attempts.notSent(attempt, notSent.reason(), this.settings.restAfter(attempt.number()));
			case BankAnswer.Silent silent ->
				this.attempts.inDoubt(attempt, silent.reason(), (first != null) ? first : Duration.ZERO);
			case BankAnswer.Malformed malformed ->
				this.attempts.inDoubt(attempt, malformed.reason(), (first != null) ? first : Duration.ZERO);
			case BankAnswer.NotFound notFound -> this.attempts.inDoubt(attempt, "the bank answered " + notFound,
					(first != null) ? first : Duration.ZERO);
			case BankAnswer.Acknowledged acknowledged ->
				this.attempts.acknowledged(attempt, acknowledged.bankReference(), first);
			case BankAnswer.Paid paid -> settled(attempt, paid, BankConflicts.ReportedBy.PAYMENT);
			case BankAnswer.Returned returned -> settled(attempt, returned, BankConflicts.ReportedBy.PAYMENT);
			case BankAnswer.Refused refused -> settled(attempt, refused, BankConflicts.ReportedBy.PAYMENT);
		}
		count("payment", answer);
	}

	/** Records the answer to an enquiry. */
	void ofEnquiry(Enquiry enquiry, BankAnswer answer) {
		count("enquiry", answer);
		if (enquiry.paid()) {
			ofReturnEnquiry(enquiry.attempt(), answer);
		}
		else {
			ofOpenEnquiry(enquiry, answer);
		}
	}

	/**
	 * The bank called back that the money came back. Only its own books prove that; if
	 * they say otherwise, a person asks.
	 */
	private void ofReturnEnquiry(Attempt attempt, BankAnswer answer) {
		Duration again = switch (answer) {
			case BankAnswer.Returned returned -> {
				settled(attempt, returned, BankConflicts.ReportedBy.ENQUIRY);
				yield null;
			}
			case BankAnswer.Queued queued -> null;
			case BankAnswer.Silent silent -> RETURN_ENQUIRY_AGAIN;
			case BankAnswer.NotSent notSent -> RETURN_ENQUIRY_AGAIN;
			case BankAnswer.Malformed malformed -> RETURN_ENQUIRY_AGAIN;
			case BankAnswer.Paid paid -> contradicted(attempt, paid, BankConflicts.ReportedBy.ENQUIRY);
			case BankAnswer.Refused refused -> contradicted(attempt, refused, BankConflicts.ReportedBy.ENQUIRY);
			case BankAnswer.Acknowledged other -> contradicted(attempt, other, BankConflicts.ReportedBy.ENQUIRY);
			case BankAnswer.NotFound other -> contradicted(attempt, other, BankConflicts.ReportedBy.ENQUIRY);
		};
		this.attempts.stillOpen(attempt, again, false);
	}

	private void ofOpenEnquiry(Enquiry enquiry, BankAnswer answer) {
		Attempt attempt = enquiry.attempt();
		Duration age = Duration.between(enquiry.claimedAt(), this.clock.instant());
		Duration next = this.settings.nextEnquiry(enquiry.enquiries(), age);
		switch (answer) {
			case BankAnswer.NotFound notFound when wasNeverSent(enquiry, age) -> neverSent(attempt, next);
			case BankAnswer.NotFound notFound -> this.attempts.stillOpen(attempt, next, true);
			case BankAnswer.Queued queued -> this.attempts.stillOpen(attempt, next, false);
			case BankAnswer.NotSent notSent -> this.attempts.stillOpen(attempt, next, false);
			case BankAnswer.Silent silent -> this.attempts.stillOpen(attempt, next, false);
			case BankAnswer.Malformed malformed -> this.attempts.stillOpen(attempt, next, false);
			case BankAnswer.Acknowledged acknowledged ->
				this.attempts.acknowledged(attempt, acknowledged.bankReference(), next);
			case BankAnswer.Paid paid -> settled(attempt, paid, BankConflicts.ReportedBy.ENQUIRY);
			case BankAnswer.Returned returned -> settled(attempt, returned, BankConflicts.ReportedBy.ENQUIRY);
			case BankAnswer.Refused refused -> settled(attempt, refused, BankConflicts.ReportedBy.ENQUIRY);
		}
		if (next == null) {
			logger.error("Payout {} is in doubt for {}: no more enquiries, a person must look",
					attempt.payout().payoutId(), age);
		}
	}

	/**
	 * An order still on its way could reach the bank after the first "not found"; by the
	 * second one its lease is long over. A reference the bank has acknowledged was sent.
	 */
	private boolean wasNeverSent(Enquiry enquiry, Duration age) {
		return !enquiry.acknowledged() && enquiry.notFound() >= 1 && age.compareTo(this.settings.notSentAfter()) >= 0;
	}

	private void neverSent(Attempt attempt, @Nullable Duration next) {
		if (this.attempts.notSent(attempt, "the bank keeps answering that it does not know the reference",
				this.settings.restAfter(attempt.number())) != RecordOutcome.RECORDED) {
			this.attempts.stillOpen(attempt, next, true);
		}
	}

	private void settled(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy) {
		RecordOutcome recorded = switch (answer) {
			case BankAnswer.Paid paid -> this.settle.succeeded(attempt, paid.utr(), paid.bankReference());
			case BankAnswer.Refused refused ->
				this.settle.failed(attempt, refused.code(), refused.message(), refused.bankReference());
			case BankAnswer.Returned returned -> paidAndReturned(attempt, returned);
			case BankAnswer.Queued other -> throw new IllegalArgumentException("Not final: " + other);
			case BankAnswer.Acknowledged other -> throw new IllegalArgumentException("Not final: " + other);
			case BankAnswer.NotSent other -> throw new IllegalArgumentException("Not final: " + other);
			case BankAnswer.NotFound other -> throw new IllegalArgumentException("Not final: " + other);
			case BankAnswer.Malformed other -> throw new IllegalArgumentException("Not final: " + other);
			case BankAnswer.Silent other -> throw new IllegalArgumentException("Not final: " + other);
		};
		if (recorded == RecordOutcome.CONFLICT) {
			contradicted(attempt, answer, reportedBy);
		}
	}

	private @Nullable Duration contradicted(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy) {
		conflicts(reportedBy).increment();
		this.conflicts.record(attempt, reportedBy, answer.getClass().getSimpleName().toUpperCase(Locale.ROOT),
				answer.toString());
		logger.error(
				"The bank answered {} for payout {}, which is final otherwise here: nothing changed, a person must look",
				answer, attempt.payout().payoutId());
		return null;
	}

	/** One commit for both: nobody asks again about a payout that is successful. */
	private RecordOutcome paidAndReturned(Attempt attempt, BankAnswer.Returned returned) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			this.settle.succeeded(attempt, returned.utr(), returned.bankReference());
			return this.settle.returned(attempt);
		}));
	}

	private void count(String call, BankAnswer answer) {
		this.meters.counter("hundi.bank.answers", "call", call, "answer", answer.getClass().getSimpleName())
			.increment();
	}

}
