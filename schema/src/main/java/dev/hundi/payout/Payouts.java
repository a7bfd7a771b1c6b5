package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.PayoutDetail.Payee;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Stored payouts as their business may see them; another business's payout is not there.
 */
@Repository
public class Payouts {

	private final JdbcClient jdbc;

	Payouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<PayoutDetail> detail(UUID businessId, UUID payoutId) {
		return this.jdbc
			.sql("""
					SELECT payout_id, transaction_id, merchant_reference_id, utr, bank_reference, beneficiary_id,
					       beneficiary_code, beneficiary_name, beneficiary_email, beneficiary_phone, account_number, ifsc, vpa,
					       rail, amount_paise, commission_paise, gst_paise, status, response_code, response_message, source,
					       bulk_file_id, created_at, updated_at, completed_at
					  FROM payout
					 WHERE business_id = :businessId AND payout_id = :payoutId
					""")
			.param("businessId", businessId)
			.param("payoutId", payoutId)
			.query((row, number) -> detail(row))
			.optional();
	}

	/** The timeline of a payout, oldest first; empty where there is no such payout. */
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

	/** What was first answered for an idempotency key of a business. */
	public Optional<PayoutReceipt> byIdempotencyKey(UUID businessId, String key) {
		return this.jdbc.sql("""
				SELECT payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at
				  FROM payout
				 WHERE business_id = :businessId AND idempotency_key = :key
				""").param("businessId", businessId).param("key", key).query((row, number) -> receipt(row)).optional();
	}

	static PayoutReceipt receipt(ResultSet row) throws SQLException {
		return new PayoutReceipt(row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				PayoutStatus.INITIATED, row.getLong("amount_paise"), Rail.stored(row.getString("rail")),
				row.getString("merchant_reference_id"), instant(row, "created_at"));
	}

	private static PayoutDetail detail(ResultSet row) throws SQLException {
		return new PayoutDetail(row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				row.getString("merchant_reference_id"), row.getString("utr"), row.getString("bank_reference"),
				payee(row), Rail.stored(row.getString("rail")), row.getLong("amount_paise"),
				row.getLong("commission_paise"), row.getLong("gst_paise"), PayoutStatus.of(row.getInt("status")),
				row.getString("response_code"), row.getString("response_message"),
				PayoutDetail.Source.valueOf(row.getString("source")), row.getObject("bulk_file_id", UUID.class),
				instant(row, "created_at"), instant(row, "updated_at"), nullableInstant(row, "completed_at"));
	}

	private static Payee payee(ResultSet row) throws SQLException {
		return new Payee(row.getObject("beneficiary_id", UUID.class), row.getString("beneficiary_code"),
				row.getString("beneficiary_name"), row.getString("beneficiary_email"),
				row.getString("beneficiary_phone"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("vpa"));
	}

	private static StatusEvent statusEvent(ResultSet row) throws SQLException {
		Integer fromStatus = row.getObject("from_status", Integer.class);
		return new StatusEvent(row.getObject("event_id", UUID.class), row.getInt("sequence"),
				(fromStatus != null) ? PayoutStatus.of(fromStatus) : null, PayoutStatus.of(row.getInt("status")),
				Stage.valueOf(row.getString("stage")), row.getString("source"), row.getString("response_code"),
				row.getString("response_message"), row.getString("utr"), instant(row, "created_at"));
	}

	private static Instant instant(ResultSet row, String column) throws SQLException {
		return Objects.requireNonNull(nullableInstant(row, column), column);
	}

	private static @Nullable Instant nullableInstant(ResultSet row, String column) throws SQLException {
		Timestamp timestamp = row.getTimestamp(column);
		return (timestamp != null) ? timestamp.toInstant() : null;
	}

}
