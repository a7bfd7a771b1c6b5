package dev.hundi.bank;

import java.util.Arrays;

import dev.hundi.text.Beginning;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Bank reports that contradict a final payout, one row each, for manual review.
 */
@Repository
public class BankConflicts {

	private static final int LONGEST_DETAIL = 500;

	/** SQL: a time in India, to the second. */
	private static final String SECOND = "to_char(%s AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')";

	/** Ends an INSERT: a repeated contradiction is only counted. */
	private static final String AGAIN = """
			ON CONFLICT (business_id, payout_id, attempt_number, reported_by, reported)
			DO UPDATE SET times = bank_conflict.times + excluded.times, last_seen_at = now()
			""";

	private final JdbcClient jdbc;

	BankConflicts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The channel of the report. */
	public enum ReportedBy {

		PAYMENT, ENQUIRY, CALLBACK, FILE

	}

	/**
	 * Records a contradiction; a repeated one is only counted.
	 * @param reported the reported status
	 * @param detail what the reviewer looks for at the bank; without personal data,
	 * because it is kept as long as the books
	 * @return whether it is the first of its kind
	 */
	public boolean record(Attempt attempt, ReportedBy reportedBy, String reported, String detail) {
		return BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						SELECT a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, :reported,
						       a.state || ' in status ' || p.status, :detail
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						"""
						+ AGAIN + "RETURNING times = 1"),
					attempt)
			.param("reportedBy", reportedBy.name())
			.param("reported", reported)
			.param("detail", Beginning.of(detail, LONGEST_DETAIL))
			.query(Boolean.class)
			.single();
	}

	/**
	 * Keeps when a bank last confirmed a payment that was recorded already: nothing else
	 * changes, but a refund as never paid would contradict it. Under the lock of the
	 * payout, so that such a refund finds it, or is found here.
	 * @return false if two people have refunded the payout as never paid since
	 */
	public boolean confirmed(Attempt attempt) {
		return BankAttempts.bind(this.jdbc.sql("""
				WITH refunded AS (
				  SELECT %s AS is_unpaid
				), confirmed AS (
				  UPDATE bank_attempt a SET confirmed_at = now()
				    FROM refunded
				   WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
				     AND a.state = 'SUCCEEDED' AND NOT refunded.is_unpaid
				)
				SELECT NOT is_unpaid FROM refunded
				""".formatted(RefundedUnpaid.sql(":payoutId"))), attempt).query(Boolean.class).single();
	}

	/**
	 * Records everything by which its bank has reported a succeeded attempt as paid,
	 * which agreed until now.
	 */
	void recordPayment(Attempt attempt) {
		recordFiles(attempt, ReportedStatus.Kind.PAID);
		recordPaidCallbacks(attempt);
		recordConfirmation(attempt);
	}

	/**
	 * Records what files received before reported of a succeeded attempt.
	 * @param contrary the statuses that contradict its payout
	 */
	void recordFiles(Attempt attempt, ReportedStatus.Kind... contrary) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail, times)
						SELECT a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, s.status, a.state || ' in status ' || p.status,
						       left(string_agg(r.file_name, ', ' ORDER BY r.received_at, r.file_name), :longest), count(*)
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						  JOIN bank_file_status s ON s.bank = a.bank AND s.reference = a.reference AND s.status = ANY (:contrary)
						  JOIN bank_file_received r ON r.bank = s.bank AND r.sha256 = s.sha256
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						   AND a.state = 'SUCCEEDED'
						 GROUP BY a.business_id, a.payout_id, a.attempt_number, a.bank, a.state, p.status, s.status
						"""
						+ AGAIN),
					attempt)
			.param("reportedBy", ReportedBy.FILE.name())
			.param("contrary", Arrays.stream(contrary).map(Enum::name).toArray(String[]::new))
			.param("longest", LONGEST_DETAIL)
			.update();
	}

	/**
	 * Records the callbacks received before that reported a succeeded attempt as paid.
	 */
	private void recordPaidCallbacks(Attempt attempt) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail, times)
						SELECT a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, c.status, a.state || ' in status ' || p.status,
						       left('Received before the refund: ' || string_agg('callback ' || c.event_id || ' of ' || %s, ', '
						                                                         ORDER BY c.last_received_at DESC, c.event_id), :longest), count(*)
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						  JOIN bank_callback c ON c.bank = a.bank AND c.reference = a.reference AND c.status = :paid
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						   AND a.state = 'SUCCEEDED'
						 GROUP BY a.business_id, a.payout_id, a.attempt_number, a.bank, a.state, p.status, c.status
						"""
					.formatted(SECOND.formatted("c.last_received_at")) + AGAIN), attempt)
			.param("reportedBy", ReportedBy.CALLBACK.name())
			.param("paid", BankCallback.Status.SUCCESS.name())
			.param("longest", LONGEST_DETAIL)
			.update();
	}

	/** Records the last answer that confirmed a succeeded attempt. */
	private void recordConfirmation(Attempt attempt) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						SELECT a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, 'PAID', a.state || ' in status ' || p.status,
						       'Received before the refund: answer of ' || %s
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						   AND a.state = 'SUCCEEDED' AND a.confirmed_at IS NOT NULL
						"""
					.formatted(SECOND.formatted("a.confirmed_at")) + AGAIN), attempt)
			.param("reportedBy", ReportedBy.ENQUIRY.name())
			.update();
	}

}
