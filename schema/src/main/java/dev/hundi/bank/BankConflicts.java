package dev.hundi.bank;

import java.util.Arrays;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Bank reports that contradict a final payout, one row each, for manual review.
 */
@Repository
public class BankConflicts {

	private static final int LONGEST_DETAIL = 500;

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
	 * @param detail the report itself, for the reviewer
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
						ON CONFLICT (business_id, payout_id, attempt_number, reported_by, reported)
						DO UPDATE SET times = bank_conflict.times + 1, last_seen_at = now()
						RETURNING times = 1
						"""),
					attempt)
			.param("reportedBy", reportedBy.name())
			.param("reported", reported)
			.param("detail", detail.substring(0, Math.min(detail.length(), LONGEST_DETAIL)))
			.query(Boolean.class)
			.single();
	}

	/**
	 * Records what files received before reported of a succeeded attempt.
	 * @param contrary the statuses that contradict its payout
	 */
	void recordFiles(Attempt attempt, ReportedStatus.Kind... contrary) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						SELECT DISTINCT ON (s.status) a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, s.status,
						       a.state || ' in status ' || p.status, left(r.file_name, :longest)
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						  JOIN bank_file_status s ON s.bank = a.bank AND s.reference = a.reference AND s.status = ANY (:contrary)
						  JOIN bank_file_received r ON r.bank = s.bank AND r.sha256 = s.sha256
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						   AND a.state = 'SUCCEEDED'
						 ORDER BY s.status, r.received_at
						ON CONFLICT (business_id, payout_id, attempt_number, reported_by, reported)
						DO UPDATE SET times = bank_conflict.times + 1, last_seen_at = now()
						"""),
					attempt)
			.param("reportedBy", ReportedBy.FILE.name())
			.param("contrary", Arrays.stream(contrary).map(Enum::name).toArray(String[]::new))
			.param("longest", LONGEST_DETAIL)
			.update();
	}

	/**
	 * Records the callbacks received before that reported a succeeded attempt as paid.
	 */
	void recordPaidCallbacks(Attempt attempt) {
		BankAttempts
			.bind(this.jdbc
				.sql("""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						SELECT a.business_id, a.payout_id, a.attempt_number, a.bank, :reportedBy, c.status,
						       a.state || ' in status ' || p.status, 'Callback ' || c.event_id || ', received before the refund'
						  FROM bank_attempt a
						  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
						  JOIN bank_callback c ON c.bank = a.bank AND c.reference = a.reference AND c.status = :paid
						 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
						   AND a.state = 'SUCCEEDED'
						 ORDER BY c.last_received_at DESC LIMIT 1
						ON CONFLICT (business_id, payout_id, attempt_number, reported_by, reported)
						DO UPDATE SET times = bank_conflict.times + 1, last_seen_at = now()
						"""),
					attempt)
			.param("reportedBy", ReportedBy.CALLBACK.name())
			.param("paid", BankCallback.Status.SUCCESS.name())
			.update();
	}

}
