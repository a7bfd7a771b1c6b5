package dev.hundi.portal.home;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.payout.Rail;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the first page counts each time. */
@MerchantOnly
@Repository
class Today {

	/** Open payouts that are looked at for attempts that did not reach the bank. */
	private static final int LOOKED_AT = 1_000;

	private final JdbcClient jdbc;

	Today(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The payouts accepted today, Asia/Kolkata, by what became of them. */
	@Transactional(propagation = Propagation.MANDATORY)
	public Counts today(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT count(*) FILTER (WHERE status = 11) AS paid, coalesce(sum(amount_paise) FILTER (WHERE status = 11), 0) AS paid_paise,
					       count(*) FILTER (WHERE status = 12) AS failed, coalesce(sum(amount_paise) FILTER (WHERE status = 12), 0) AS failed_paise,
					       count(*) FILTER (WHERE status IN (3, 4)) AS waiting,
					       coalesce(sum(amount_paise) FILTER (WHERE status IN (3, 4)), 0) AS waiting_paise
					  FROM payout
					 WHERE business_id = :business AND payout_id >= :from
					""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(India.startOf(India.dateOf(Instant.now()))))
			.query((row, number) -> new Counts(row.getLong("paid"), row.getLong("paid_paise"), row.getLong("failed"),
					row.getLong("failed_paise"), row.getLong("waiting"), row.getLong("waiting_paise")))
			.single();
	}

	/**
	 * The payouts of any day that are not final. The index of open payouts finds them.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public InFlight inFlight(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT count(*) FILTER (WHERE status = 3) AS queued,
					       coalesce(sum(total_debit_paise) FILTER (WHERE status = 3), 0) AS queued_debit_paise,
					       count(*) FILTER (WHERE status = 4) AS at_bank, coalesce(sum(amount_paise) FILTER (WHERE status = 4), 0) AS at_bank_paise
					  FROM (SELECT status, amount_paise, total_debit_paise FROM payout
					         WHERE business_id = :business AND status IN (3, 4) AND NOT held
					        UNION ALL
					        SELECT p.status, p.amount_paise, p.total_debit_paise FROM payout_hold h JOIN payout p USING (business_id, payout_id)
					         WHERE h.business_id = :business AND h.reason IS NOT NULL) AS open
					""")
			.param("business", businessId)
			.query((row, number) -> new InFlight(row.getLong("queued"), row.getLong("queued_debit_paise"),
					row.getLong("at_bank"), row.getLong("at_bank_paise")))
			.single();
	}

	/** Rails with payouts that wait because no bank could be reached. */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<Unreached> unreached(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT p.rail, count(*) AS payouts
					  FROM (SELECT business_id, payout_id, rail FROM payout
					         WHERE business_id = :business AND status IN (3, 4) AND NOT held ORDER BY created_at LIMIT :most) AS p
					 CROSS JOIN LATERAL (SELECT state FROM bank_attempt a
					                      WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
					                      ORDER BY a.attempt_number DESC LIMIT 1) AS attempt
					 WHERE attempt.state = 'NOT_SENT'
					 GROUP BY p.rail ORDER BY p.rail
					""")
			.param("business", businessId)
			.param("most", LOOKED_AT)
			.query((row, number) -> new Unreached(Rail.stored(row.getString("rail")), row.getLong("payouts")))
			.list();
	}

	/**
	 * Rails on which nothing is sent because the staff of Hundi has switched them off.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<Downtime> downtimes() {
		return this.jdbc.sql("SELECT rail, since FROM rail_downtime ORDER BY rail")
			.query((row, number) -> new Downtime(Rail.stored(row.getString("rail")), Timestamps.instant(row, "since")))
			.list();
	}

	/** Files that wait for a decision, and files of the last week that failed. */
	@Transactional(propagation = Propagation.MANDATORY)
	public Files files(UUID businessId) {
		return this.jdbc.sql("""
				SELECT count(*) FILTER (WHERE status = 'AWAITING_RELEASE') AS awaiting,
				       count(*) FILTER (WHERE status IN ('REJECTED', 'FAILED', 'PARTIALLY_COMPLETED')
				                          AND completed_at > now() - interval '7 days') AS failed
				  FROM bulk_file
				 WHERE business_id = :business
				""")
			.param("business", businessId)
			.query((row, number) -> new Files(row.getLong("awaiting"), row.getLong("failed")))
			.single();
	}

	/** Numbers and amounts in paise. */
	record Counts(long paid, long paidPaise, long failed, long failedPaise, long waiting, long waitingPaise) {
	}

	/**
	 * Payouts that are not final.
	 *
	 * @param queuedDebitPaise what the queued ones take from the wallet, with commission
	 * and GST
	 */
	record InFlight(long queued, long queuedDebitPaise, long atBank, long atBankPaise) {
	}

	record Unreached(Rail rail, long payouts) {
	}

	/**
	 * A rail that is switched off.
	 *
	 * @param since UTC
	 */
	record Downtime(Rail rail, Instant since) {
	}

	record Files(long awaiting, long failed) {
	}

}
