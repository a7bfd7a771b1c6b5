package dev.hundi.bank;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.payout.ResponseCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Callbacks of banks. A callback changes no status and moves no money: it can only make
 * an enquiry due, and the enquiry's answer does the rest. An order that waits for a file
 * leaves its queue until then. So a stolen key, a replay or a bank's mistake costs one
 * enquiry. A callback is judged again on each repeat until it agrees with the recorded
 * state, and by itself until its order is final.
 */
@Repository
public class BankCallbacks {

	private static final Logger logger = LoggerFactory.getLogger(BankCallbacks.class);

	private static final String NEXT_TIME = "now() + least(greatest(now() - first_received_at, interval '1 second'), interval '1 hour')";

	/** Continues with the condition that chooses the callback. */
	private static final String JUDGED = """
			UPDATE bank_callback
			   SET verdict = :verdict, times = times + :repeats, last_received_at = CASE WHEN :repeats > 0 THEN now() ELSE last_received_at END,
			       judge_at = CASE WHEN :again THEN %s END
			 WHERE bank = :bank AND event_id = :eventId AND reference = :reference AND status = :status
			"""
		.formatted(NEXT_TIME);

	/** Waits for no lock. */
	private static final String POSTPONED = """
			UPDATE bank_callback SET judge_at = %s
			 WHERE (bank, event_id, reference, status) IN (
			   SELECT bank, event_id, reference, status FROM bank_callback
			    WHERE bank = :bank AND event_id = :eventId AND reference = :reference AND status = :status AND judge_at IS NOT NULL
			      FOR UPDATE SKIP LOCKED)
			"""
		.formatted(NEXT_TIME);

	/** Statuses of a bank that has an order, and has paid it or may pay it. */
	static final Set<BankCallback.Status> POSSIBLY_PAID = EnumSet.of(BankCallback.Status.PENDING,
			BankCallback.Status.SUCCESS, BankCallback.Status.RETURNED);

	/**
	 * Continues with the number of the attempt of a payout in status 4 that becomes a
	 * doubt again, unless the payout has another live one.
	 */
	private static final String DOUBT = """
			WITH doubted AS (
			  UPDATE bank_attempt a
			     SET state = 'IN_DOUBT', due_at = now(), retry_at = NULL, updated_at = now(), not_found_count = 0,
			         response_message = 'the bank called back about it'
			   WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.state = 'NOT_SENT' AND a.attempt_number = (%s)
			     AND NOT EXISTS (SELECT FROM bank_attempt o
			                      WHERE o.business_id = a.business_id AND o.payout_id = a.payout_id
			                        AND o.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED'))
			     AND EXISTS (SELECT FROM payout p
			                  WHERE p.business_id = a.business_id AND p.payout_id = a.payout_id AND p.status = 4)
			  RETURNING a.business_id, a.payout_id
			)"""
			+ BankAttempts.RECORD_DOUBT;

	private static final String CALLED_BACK = calledBackSql(":businessId", ":payoutId", ":statuses");

	private final JdbcClient jdbc;

	private final BankConflicts conflicts;

	private final TransactionTemplate transaction;

	BankCallbacks(JdbcClient jdbc, BankConflicts conflicts, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.conflicts = conflicts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/** Stores a callback, or counts its repeat, and makes its enquiry due. */
	public CallbackVerdict receive(BankCallback callback) {
		return inTransaction(() -> {
			Optional<KnownOrder> order = lock(callback);
			int first = bind(callback, """
					INSERT INTO bank_callback (bank, event_id, reference, status, body, verdict)
					VALUES (:bank, :eventId, :reference, :status, :body, 'UNDER_WAY')
					ON CONFLICT (bank, event_id, reference, status) DO NOTHING
					""").param("body", callback.body()).update();
			CallbackVerdict known = verdict(callback);
			boolean agrees = known == CallbackVerdict.AGREES && order.filter(KnownOrder::isUnpaid).isEmpty();
			CallbackVerdict verdict = agrees ? known : judge(callback, order);
			return record(callback, order, verdict, 1 - first);
		});
	}

	/**
	 * Judges the callbacks again whose order was not final when they were last judged.
	 * One that cannot be judged, because its payout is locked for example, is postponed.
	 * @return how many contradict the final state
	 */
	public int judgeDue(int limit) {
		List<BankCallback> due = this.jdbc.sql("""
				SELECT bank, event_id, reference, status, body FROM bank_callback
				 WHERE judge_at <= now() ORDER BY judge_at LIMIT :limit
				""").param("limit", limit).query(BankCallback.class).list();
		return (int) due.stream().filter(this::contradictsNow).count();
	}

	private boolean contradictsNow(BankCallback callback) {
		try {
			return judgeAgain(callback) == CallbackVerdict.CONTRADICTS;
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to judge a callback of bank {} about order {}; retrying later", callback.bank(),
					callback.reference(), ex);
			bind(callback, POSTPONED).update();
			return false;
		}
	}

	/** Another process may have judged it meanwhile. */
	private CallbackVerdict judgeAgain(BankCallback callback) {
		return inTransaction(() -> {
			Optional<KnownOrder> order = lock(callback);
			CallbackVerdict known = verdict(callback);
			if (known != CallbackVerdict.UNDER_WAY && known != CallbackVerdict.ENQUIRED) {
				return known;
			}
			boolean enquired = known == CallbackVerdict.ENQUIRED && order.filter(KnownOrder::isScheduled).isPresent();
			return record(callback, order, enquired ? known : judge(callback, order), 0);
		});
	}

	private CallbackVerdict inTransaction(Supplier<CallbackVerdict> work) {
		return Objects.requireNonNull(this.transaction.execute((status) -> work.get()));
	}

	private CallbackVerdict verdict(BankCallback callback) {
		return bind(callback, """
				SELECT verdict FROM bank_callback
				 WHERE bank = :bank AND event_id = :eventId AND reference = :reference AND status = :status
				   FOR UPDATE
				""").query(CallbackVerdict.class).single();
	}

	/** Enquiries about a final order have their own schedule and end. */
	private CallbackVerdict record(BankCallback callback, Optional<KnownOrder> order, CallbackVerdict verdict,
			int repeats) {
		boolean open = verdict == CallbackVerdict.UNDER_WAY || verdict == CallbackVerdict.ENQUIRED;
		bind(callback, JUDGED).param("verdict", verdict.name())
			.param("repeats", repeats)
			.param("again", open && !order.map(KnownOrder::isFinal).orElse(true))
			.update();
		return verdict;
	}

	private CallbackVerdict judge(BankCallback callback, Optional<KnownOrder> found) {
		if (found.isEmpty()) {
			return CallbackVerdict.UNKNOWN_REFERENCE;
		}
		KnownOrder order = found.get();
		CallbackVerdict verdict = switch (order.state()) {
			case CLAIMED -> CallbackVerdict.UNDER_WAY;
			case PENDING, IN_DOUBT ->
				(order.state() == State.PENDING && callback.status() == BankCallback.Status.PENDING)
						? CallbackVerdict.AGREES : enquire(order);
			case NOT_SENT -> doubtUnsent(order, callback.status());
			case SUCCEEDED -> switch (callback.status()) {
				case PENDING -> CallbackVerdict.AGREES;
				case SUCCESS -> order.isUnpaid() ? CallbackVerdict.CONTRADICTS
						: order.isReturned() ? enquire(order) : CallbackVerdict.AGREES;
				case RETURNED -> order.isReturned() ? CallbackVerdict.AGREES : enquire(order);
				case FAILED -> order.isUnpaid() ? CallbackVerdict.AGREES : CallbackVerdict.CONTRADICTS;
			};
			case FAILED -> switch (callback.status()) {
				case PENDING, FAILED -> CallbackVerdict.AGREES;
				case SUCCESS, RETURNED -> CallbackVerdict.CONTRADICTS;
			};
		};
		if (verdict == CallbackVerdict.CONTRADICTS) {
			// Without its body, which can name the payee and is erased in its own table.
			this.conflicts.record(order.attempt(), BankConflicts.ReportedBy.CALLBACK, callback.status().name(),
					"callback " + callback.eventId());
		}
		return verdict;
	}

	/**
	 * The bank knows an order that was recorded as not sent. Unless the payout has
	 * another live attempt it is a doubt again, which keeps it from every other bank. An
	 * order that waits for a file has reached no bank.
	 */
	private CallbackVerdict doubtUnsent(KnownOrder order, BankCallback.Status status) {
		if (POSSIBLY_PAID.contains(status)) {
			recallQueued(order.attempt().payout());
		}
		int doubted = BankAttempts.bind(this.jdbc.sql(DOUBT.formatted(":number")), order.attempt())
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
		if (doubted == 1) {
			return CallbackVerdict.ENQUIRED;
		}
		return (status == BankCallback.Status.FAILED) ? CallbackVerdict.AGREES : CallbackVerdict.CONTRADICTS;
	}

	/**
	 * SQL: an order {@code n} of a payout that was recorded as not sent, and that its
	 * bank has called back about since and was not asked about: another bank had the
	 * payout then.
	 */
	static String calledBackSql(String businessId, String payoutId, String statuses) {
		return """
				n.business_id = %s AND n.payout_id = %s AND n.state = 'NOT_SENT' AND n.enquiry_count = 0
				AND EXISTS (SELECT FROM bank_callback c
				             WHERE c.bank = n.bank AND c.reference = n.reference AND c.last_received_at >= n.claimed_at
				               AND c.status = ANY (%s)
				            OFFSET 0)
				""".formatted(businessId, payoutId, statuses);
	}

	/** For {@link #calledBackSql}. */
	static String[] names(Set<BankCallback.Status> statuses) {
		return statuses.stream().map(Enum::name).toArray(String[]::new);
	}

	/**
	 * Makes a doubt of an order that was recorded as not sent and that its bank has
	 * called back about while another bank had the payout. For the transaction in which
	 * that bank's attempt has ended, and which has locked the payout: no further bank may
	 * get it before.
	 * @return whether there is such an order
	 */
	public boolean doubtCalledBack(PayoutKey payout) {
		return ofCalledBack(payout, EnumSet.allOf(BankCallback.Status.class),
				DOUBT.formatted("SELECT max(n.attempt_number) FROM bank_attempt n WHERE " + CALLED_BACK))
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single() == 1;
	}

	/**
	 * Takes an order out of the queue for a file while another bank, which has called
	 * back, may have paid the payout. For a transaction that has locked the payout and
	 * has recorded the order as queued, or an enquiry that found it so: the claim expired
	 * after the callback, or the order has left a file.
	 * @return whether that bank is asked now
	 */
	public boolean recallCalledBack(PayoutKey payout) {
		return isCalledBack(payout, POSSIBLY_PAID) && recallQueued(payout) && doubtCalledBack(payout);
	}

	/**
	 * An order without a file was certainly not sent, and its enquiries asked no bank. A
	 * transaction that creates a file meanwhile locks the order: it sees it recalled, or
	 * this one sees its file.
	 */
	private boolean recallQueued(PayoutKey payout) {
		return this.jdbc
			.sql("""
					WITH recalled AS (
					  UPDATE bank_file_order o SET recalled_at = now()
					    FROM bank_attempt a
					   WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.state IN ('PENDING', 'IN_DOUBT') AND a.implausible_at IS NULL
					     AND o.bank = a.bank AND o.reference = a.reference AND o.message_id IS NULL AND o.recalled_at IS NULL
					  RETURNING a.attempt_number
					)
					UPDATE bank_attempt a
					   SET state = 'NOT_SENT', due_at = NULL, retry_at = now(), updated_at = now(), enquiry_count = 0,
					       response_message = 'another bank called back before it was in a file'
					  FROM recalled
					 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = recalled.attempt_number
					""")
			.param("businessId", payout.businessId())
			.param("payoutId", payout.payoutId())
			.update() == 1;
	}

	/**
	 * Whether another bank has called back that it paid an order that was recorded as not
	 * sent, and was not asked about it.
	 */
	public boolean isPaidElsewhere(PayoutKey payout) {
		return isCalledBack(payout, EnumSet.of(BankCallback.Status.SUCCESS, BankCallback.Status.RETURNED));
	}

	private boolean isCalledBack(PayoutKey payout, Set<BankCallback.Status> statuses) {
		return ofCalledBack(payout, statuses, "SELECT EXISTS (SELECT FROM bank_attempt n WHERE " + CALLED_BACK + ")")
			.query(Boolean.class)
			.single();
	}

	/**
	 * Ends an attempt that its bank has refused, while {@link #isPaidElsewhere another
	 * bank} may have paid the payout: that one decides.
	 */
	public void refuse(Attempt attempt, ResponseCode code, String reason) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						UPDATE bank_attempt
						   SET state = 'FAILED', due_at = NULL, updated_at = now(), response_code = :code, response_message = :reason,
						       implausible_at = NULL, implausible_reason = NULL
						 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
						   AND state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
						"""),
					attempt)
			.param("code", code.name())
			.param("reason", reason)
			.update();
		if (!doubtCalledBack(attempt.payout())) {
			throw new IllegalStateException("No other bank has called back about " + attempt);
		}
	}

	private JdbcClient.StatementSpec ofCalledBack(PayoutKey payout, Set<BankCallback.Status> statuses, String sql) {
		return this.jdbc.sql(sql)
			.param("businessId", payout.businessId())
			.param("payoutId", payout.payoutId())
			.param("statuses", names(statuses));
	}

	private CallbackVerdict enquire(KnownOrder order) {
		BankAttempts.bind(this.jdbc.sql(BankAttempts.ASK_NOW + """
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				   AND state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED') AND (due_at IS NULL OR due_at > now())
				"""), order.attempt()).update();
		return CallbackVerdict.ENQUIRED;
	}

	/**
	 * Locks the payout of the order and finds its newest attempt at that bank. The second
	 * statement sees what was committed while the first waited for the lock.
	 */
	private Optional<KnownOrder> lock(BankCallback callback) {
		this.jdbc.sql("""
				SELECT FROM payout p
				 WHERE EXISTS (SELECT FROM bank_attempt a
				                WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
				                  AND a.reference = :reference AND a.bank = :bank)
				   FOR NO KEY UPDATE
				""").param("reference", callback.reference()).param("bank", callback.bank()).query((row) -> {
		});
		return this.jdbc.sql("""
				SELECT p.business_id, p.payout_id, p.status AS payout_status, a.attempt_number, a.state, %s AS is_unpaid
				  FROM payout p
				  JOIN bank_attempt a ON a.business_id = p.business_id AND a.payout_id = p.payout_id
				 WHERE a.reference = :reference AND a.bank = :bank
				 ORDER BY a.attempt_number DESC LIMIT 1
				""".formatted(RefundedUnpaid.sql("p.payout_id")))
			.param("reference", callback.reference())
			.param("bank", callback.bank())
			.query((row, number) -> {
				PayoutKey payout = new PayoutKey(row.getObject("business_id", UUID.class),
						row.getObject("payout_id", UUID.class));
				return new KnownOrder(new Attempt(payout, row.getInt("attempt_number")),
						State.valueOf(row.getString("state")), row.getInt("payout_status"),
						row.getBoolean("is_unpaid"));
			})
			.optional();
	}

	private JdbcClient.StatementSpec bind(BankCallback callback, String sql) {
		return this.jdbc.sql(sql)
			.param("bank", callback.bank())
			.param("eventId", callback.eventId())
			.param("reference", callback.reference())
			.param("status", callback.status().name());
	}

	private enum State {

		CLAIMED, PENDING, IN_DOUBT, SUCCEEDED, FAILED, NOT_SENT

	}

	private record KnownOrder(Attempt attempt, State state, int payoutStatus, boolean isUnpaid) {

		boolean isFinal() {
			return this.state == State.SUCCEEDED || this.state == State.FAILED;
		}

		/** A bank that reports a payment after its return is asked which one holds. */
		boolean isReturned() {
			return this.state == State.SUCCEEDED && this.payoutStatus != 11;
		}

		/** Whether its enquiries have a schedule. */
		boolean isScheduled() {
			return this.state == State.PENDING || this.state == State.IN_DOUBT;
		}

	}

}
