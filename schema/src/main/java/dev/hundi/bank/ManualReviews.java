package dev.hundi.bank;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Cases that only an operator may decide: rows of the view {@code manual_review}.
 */
@Repository
public class ManualReviews {

	private final JdbcClient jdbc;

	ManualReviews(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The number of open cases by kind; kinds without a case are absent. */
	public Map<String, Long> counts() {
		Map<String, Long> counts = new HashMap<>();
		this.jdbc.sql("SELECT kind, count(*) AS rows FROM manual_review GROUP BY kind").query((row) -> {
			counts.put(row.getString("kind"), row.getLong("rows"));
		});
		return Map.copyOf(counts);
	}

	/** The oldest open cases first. */
	public List<ManualReview> list(int limit) {
		return this.jdbc.sql("""
				SELECT kind, business_id, subject_id, bank, since, detail
				  FROM manual_review
				 ORDER BY since, kind, subject_id, bank
				 LIMIT :limit""").param("limit", limit).query(ManualReview.class).list();
	}

	/**
	 * Makes one more enquiry due for a payout whose enquiries have ended or were answered
	 * implausibly, also about its return.
	 * @return whether there was such a payout
	 */
	public boolean enquireAgain(UUID businessId, UUID payoutId) {
		return this.jdbc.sql(BankAttempts.ASK_NOW + """
				 WHERE business_id = :business AND payout_id = :payout
				   AND ((due_at IS NULL AND (state IN ('PENDING', 'IN_DOUBT') OR return_asked_at IS NOT NULL))
				        OR implausible_at IS NOT NULL)
				""").param("business", businessId).param("payout", payoutId).update() > 0;
	}

	/**
	 * Settles a bank's contradictions about a payout.
	 * @param until only those of before, and of this moment: later ones were not seen
	 * @return how many were open
	 */
	public int settleConflicts(UUID businessId, UUID payoutId, ManualSettlement settlement, Instant until) {
		return this.jdbc.sql("""
				UPDATE bank_conflict SET settled_at = now(), settled_by = :by, note = :note
				 WHERE business_id = :business AND payout_id = :payout AND settled_at IS NULL
				   AND first_seen_at <= :until""")
			.param("business", businessId)
			.param("payout", payoutId)
			.param("by", settlement.settledBy())
			.param("note", settlement.note())
			.param("until", Timestamps.utc(until))
			.update();
	}

	/**
	 * Settles the banks' verification results of a beneficiary.
	 * @param until only those of before, and of this moment: later ones were not seen
	 * @return how many were open
	 */
	public int settleVerifications(UUID businessId, UUID beneficiaryId, ManualSettlement settlement, Instant until) {
		return this.jdbc.sql("""
				UPDATE beneficiary_verification SET settled_at = now(), settled_by = :by, note = :note
				 WHERE business_id = :business AND beneficiary_id = :beneficiary
				   AND state IN ('MISMATCH', 'INVALID') AND settled_at IS NULL
				   AND answered_at <= :until""")
			.param("business", businessId)
			.param("beneficiary", beneficiaryId)
			.param("by", settlement.settledBy())
			.param("note", settlement.note())
			.param("until", Timestamps.utc(until))
			.update();
	}

}
