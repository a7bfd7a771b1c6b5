package dev.hundi.bank;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Callbacks of banks. A callback changes no status and moves no money: it can only make
 * an enquiry due, and the enquiry's answer does the rest. So a stolen key, a replay or a
 * bank's mistake costs one enquiry.
 */
@Repository
public class BankCallbacks {

	private final JdbcClient jdbc;

	private final BankConflicts conflicts;

	private final TransactionTemplate transaction;

	BankCallbacks(JdbcClient jdbc, BankConflicts conflicts, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.conflicts = conflicts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/** Stores a callback and makes its enquiry due; a duplicate is only counted. */
	public CallbackVerdict receive(BankCallback callback) {
		CallbackVerdict verdict = this.transaction.execute((status) -> {
			Optional<CallbackVerdict> known = countDuplicate(callback);
			return known.orElseGet(() -> {
				CallbackVerdict first = judge(callback);
				insert(callback, first);
				return first;
			});
		});
		if (verdict == null) {
			throw new IllegalStateException("The transaction had no result");
		}
		return verdict;
	}

	private Optional<CallbackVerdict> countDuplicate(BankCallback callback) {
		return bind(callback, """
				UPDATE bank_callback SET times = times + 1, last_received_at = now()
				 WHERE bank = :bank AND event_id = :eventId AND reference = :reference AND status = :status
				RETURNING verdict
				""").query(CallbackVerdict.class).optional();
	}

	private CallbackVerdict judge(BankCallback callback) {
		Optional<KnownOrder> found = find(callback);
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
				case PENDING, SUCCESS -> CallbackVerdict.AGREES;
				case RETURNED -> (order.payoutStatus() == 11) ? enquire(order) : CallbackVerdict.AGREES;
				case FAILED -> CallbackVerdict.CONTRADICTS;
			};
			case FAILED -> switch (callback.status()) {
				case PENDING, FAILED -> CallbackVerdict.AGREES;
				case SUCCESS, RETURNED -> CallbackVerdict.CONTRADICTS;
			};
		};
		if (verdict == CallbackVerdict.CONTRADICTS) {
			this.conflicts.record(order.attempt(), BankConflicts.ReportedBy.CALLBACK, callback.status().name(),
					callback.body());
		}
		return verdict;
	}

	/**
	 * The bank knows an order that was recorded as not sent. Unless the payout has
	 * another live attempt it is a doubt again, which keeps it from every other bank.
	 */
	private CallbackVerdict doubtUnsent(KnownOrder order, BankCallback.Status status) {
		int doubted = BankAttempts.bind(this.jdbc.sql("""
				WITH doubted AS (
				  UPDATE bank_attempt a
				     SET state = 'IN_DOUBT', due_at = now(), retry_at = NULL, updated_at = now(), not_found_count = 0,
				         response_message = 'the bank called back about it'
				   WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
				     AND a.state = 'NOT_SENT' AND :payoutStatus = 4
				     AND NOT EXISTS (SELECT FROM bank_attempt o
				                      WHERE o.business_id = a.business_id AND o.payout_id = a.payout_id
				                        AND o.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED'))
				  RETURNING a.business_id, a.payout_id
				)""" + BankAttempts.RECORD_DOUBT), order.attempt())
			.param("payoutStatus", order.payoutStatus())
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
		if (doubted == 1) {
			return CallbackVerdict.ENQUIRED;
		}
		return (status == BankCallback.Status.FAILED) ? CallbackVerdict.AGREES : CallbackVerdict.CONTRADICTS;
	}

	private CallbackVerdict enquire(KnownOrder order) {
		BankAttempts.bind(this.jdbc.sql("""
				UPDATE bank_attempt SET due_at = now()
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				   AND state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED') AND (due_at IS NULL OR due_at > now())
				"""), order.attempt()).update();
		return CallbackVerdict.ENQUIRED;
	}

	/** Finds the newest attempt of the order at that bank and locks its payout. */
	private Optional<KnownOrder> find(BankCallback callback) {
		return this.jdbc.sql("""
				SELECT p.business_id, p.payout_id, p.status AS payout_status, a.attempt_number, a.state
				  FROM payout p
				  JOIN bank_attempt a ON a.business_id = p.business_id AND a.payout_id = p.payout_id
				 WHERE a.reference = :reference AND a.bank = :bank
				 ORDER BY a.attempt_number DESC LIMIT 1
				   FOR NO KEY UPDATE OF p
				""").param("reference", callback.reference()).param("bank", callback.bank()).query((row, number) -> {
			PayoutKey payout = new PayoutKey(row.getObject("business_id", UUID.class),
					row.getObject("payout_id", UUID.class));
			return new KnownOrder(new Attempt(payout, row.getInt("attempt_number")),
					State.valueOf(row.getString("state")), row.getInt("payout_status"));
		}).optional();
	}

	private void insert(BankCallback callback, CallbackVerdict verdict) {
		bind(callback, """
				INSERT INTO bank_callback (bank, event_id, reference, status, body, verdict)
				VALUES (:bank, :eventId, :reference, :status, :body, :verdict)
				ON CONFLICT (bank, event_id, reference, status)
				DO UPDATE SET times = bank_callback.times + 1, last_received_at = now()
				""").param("body", callback.body()).param("verdict", verdict.name()).update();
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

	private record KnownOrder(Attempt attempt, State state, int payoutStatus) {
	}

}
