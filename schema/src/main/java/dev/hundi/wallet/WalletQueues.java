package dev.hundi.wallet;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Payouts in status 3 that wait for a higher balance, and per business what was known at
 * the last try. Every change happens under the lock of the wallet. A business with queued
 * payouts has a row.
 */
final class WalletQueues {

	/**
	 * Since when a row of {@code payout} has waited for its debit: since its release if
	 * it was held. Only released payouts have a second event before the debit.
	 */
	static final String WAITS_SINCE = """
			CASE WHEN payout.last_sequence = 1 THEN payout.created_at ELSE coalesce((
			  SELECT h.ended_at FROM payout_hold h
			   WHERE h.business_id = payout.business_id AND h.payout_id = payout.payout_id), payout.created_at) END""";

	private final JdbcClient jdbc;

	WalletQueues(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * What decides whether payouts fit.
	 *
	 * @param creditCount credits of the wallet: the balance has not risen while it is the
	 * same
	 * @param queues whether payouts that do not fit are queued
	 */
	record Terms(long creditCount, BalanceRule rule, boolean queues) {
	}

	/**
	 * The oldest payout that is queued since before a moment.
	 * @param except those that are about to be tried
	 */
	Optional<UUID> oldest(UUID businessId, Instant moment, Collection<UUID> except) {
		return this.jdbc.sql("""
				SELECT payout_id FROM payout
				 WHERE business_id = :businessId AND status = 3 AND queued AND payout_id < :before::uuid
				   AND payout_id <> ALL (:except::uuid[]) AND %s < :moment
				 ORDER BY payout_id LIMIT 1
				""".formatted(WAITS_SINCE))
			.param("moment", Timestamps.utc(moment))
			.param("businessId", businessId)
			.param("before", TimeOrderedIds.first(moment))
			.param("except", except.toArray(UUID[]::new))
			.query(UUID.class)
			.optional();
	}

	/** Queues payouts that are not queued yet. */
	void add(UUID businessId, Collection<UUID> payoutIds) {
		this.jdbc.sql("""
				UPDATE payout SET queued = true
				 WHERE business_id = :businessId AND payout_id = ANY (:payoutIds) AND status = 3 AND NOT queued
				""").param("businessId", businessId).param("payoutIds", payoutIds.toArray(UUID[]::new)).update();
	}

	/**
	 * Records a try over payouts that are the whole queue, unless the business has other
	 * queued ones. Those are asked for first: to record reads the queue, which is long
	 * while payouts of a file wait.
	 */
	void begin(UUID businessId, Terms terms, Duration longestWait) {
		boolean queues = this.jdbc.sql("SELECT EXISTS (SELECT FROM wallet_queue WHERE business_id = :businessId)")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
		if (!queues) {
			record(businessId, terms, longestWait);
		}
	}

	/**
	 * Records a try over the whole queue, or that it is empty.
	 * @param terms those at the beginning of the try
	 */
	void recordTried(UUID businessId, Terms terms, Duration longestWait) {
		if (!record(businessId, terms, longestWait)) {
			this.jdbc.sql("DELETE FROM wallet_queue WHERE business_id = :businessId")
				.param("businessId", businessId)
				.update();
		}
	}

	List<UUID> due() {
		return this.jdbc.sql("""
				SELECT q.business_id
				  FROM wallet_queue q
				  JOIN wallet w ON w.business_id = q.business_id
				  JOIN business b ON b.business_id = q.business_id
				 WHERE w.credit_count > q.credit_count OR q.expires_at <= now() OR NOT b.queue_if_low_balance
				    OR b.reserve_percent <> q.reserve_percent OR b.min_balance_paise <> q.min_balance_paise
				 ORDER BY q.tried_at, q.business_id
				""").query(UUID.class).list();
	}

	private boolean record(UUID businessId, Terms terms, Duration longestWait) {
		return this.jdbc
			.sql("""
					INSERT INTO wallet_queue (business_id, credit_count, reserve_percent, min_balance_paise, expires_at)
					SELECT :businessId, :creditCount, :reservePercent, :minBalancePaise,
					       least(queue.oldest, queue.released) + :longestWaitSeconds * interval '1 second'
					  FROM (SELECT (SELECT created_at FROM payout
					                 WHERE business_id = :businessId AND status = 3 AND queued AND last_sequence = 1
					                 ORDER BY payout_id LIMIT 1) AS oldest,
					               (SELECT min(%s) FROM payout
					                 WHERE business_id = :businessId AND status = 3 AND queued AND last_sequence > 1) AS released) AS queue
					 WHERE num_nonnulls(queue.oldest, queue.released) > 0
					ON CONFLICT (business_id) DO UPDATE
					   SET credit_count = excluded.credit_count, reserve_percent = excluded.reserve_percent,
					       min_balance_paise = excluded.min_balance_paise, expires_at = excluded.expires_at,
					       tried_at = excluded.tried_at
					"""
				.formatted(WAITS_SINCE))
			.param("businessId", businessId)
			.param("creditCount", terms.creditCount)
			.param("reservePercent", terms.rule.reservePercent())
			.param("minBalancePaise", terms.rule.minBalancePaise())
			.param("longestWaitSeconds", longestWait.toSeconds())
			.update() == 1;
	}

}
