package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Finds payouts of all businesses, in every state, by what merchants and banks name them
 * by, without their payees.
 */
@Repository
public class FindPayout {

	private static final int MAX_FOUND = 20;

	private final JdbcClient jdbc;

	FindPayout(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A payout.
	 *
	 * @param stage of its last attempt at a bank; null before the first
	 */
	public record Found(UUID businessId, String businessCode, String businessName, UUID payoutId, String transactionId,
			@Nullable String utr, Rail rail, long amountPaise, Instant createdAt, PayoutStatus status, boolean held,
			@Nullable String bank, @Nullable String stage) {
	}

	/**
	 * Payouts with this id, transaction id or UTR, newest first. An id is looked up in
	 * the primary key of each business.
	 */
	@Transactional(readOnly = true)
	public List<Found> byName(String text) {
		String plain = text.strip();
		return this.jdbc
			.sql("""
					WITH named AS (
					  SELECT business_id, payout_id FROM payout WHERE transaction_id = :text
					   UNION
					  SELECT business_id, payout_id FROM payout_utr WHERE utr = :utr
					   UNION
					  SELECT p.business_id, p.payout_id FROM business b
					   CROSS JOIN LATERAL (SELECT business_id, payout_id FROM payout
					                        WHERE business_id = b.business_id AND payout_id = :id::uuid) p
					   WHERE :id::uuid IS NOT NULL
					)
					SELECT p.business_id, b.business_code, b.business_name, p.payout_id, p.transaction_id, p.utr, p.rail, p.amount_paise,
					       p.created_at, p.status, p.held, a.bank, a.state
					  FROM named n
					  JOIN payout p ON p.business_id = n.business_id AND p.payout_id = n.payout_id
					  JOIN business b ON b.business_id = p.business_id
					  LEFT JOIN LATERAL (
					    SELECT bank, state FROM bank_attempt WHERE business_id = p.business_id AND payout_id = p.payout_id
					     ORDER BY attempt_number DESC LIMIT 1) a ON true
					 ORDER BY p.payout_id DESC LIMIT :limit
					""")
			.param("text", plain)
			.param("utr", Objects.requireNonNullElse(Utr.canonical(plain), ""))
			.param("id", id(plain).map(UUID::toString).orElse(null))
			.param("limit", MAX_FOUND)
			.query(FindPayout::read)
			.list();
	}

	private static Found read(ResultSet row, int number) throws SQLException {
		return new Found(row.getObject("business_id", UUID.class), row.getString("business_code"),
				row.getString("business_name"), row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				row.getString("utr"), Rail.stored(row.getString("rail")), row.getLong("amount_paise"),
				Timestamps.instant(row, "created_at"), PayoutStatus.of(row.getInt("status")), row.getBoolean("held"),
				row.getString("bank"), row.getString("state"));
	}

	private static Optional<UUID> id(String text) {
		try {
			return Optional.of(UUID.fromString(text));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
