package dev.hundi.bank;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What banks tell of themselves. A callback changes no status and moves no money: it can
 * only make an enquiry due, whose answer does. So a stolen key, a replay or a bank's
 * mistake costs one question.
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

	/**
	 * Keeps a callback and makes due what follows from it; the same again only counts.
	 */
	public CallbackVerdict receive(BankCallback callback) {
		CallbackVerdict verdict = this.transaction.execute((status) -> {
			Optional<CallbackVerdict> known = again(callback);
			return known.orElseGet(() -> {
				CallbackVerdict first = judge(callback);
				keep(callback, first);
				return first;
			});
		});
		if (verdict == null) {
			throw new IllegalStateException("The transaction had no result");
		}
		return verdict;
	}

	private Optional<CallbackVerdict> again(BankCallback callback) {
		return bind(callback, """
				UPDATE bank_callback SET times = times + 1, last_received_at = now()
				 WHERE bank = :bank AND event_id = :eventId AND reference = :reference AND status = :status
				RETURNING verdict
				""").query(CallbackVerdict.class).optional();
	}

	private CallbackVerdict judge(BankCallback callback) {
		Optional<Standing> found = standing(callback);
		if (found.isEmpty()) {
			return CallbackVerdict.UNKNOWN_REFERENCE;
		}
		Standing standing = found.get();
		CallbackVerdict verdict = switch (standing.state()) {
			case CLAIMED -> CallbackVerdict.UNDER_WAY;
			case PENDING, IN_DOUBT ->
				(standing.state() == State.PENDING && callback.status() == BankCallback.Status.PENDING)
						? CallbackVerdict.AGREES : enquire(standing);
			case NOT_SENT -> ofUnsent(standing, callback.status());
			case SUCCEEDED -> switch (callback.status()) {
				case PENDING, SUCCESS -> CallbackVerdict.AGREES;
				case RETURNED -> (standing.payoutStatus() == 11) ? enquire(standing) : CallbackVerdict.AGREES;
				case FAILED -> CallbackVerdict.CONTRADICTS;
			};
			case FAILED -> switch (callback.status()) {
				case PENDING, FAILED -> CallbackVerdict.AGREES;
				case SUCCESS, RETURNED -> CallbackVerdict.CONTRADICTS;
			};
		};
		if (verdict == CallbackVerdict.CONTRADICTS) {
			this.conflicts.record(standing.attempt(), BankConflicts.ReportedBy.CALLBACK, callback.status().name(),
					callback.body());
		}
		return verdict;
	}

	/**
	 * The bank knows an order that was taken for not sent. While nothing else has become
	 * of the payout that is a doubt again, which keeps it from every other bank.
	 */
	private CallbackVerdict ofUnsent(Standing standing, BankCallback.Status status) {
		int doubted = this.jdbc.sql("""
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
				)""" + BankAttempts.TELL_DOUBT)
			.param("businessId", standing.attempt().payout().businessId())
			.param("payoutId", standing.attempt().payout().payoutId())
			.param("number", standing.attempt().number())
			.param("payoutStatus", standing.payoutStatus())
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
		if (doubted == 1) {
			return CallbackVerdict.ENQUIRED;
		}
		return (status == BankCallback.Status.FAILED) ? CallbackVerdict.AGREES : CallbackVerdict.CONTRADICTS;
	}

	private CallbackVerdict enquire(Standing standing) {
		this.jdbc.sql("""
				UPDATE bank_attempt SET due_at = now()
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				   AND state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED') AND (due_at IS NULL OR due_at > now())
				""")
			.param("businessId", standing.attempt().payout().businessId())
			.param("payoutId", standing.attempt().payout().payoutId())
			.param("number", standing.attempt().number())
			.update();
		return CallbackVerdict.ENQUIRED;
	}

	/** The newest attempt of the order at that bank; its payout is locked. */
	private Optional<Standing> standing(BankCallback callback) {
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
			return new Standing(new Attempt(payout, row.getInt("attempt_number")),
					State.valueOf(row.getString("state")), row.getInt("payout_status"));
		}).optional();
	}

	private void keep(BankCallback callback, CallbackVerdict verdict) {
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

	private record Standing(Attempt attempt, State state, int payoutStatus) {
	}

}
