package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Stored payouts as their business sees them. Other businesses' payouts are invisible.
 */
@Repository
public class Payouts {

	private final JdbcClient jdbc;

	private final SearchPayouts search;

	Payouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
		this.search = new SearchPayouts(jdbc);
	}

	public Optional<PayoutDetail> detail(UUID businessId, UUID payoutId) {
		return this.jdbc
			.sql("SELECT " + PayoutRows.COLUMNS + " FROM payout p " + PayoutRows.PARTS
					+ "WHERE p.business_id = :businessId AND p.payout_id = :payoutId")
			.param("businessId", businessId)
			.param("payoutId", payoutId)
			.query((row, number) -> PayoutRows.detail(row))
			.optional();
	}

	/**
	 * A page of the payouts accepted in a window, newest first. The id contains the time,
	 * so the window is a range of the primary key, and the offset is skipped in the index
	 * alone.
	 */
	public List<PayoutDetail> list(UUID businessId, Window window, PayoutFilter filter, Page page) {
		return this.jdbc.sql("""
				SELECT %s
				  FROM (SELECT payout_id
				          FROM payout
				         WHERE business_id = :businessId AND payout_id >= :from AND payout_id < :to%s
				         ORDER BY payout_id DESC
				         LIMIT :limit OFFSET :offset) AS page
				  JOIN payout p ON p.business_id = :businessId AND p.payout_id = page.payout_id
				%s
				 ORDER BY p.payout_id DESC
				""".formatted(PayoutRows.COLUMNS, filter.sql(), PayoutRows.PARTS))
			.param("businessId", businessId)
			.param("from", window.fromId())
			.param("to", window.toId())
			.param("limit", page.limit())
			.param("offset", page.offset())
			.param("status", (filter.status() != null) ? filter.status().code() : null)
			.param("rail", (filter.rail() != null) ? filter.rail().code() : null)
			.param("holdReason", (filter.holdReason() != null) ? filter.holdReason().name() : null)
			.param("tag", filter.tag())
			.param("beneficiaryId", filter.beneficiaryId())
			.query((row, number) -> PayoutRows.detail(row))
			.list();
	}

	/** A page of all payouts with a phrase in a field, newest first. */
	public List<PayoutDetail> search(UUID businessId, SearchPhrase phrase, Page page) {
		return this.search.find(businessId, phrase, page);
	}

	/** The timeline of a payout, oldest first; empty if there is no such payout. */
	public List<StatusEvent> statusEvents(UUID businessId, UUID payoutId) {
		return this.jdbc.sql("""
				SELECT event_id, sequence, from_status, status, stage, source, response_code, response_message, utr,
				       created_at
				  FROM payout_event
				 WHERE business_id = :businessId AND payout_id = :payoutId
				 ORDER BY sequence
				""")
			.param("businessId", businessId)
			.param("payoutId", payoutId)
			.query((row, number) -> statusEvent(row))
			.list();
	}

	/** The payout of an idempotency key of a business, with its present status. */
	public Optional<PayoutReceipt> byIdempotencyKey(UUID businessId, String key) {
		return this.jdbc.sql("""
				SELECT payout_id, transaction_id, status, amount_paise, rail, merchant_reference_id, created_at
				  FROM payout
				 WHERE business_id = :businessId AND idempotency_key = :key
				""").param("businessId", businessId).param("key", key).query((row, number) -> receipt(row)).optional();
	}

	static PayoutReceipt receipt(ResultSet row) throws SQLException {
		return new PayoutReceipt(row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				PayoutStatus.of(row.getInt("status")), row.getLong("amount_paise"), Rail.stored(row.getString("rail")),
				row.getString("merchant_reference_id"), Timestamps.instant(row, "created_at"));
	}

	private static StatusEvent statusEvent(ResultSet row) throws SQLException {
		Integer fromStatus = row.getObject("from_status", Integer.class);
		return new StatusEvent(row.getObject("event_id", UUID.class), row.getInt("sequence"),
				(fromStatus != null) ? PayoutStatus.of(fromStatus) : null, PayoutStatus.of(row.getInt("status")),
				Stage.valueOf(row.getString("stage")), row.getString("source"), row.getString("response_code"),
				row.getString("response_message"), row.getString("utr"), Timestamps.instant(row, "created_at"));
	}

}
