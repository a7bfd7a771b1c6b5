package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Counts and amounts of the payouts of a business. */
@Repository
public class PayoutFigures {

	/** Open payouts that are looked at for attempts that did not reach the bank. */
	private static final int LOOKED_AT = 1_000;

	private final JdbcClient jdbc;

	PayoutFigures(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The payouts accepted on a day or after it, by what became of them.
	 * @param day Asia/Kolkata
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public Counts acceptedSince(UUID businessId, LocalDate day) {
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
			.param("from", TimeOrderedIds.first(India.startOf(day)))
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
					       count(*) FILTER (WHERE status = 4) AS at_bank, coalesce(sum(amount_paise) FILTER (WHERE status = 4), 0) AS at_bank_paise
					  FROM (SELECT status, amount_paise FROM payout
					         WHERE business_id = :business AND status IN (3, 4) AND NOT held
					        UNION ALL
					        SELECT p.status, p.amount_paise FROM payout_hold h JOIN payout p USING (business_id, payout_id)
					         WHERE h.business_id = :business AND h.reason IS NOT NULL) AS open
					""")
			.param("business", businessId)
			.query((row, number) -> new InFlight(row.getLong("queued"), row.getLong("at_bank"),
					row.getLong("at_bank_paise")))
			.single();
	}

	/**
	 * What the payouts that are neither held nor debited take from the wallet, with those
	 * that files in release do not have yet, in paise.
	 */
	public long undebitedPaise(UUID businessId) {
		return this.jdbc.sql("""
				SELECT coalesce(sum(total_debit_paise), 0) + (
				         SELECT coalesce(sum(f.debit_paise - f.released_debit_paise), 0)
				           FROM bulk_file f
				          WHERE f.business_id = :business AND f.status = 'RELEASING')
				  FROM payout
				 WHERE business_id = :business AND status = 3 AND NOT held
				""").param("business", businessId).query(Long.class).single();
	}

	/** Scheduled payouts that need no approval any more, by their Indian days. */
	public List<OfDay> scheduled(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT (h.scheduled_for AT TIME ZONE 'Asia/Kolkata')::date AS day, count(*) AS payouts, sum(p.total_debit_paise) AS debit_paise
					  FROM payout_hold h
					  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
					 WHERE h.business_id = :business AND h.reason = 'SCHEDULED'
					 GROUP BY 1 ORDER BY 1
					""")
			.param("business", businessId)
			.query(OfDay.class)
			.list();
	}

	/** What payouts that wait for an approval take from the wallet, in paise. */
	public long unapprovedPaise(UUID businessId) {
		return this.jdbc.sql("""
				SELECT coalesce(sum(p.total_debit_paise), 0)
				  FROM payout_hold h
				  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
				 WHERE h.business_id = :business AND h.reason = 'APPROVAL'
				""").param("business", businessId).query(Long.class).single();
	}

	/** The payouts of a bulk file that wait for an approval. */
	public Unapproved unapproved(UUID businessId, UUID bulkFileId) {
		return this.jdbc.sql("""
				SELECT count(*) AS payouts, coalesce(sum(p.amount_paise), 0) AS amount_paise
				  FROM payout_hold h
				  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
				 WHERE h.business_id = :business AND h.reason = 'APPROVAL' AND p.bulk_file_id = :file
				""").param("business", businessId).param("file", bulkFileId).query(Unapproved.class).single();
	}

	/**
	 * Rails with payouts whose last order did not reach a bank. Those that a statement
	 * shows as paid get no other one.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<Unsent> unsent(UUID businessId) {
		return this.jdbc
			.sql("""
					WITH unsent AS MATERIALIZED (
					SELECT p.payout_id, p.rail
					  FROM (SELECT business_id, payout_id, rail FROM payout
					         WHERE business_id = :business AND status IN (3, 4) AND NOT held ORDER BY created_at LIMIT :most) AS p
					 CROSS JOIN LATERAL (SELECT state FROM bank_attempt a
					                      WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
					                      ORDER BY a.attempt_number DESC LIMIT 1) AS attempt
					 WHERE attempt.state = 'NOT_SENT'
					)
					SELECT u.rail, s.payout_id IS NOT NULL AS on_statement, count(*) AS payouts
					  FROM unsent u
					  LEFT JOIN payouts_on_statements((SELECT array_agg(payout_id) FROM unsent)) AS s (payout_id) ON s.payout_id = u.payout_id
					 GROUP BY 1, 2 ORDER BY 1, 2
					""")
			.param("business", businessId)
			.param("most", LOOKED_AT)
			.query((row, number) -> new Unsent(Rail.stored(row.getString("rail")), row.getBoolean("on_statement"),
					row.getLong("payouts")))
			.list();
	}

	/**
	 * Whether a payout of the acting business gets no other order because a bank
	 * statement shows its payment.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public boolean isOnStatement(UUID payoutId) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM payouts_on_statements(ARRAY[:payout::uuid]))")
			.param("payout", payoutId)
			.query(Boolean.class)
			.single();
	}

	/** Rails on which nothing is sent because the staff has switched them off. */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<Downtime> downtimes() {
		return this.jdbc.sql("SELECT rail, since FROM rail_downtime ORDER BY rail")
			.query((row, number) -> new Downtime(Rail.stored(row.getString("rail")), Timestamps.instant(row, "since")))
			.list();
	}

	/** The final payouts by rail, of those accepted from a moment on. */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<OfRail> rails(UUID businessId, Instant from) {
		return this.jdbc.sql("""
				SELECT rail, count(*) FILTER (WHERE status = 11) AS paid, count(*) FILTER (WHERE status = 12) AS failed
				  FROM payout
				 WHERE business_id = :business AND payout_id >= :from
				 GROUP BY rail ORDER BY rail
				""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(from))
			.query((row, number) -> new OfRail(Rail.stored(row.getString("rail")), row.getLong("paid"),
					row.getLong("failed")))
			.list();
	}

	/**
	 * What was accepted in each of the last hours, the oldest first. Hours begin with
	 * those of India, which are half an hour off.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<OfHour> hours(UUID businessId, Instant now, int count) {
		Instant first = now.atZone(India.ZONE).truncatedTo(ChronoUnit.HOURS).minusHours(count - 1L).toInstant();
		Map<Instant, OfHour> found = new LinkedHashMap<>();
		this.jdbc
			.sql("""
					SELECT date_trunc('hour', created_at, 'Asia/Kolkata') AS hour, count(*) AS payouts, sum(amount_paise) AS amount
					  FROM payout
					 WHERE business_id = :business AND payout_id >= :from
					 GROUP BY 1
					""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(first))
			.query((row, number) -> new OfHour(Timestamps.instant(row, "hour"), row.getLong("payouts"),
					row.getLong("amount")))
			.list()
			.forEach((hour) -> found.put(hour.start(), hour));
		List<OfHour> hours = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			Instant start = first.plus(Duration.ofHours(i));
			hours.add(found.getOrDefault(start, new OfHour(start, 0, 0)));
		}
		return hours;
	}

	/** Numbers and amounts in paise. */
	public record Counts(long paid, long paidPaise, long failed, long failedPaise, long waiting, long waitingPaise) {
	}

	/**
	 * Payouts that are not final.
	 *
	 * @param queued the held ones among them
	 */
	public record InFlight(long queued, long atBank, long atBankPaise) {
	}

	/**
	 * Payouts of a day.
	 *
	 * @param day Asia/Kolkata
	 * @param debitPaise what they take from the wallet, in paise
	 */
	public record OfDay(LocalDate day, long payouts, long debitPaise) {
	}

	/**
	 * Payouts that wait for an approval.
	 *
	 * @param amountPaise without commission and GST
	 */
	public record Unapproved(long payouts, long amountPaise) {
	}

	/**
	 * Payouts of a rail whose last order did not reach a bank.
	 *
	 * @param onStatement whether a bank statement shows their payment nevertheless
	 */
	public record Unsent(Rail rail, boolean onStatement, long payouts) {
	}

	/**
	 * A rail that is switched off.
	 *
	 * @param since UTC
	 */
	public record Downtime(Rail rail, Instant since) {
	}

	/**
	 * The final payouts of a rail.
	 */
	public record OfRail(Rail rail, long paid, long failed) {

		/** Of the final ones, in percent; null if there is none. */
		public @Nullable Double successPercent() {
			long all = this.paid + this.failed;
			return (all == 0) ? null : (Double) (100.0 * this.paid / all);
		}

	}

	/**
	 * What was accepted in an hour.
	 *
	 * @param start UTC
	 * @param amountPaise in paise
	 */
	public record OfHour(Instant start, long payouts, long amountPaise) {
	}

}
