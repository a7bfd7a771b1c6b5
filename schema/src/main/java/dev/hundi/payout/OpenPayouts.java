package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Payouts that have not ended for some time, the oldest first, with what they wait for.
 * Held payouts wait for a day or for the merchant's people and are left out.
 */
@Repository
public class OpenPayouts {

	private final JdbcClient jdbc;

	OpenPayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A payout that has not ended.
	 *
	 * @param amountPaise to the beneficiary
	 * @param attempt the last attempt at a bank, null before the first
	 */
	public record OpenPayout(UUID businessId, String businessCode, String businessName, UUID payoutId,
			String transactionId, Rail rail, long amountPaise, Instant createdAt, OpenStage stage,
			@Nullable Attempt attempt) {
	}

	/**
	 * An attempt at a bank.
	 *
	 * @param dueAt next step, or null if none is planned, UTC
	 * @param retryAt after an order that was not sent: not to this bank before, UTC
	 */
	public record Attempt(String bank, String state, int enquiries, @Nullable Instant dueAt,
			@Nullable Instant retryAt) {
	}

	/**
	 * Number of payouts that were accepted before a moment, limit at most. Queued and
	 * held payouts wait for a balance, a day or a checker.
	 */
	@Transactional(readOnly = true)
	public int count(Instant moment, int limit) {
		return this.jdbc
			.sql("""
					SELECT count(*) FROM (
					  SELECT FROM unnest(:codes::text[]) AS stage (code)
					   CROSS JOIN LATERAL (SELECT FROM payout
					                        WHERE status IN (3, 4) AND NOT held AND response_code = stage.code AND NOT queued
					                          AND payout_id < :before
					                        LIMIT :limit) open
					   LIMIT :limit) counted
					""")
			.param("codes",
					List.of(OpenStage.values())
						.stream()
						.map((stage) -> stage.code().name())
						.distinct()
						.toArray(String[]::new))
			.param("before", TimeOrderedIds.first(moment))
			.param("limit", limit)
			.query(Integer.class)
			.single();
	}

	/**
	 * A page of payouts that were accepted before a moment. Each stage is read in its own
	 * part of the index {@code payout_open}, up to the size of a page.
	 * @param businessId null for all businesses
	 * @param after the last payout of the previous page, or null
	 */
	@Transactional(readOnly = true)
	public List<OpenPayout> list(List<OpenStage> stages, Instant moment, @Nullable UUID businessId,
			@Nullable UUID after, int limit) {
		return this.jdbc
			.sql("""
					SELECT p.*, b.business_code, b.business_name, a.bank, a.state, a.enquiry_count, a.due_at, a.retry_at
					  FROM (SELECT stage.code, stage.queued, open.*
					          FROM unnest(:codes::text[], :queued::boolean[]) AS stage (code, queued)
					         CROSS JOIN LATERAL (
					           SELECT business_id, payout_id, transaction_id, rail, amount_paise, created_at
					             FROM payout
					            WHERE status IN (3, 4) AND NOT held AND response_code = stage.code AND payout.queued = stage.queued
					              AND payout_id > :after AND payout_id < :before
					              AND (:business::uuid IS NULL OR business_id = :business::uuid)
					            ORDER BY payout_id LIMIT :limit) open
					         ORDER BY open.payout_id LIMIT :limit) p
					  JOIN business b ON b.business_id = p.business_id
					  LEFT JOIN LATERAL (
					    SELECT bank, state, enquiry_count, due_at, retry_at FROM bank_attempt
					     WHERE bank_attempt.business_id = p.business_id AND bank_attempt.payout_id = p.payout_id
					     ORDER BY attempt_number DESC LIMIT 1) a ON true
					 ORDER BY p.payout_id
					""")
			.param("codes", stages.stream().map((stage) -> stage.code().name()).toArray(String[]::new))
			.param("queued", stages.stream().map((stage) -> Boolean.toString(stage.isQueued())).toArray(String[]::new))
			.param("business", businessId)
			.param("after", (after != null) ? after : new UUID(0, 0))
			.param("before", TimeOrderedIds.first(moment))
			.param("limit", limit)
			.query(OpenPayouts::read)
			.list();
	}

	/** Until when all events are known to be published; empty before the first sweep. */
	@Transactional(readOnly = true)
	public Optional<Instant> publishedTo() {
		return this.jdbc.sql("SELECT swept_to FROM sweep_progress WHERE name = 'payout-events'")
			.query((row, number) -> Timestamps.instant(row, "swept_to"))
			.optional();
	}

	private static OpenPayout read(ResultSet row, int number) throws SQLException {
		String bank = row.getString("bank");
		return new OpenPayout(row.getObject("business_id", UUID.class), row.getString("business_code"),
				row.getString("business_name"), row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				Rail.stored(row.getString("rail")), row.getLong("amount_paise"), Timestamps.instant(row, "created_at"),
				OpenStage.of(row.getString("code"), row.getBoolean("queued")),
				(bank != null) ? new Attempt(bank, row.getString("state"), row.getInt("enquiry_count"),
						Timestamps.nullable(row, "due_at"), Timestamps.nullable(row, "retry_at")) : null);
	}

}
