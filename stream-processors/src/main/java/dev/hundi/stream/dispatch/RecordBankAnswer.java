package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankConflicts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.Enquiry;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.ResponseCode;
import dev.hundi.work.GroupedCalls;
import dev.hundi.work.Pace;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Records a bank's answer in the attempt and the payout. */
@Component
class RecordBankAnswer {

	private static final Logger logger = LoggerFactory.getLogger(RecordBankAnswer.class);

	/** Two lanes: while one waits for the lock of a payout, the other settles. */
	private static final GroupedCalls.Limits GROUPS = new GroupedCalls.Limits(2, 64,
			Pace.steady(Duration.ofMillis(5)).from(3, Duration.ofMillis(20)).from(20, Duration.ofMillis(40)));

	private final BankAttempts attempts;

	private final BankCallbacks callbacks;

	private final SettlePayout settle;

	private final BankConflicts conflicts;

	private final DispatchSettings settings;

	private final MeterRegistry meters;

	private final TransactionTemplate transaction;

	private final GroupedCalls<SettlePayout.Success, Boolean> successes;

	RecordBankAnswer(BankAttempts attempts, BankCallbacks callbacks, SettlePayout settle, BankConflicts conflicts,
			DispatchSettings settings, MeterRegistry meters, PlatformTransactionManager transactions) {
		this.attempts = attempts;
		this.callbacks = callbacks;
		this.settle = settle;
		this.conflicts = conflicts;
		this.settings = settings;
		this.meters = meters;
		this.transaction = new TransactionTemplate(transactions);
		this.successes = new GroupedCalls<>("settle", GROUPS, (success) -> success.attempt().payout(),
				settle::succeeded);
	}

	/**
	 * Records what one call has proved of each order. An answer that cannot be recorded
	 * does not keep the others from being recorded: its claim expires and an enquiry
	 * resolves the payout.
	 */
	void ofPayments(List<PaymentOrder> orders, List<BankAnswer> answers) {
		List<Runnable> recordings = new ArrayList<>();
		for (int i = 0; i < orders.size(); i++) {
			recordings.add(recording(orders.get(i), answers.get(i)));
		}
		for (int i = 0; i < orders.size(); i++) {
			try {
				recordings.get(i).run();
			}
			catch (RuntimeException ex) {
				logger.warn("Failed to record the bank's answer for payout {}; an enquiry will resolve it",
						orders.get(i).attempt().payout().payoutId(), ex);
			}
		}
	}

	/**
	 * Successes are submitted before any of them is awaited, so that they settle
	 * together.
	 */
	private Runnable recording(PaymentOrder order, BankAnswer answer) {
		if (!(answer instanceof BankAnswer.Paid(BankReport report))) {
			return () -> ofPayment(order, answer);
		}
		Supplier<RecordOutcome> paid = paid(order.attempt(), report);
		return () -> {
			settled(order.attempt(), answer, BankConflicts.ReportedBy.PAYMENT, firstEnquiry(), paid.get());
			count("payment", answer);
		};
	}

	private @Nullable Duration firstEnquiry() {
		return this.settings.nextEnquiry(0, Duration.ZERO);
	}

	private void ofPayment(PaymentOrder order, BankAnswer answer) {
		Attempt attempt = order.attempt();
		Duration first = firstEnquiry();
		switch (answer) {
			case BankAnswer.Queued _ -> queued(attempt, first);
			case BankAnswer.NotSent(String reason) -> notSent(attempt, reason, first);
			case BankAnswer.Silent(String reason) -> inDoubt(attempt, reason, first);
			case BankAnswer.Malformed(String reason) -> malformed(attempt, reason, first);
			case BankAnswer.Refused refused -> refused(attempt, refused, first);
			case BankAnswer.NotFound notFound -> inDoubt(attempt, "the bank answered " + notFound, first);
			case BankAnswer.Acknowledged(String bankReference) ->
				this.attempts.acknowledged(attempt, bankReference, first);
			case BankAnswer.Paid _, BankAnswer.Returned _, BankAnswer.Implausible _ ->
				settled(attempt, answer, BankConflicts.ReportedBy.PAYMENT, first);
		}
		count("payment", answer);
	}

	/** A bank that has called back while the order was queued is asked first. */
	private void queued(Attempt attempt, @Nullable Duration first) {
		this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(attempt.payout());
			this.attempts.queued(attempt, first);
			recallCalledBack(attempt);
		});
	}

	/** A bank may have called back before a step at which the order was recalled. */
	private void stillQueued(Attempt attempt, @Nullable Duration next) {
		this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(attempt.payout());
			if (!recallCalledBack(attempt)) {
				this.attempts.stillOpen(attempt, next, false);
			}
		});
	}

	private boolean recallCalledBack(Attempt attempt) {
		boolean recalled = this.callbacks.recallCalledBack(attempt.payout());
		if (recalled) {
			logger.warn("Another bank has called back about payout {}; asking it", attempt.payout().payoutId());
		}
		return recalled;
	}

	/**
	 * The bank says that it has no order from this call. It is refunded only if nothing
	 * else says that there is one: no callback, and no enquiry after an expired lease.
	 */
	private void malformed(Attempt attempt, String reason, @Nullable Duration first) {
		this.transaction.executeWithoutResult((status) -> {
			if (this.attempts.isCalledBack(attempt)) {
				inDoubt(attempt, "the bank called back about the order, then: " + reason, first);
			}
			else if (this.attempts.isClaimed(attempt)) {
				settled(attempt, new BankAnswer.Refused(ResponseCode.BANK_REJECTED, reason, BankReport.NONE),
						BankConflicts.ReportedBy.PAYMENT, first);
			}
			else {
				logger.warn("The bank rejected payout {} as malformed after its claim had ended; its enquiries decide",
						attempt.payout().payoutId());
			}
		});
	}

	/** A bank that has called back that it paid is asked before anything is refunded. */
	private void refused(Attempt attempt, BankAnswer.Refused refused, @Nullable Duration first) {
		this.transaction.executeWithoutResult((status) -> {
			if (this.attempts.isReportedPaid(attempt)) {
				inDoubt(attempt, "the bank called back that it paid, then: " + refused.message(), first);
			}
			else {
				settled(attempt, refused, BankConflicts.ReportedBy.PAYMENT, first);
			}
		});
	}

	/** An order that its bank has called back about may go to no other bank. */
	private void notSent(Attempt attempt, String reason, @Nullable Duration first) {
		this.transaction.executeWithoutResult((status) -> {
			if (this.attempts.isCalledBack(attempt)) {
				inDoubt(attempt, "the bank called back about the order, then: " + reason, first);
			}
			else {
				endUnsent(attempt, reason, this.settings.retryDelay(attempt.number()));
			}
		});
	}

	/** Records orders that this process has not sent because it shuts down. */
	void unsent(List<PaymentOrder> orders) {
		orders.forEach((order) -> this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(order.attempt().payout());
			endUnsent(order.attempt(), "claimed during shutdown", Duration.ZERO);
		}));
	}

	/**
	 * Under the lock of the payout: if another bank has called back about an order that
	 * it had not taken, it is asked before any bank gets the next one.
	 */
	private boolean endUnsent(Attempt attempt, String reason, Duration backOff) {
		if (this.attempts.notSent(attempt, reason, backOff) != RecordOutcome.RECORDED) {
			return false;
		}
		if (this.callbacks.doubtCalledBack(attempt.payout())) {
			logger.warn("Another bank has called back about payout {}; asking it", attempt.payout().payoutId());
		}
		return true;
	}

	private void inDoubt(Attempt attempt, String reason, @Nullable Duration first) {
		this.attempts.inDoubt(attempt, reason, (first != null) ? first : Duration.ZERO);
	}

	/**
	 * Records an enquiry that reads what files have reported, under the lock of the
	 * payout: a file with another report either is read too, or finds what this records.
	 */
	void ofReports(Enquiry enquiry, Supplier<BankAnswer> reports) {
		this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(enquiry.attempt().payout());
			ofEnquiry(enquiry, reports.get());
		});
	}

	void ofEnquiry(Enquiry enquiry, BankAnswer answer) {
		count("enquiry", answer);
		if (enquiry.paid()) {
			ofReturnEnquiry(enquiry, answer);
		}
		else {
			ofOpenEnquiry(enquiry, answer);
		}
	}

	/**
	 * Records an enquiry that follows a report of a return. Only an enquiry proves the
	 * return, and a bank's enquiries may know of it later than its callbacks. A return
	 * that no enquiry confirms in the end, or a contradicting answer, needs manual
	 * review. An answer of success contradicts at once if people have refunded the payout
	 * as never paid.
	 */
	private void ofReturnEnquiry(Enquiry enquiry, BankAnswer answer) {
		Attempt attempt = enquiry.attempt();
		Duration again = this.settings.nextReturnEnquiry(enquiry.age());
		boolean ended = false;
		boolean contradicted = false;
		switch (answer) {
			case BankAnswer.Returned _, BankAnswer.Refused _, BankAnswer.Implausible _ -> {
				contradicted = settled(attempt, answer, BankConflicts.ReportedBy.ENQUIRY,
						again) == RecordOutcome.CONFLICT;
				ended = !contradicted;
			}
			case BankAnswer.Paid _ -> contradicted = settled(attempt, answer, BankConflicts.ReportedBy.ENQUIRY,
					again) == RecordOutcome.CONFLICT;
			case BankAnswer.Acknowledged _, BankAnswer.NotFound _, BankAnswer.Queued _, BankAnswer.Silent _,
					BankAnswer.NotSent _, BankAnswer.Malformed _ ->
				{
				}
		}
		if (again == null && !ended && !contradicted) {
			contradicted(attempt, answer, BankConflicts.ReportedBy.ENQUIRY);
		}
		this.attempts.stillOpen(attempt, ended ? null : again, false);
	}

	/**
	 * A payout that is sent again and again, and never arrives, needs manual review as
	 * one does whose only attempt is as old. One more enquiry may then send it once more.
	 * What the bank has acknowledged did arrive.
	 */
	private void ofOpenEnquiry(Enquiry enquiry, BankAnswer answer) {
		Attempt attempt = enquiry.attempt();
		boolean arrived = enquiry.acknowledged() || answer instanceof BankAnswer.Acknowledged;
		Duration doubt = arrived ? enquiry.age() : enquiry.doubt();
		Duration next = this.settings.nextEnquiry(enquiry.enquiries(), doubt);
		switch (answer) {
			case BankAnswer.NotFound _ when wasNeverSent(enquiry) -> neverSent(attempt, next);
			case BankAnswer.NotFound _ -> this.attempts.stillOpen(attempt, next, true);
			case BankAnswer.Queued _ -> stillQueued(attempt, next);
			case BankAnswer.NotSent _, BankAnswer.Silent _, BankAnswer.Malformed _ ->
				this.attempts.stillOpen(attempt, next, false);
			case BankAnswer.Acknowledged(String bankReference) ->
				this.attempts.acknowledged(attempt, bankReference, next);
			case BankAnswer.Paid _, BankAnswer.Returned _, BankAnswer.Refused _, BankAnswer.Implausible _ ->
				settled(attempt, answer, BankConflicts.ReportedBy.ENQUIRY, next);
		}
		if (next == null) {
			logger.error("Payout {} has been in doubt for {}: enquiries ended, manual review needed",
					attempt.payout().payoutId(), doubt);
		}
	}

	/**
	 * An order in flight could reach the bank after the first "not found"; by the second
	 * one its lease has long expired. An acknowledged reference was certainly sent.
	 */
	private boolean wasNeverSent(Enquiry enquiry) {
		return !enquiry.acknowledged() && enquiry.notFound() >= 1
				&& enquiry.age().compareTo(this.settings.notSentAfter()) >= 0;
	}

	/**
	 * A payout that two banks were asked about can be sent to neither. It stays in doubt
	 * until the end of its enquiries, so that it gets a manual review.
	 */
	private void neverSent(Attempt attempt, @Nullable Duration next) {
		this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(attempt.payout());
			if (this.attempts.isDoubtedElsewhere(attempt)
					|| !endUnsent(attempt, "the bank repeatedly answered that it does not know the reference",
							this.settings.retryDelay(attempt.number()))) {
				this.attempts.stillOpen(attempt, next, true);
			}
		});
	}

	/**
	 * @param next until the next enquiry if the answer is implausible, or null if
	 * enquiries have ended
	 */
	private RecordOutcome settled(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy,
			@Nullable Duration next) {
		return settled(attempt, answer, reportedBy, next, switch (answer) {
			case BankAnswer.Paid(BankReport report) -> paid(attempt, report).get();
			case BankAnswer.Refused refused -> failed(attempt, refused);
			case BankAnswer.Returned(BankReport report) -> paidAndReturned(attempt, report);
			case BankAnswer.Implausible(String reason) -> this.attempts.implausible(attempt, reason);
			case BankAnswer.Queued _, BankAnswer.Acknowledged _, BankAnswer.NotSent _, BankAnswer.NotFound _,
					BankAnswer.Malformed _, BankAnswer.Silent _ ->
				throw new IllegalArgumentException("Not final: " + answer);
		});
	}

	private RecordOutcome settled(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy,
			@Nullable Duration next, RecordOutcome recorded) {
		switch (recorded) {
			case CONFLICT -> contradicted(attempt, answer, reportedBy);
			case IMPLAUSIBLE -> {
				logger.error("The bank's answer {} cannot be about payout {}; it is in doubt and needs manual review",
						answer.getClass().getSimpleName(), attempt.payout().payoutId());
				this.attempts.stillOpen(attempt, next, false);
			}
			case ALREADY_RECORDED -> {
				if (answer instanceof BankAnswer.Paid) {
					confirmed(attempt, answer, reportedBy);
				}
			}
			case RECORDED -> {
			}
		}
		return recorded;
	}

	/**
	 * Settles together with the other successes that arrive meanwhile; within a
	 * transaction alone, because the thread that settles several would wait for its lock.
	 * @return waits for the outcome
	 */
	private Supplier<RecordOutcome> paid(Attempt attempt, BankReport report) {
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			return () -> this.settle.succeeded(attempt, report);
		}
		Supplier<Boolean> settled = this.successes.submit(new SettlePayout.Success(attempt, report));
		return () -> settled.get() ? RecordOutcome.RECORDED : this.settle.succeeded(attempt, report);
	}

	/**
	 * Refunds nothing while another bank says that it has paid the payout: it is asked
	 * first.
	 */
	private RecordOutcome failed(Attempt attempt, BankAnswer.Refused refused) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			this.attempts.lock(attempt.payout());
			if (this.callbacks.isPaidElsewhere(attempt.payout())
					&& this.settle.canHaveFailed(attempt, refused.report())) {
				this.callbacks.refuse(attempt, refused.code(), refused.message());
				logger.warn("Another bank has called back that it paid payout {}; asking it before a refund",
						attempt.payout().payoutId());
				return RecordOutcome.RECORDED;
			}
			return this.settle.failed(attempt, refused.code(), refused.message(), refused.report());
		}));
	}

	/**
	 * The approval of a refund as never paid may have come since the settlement was read.
	 */
	private void confirmed(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy) {
		this.transaction.executeWithoutResult((status) -> {
			this.attempts.lock(attempt.payout());
			if (!this.conflicts.confirmed(attempt)) {
				contradicted(attempt, answer, reportedBy);
			}
		});
	}

	private void contradicted(Attempt attempt, BankAnswer answer, BankConflicts.ReportedBy reportedBy) {
		String reported = answer.getClass().getSimpleName().toUpperCase(Locale.ROOT);
		if (this.conflicts.record(attempt, reportedBy, reported, answer.toString())) {
			logger.error(
					"The bank answered {} for payout {}, which contradicts the recorded final status; left for manual review",
					reported, attempt.payout().payoutId());
		}
	}

	/** Commits both together: successful payouts are not enquired about again. */
	private RecordOutcome paidAndReturned(Attempt attempt, BankReport report) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			RecordOutcome paid = this.settle.succeeded(attempt, report);
			return (paid == RecordOutcome.IMPLAUSIBLE) ? paid : this.settle.returned(attempt, report);
		}));
	}

	private void count(String call, BankAnswer answer) {
		this.meters.counter("hundi.bank.answers", "call", call, "answer", answer.label()).increment();
	}

}
