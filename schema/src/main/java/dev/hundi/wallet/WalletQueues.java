package dev.hundi.wallet;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Payouts in status 3 that wait for a higher balance, and per business what was known at
 * the last try. Every change happens under the lock of the wallet. A business with queued
 * payouts has a row.
 */
final class WalletQueues {

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

	/** Whether a payout older than another one is queued since before a moment. */
	boolean hasAnyBefore(UUID businessId, Instant moment, UUID payoutId) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM payout
				                WHERE business_id = :businessId AND status = 3 AND queued
				                  AND payout_id < least(:before::uuid, :payoutId::uuid))
				""")
			.param("businessId", businessId)
			.param("before", TimeOrderedIds.first(moment))
			.param("payoutId", payoutId)
			.query(Boolean.class)
			.single();
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
	 * queued ones.
	 */
	void begin(UUID businessId, Terms terms, Duration longestWait) {
		record(businessId, terms, longestWait, "DO NOTHING");
	}

	/**
	 * Records a try over the whole queue, or that it is empty.
	 * @param terms those at the beginning of the try
	 * @return whether payouts are still queued
	 */
	boolean recordTried(UUID businessId, Terms terms, Duration longestWait) {
		boolean queued = record(businessId, terms, longestWait, """
				DO UPDATE SET credit_count = excluded.credit_count, reserve_percent = excluded.reserve_percent,
				              min_balance_paise = excluded.min_balance_paise, expires_at = excluded.expires_at,
				              tried_at = excluded.tried_at
				""");
		if (!queued) {
			this.jdbc.sql("DELETE FROM wallet_queue WHERE business_id = :businessId")
				.param("businessId", businessId)
				.update();
		}
		return queued;
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

	private boolean record(UUID businessId, Terms terms, Duration longestWait, String onConflict) {
		return this.jdbc.sql("""
				INSERT INTO wallet_queue (business_id, credit_count, reserve_percent, min_balance_paise, expires_at)
				SELECT business_id, :creditCount, :reservePercent, :minBalancePaise,
				       created_at + :longestWaitSeconds * interval '1 second'
				  FROM payout
				 WHERE business_id = :businessId AND status = 3 AND queued
				 ORDER BY payout_id
				 LIMIT 1
				ON CONFLICT (business_id)\s""" + onConflict)
			.param("businessId", businessId)
			.param("creditCount", terms.creditCount)
			.param("reservePercent", terms.rule.reservePercent())
			.param("minBalancePaise", terms.rule.minBalancePaise())
			.param("longestWaitSeconds", longestWait.toSeconds())
			.update() == 1;
	}

}
