package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Reads what every query for whole movements selects.
 */
final class MovementRows {

	/** Columns of a movement {@code m} with its payout {@code p}. */
	static final String COLUMNS = """
			m.movement_id, m.sequence, m.type, m.direction, m.amount_paise, m.commission_paise, m.gst_paise, m.total_paise,
			m.balance_before_paise, m.balance_after_paise, m.payout_id, p.transaction_id, p.merchant_reference_id,
			coalesce(p.utr, m.metadata ->> 'utr') AS utr, m.description,
			CASE WHEN p.payout_id IS NULL THEN m.metadata
			     ELSE m.metadata || jsonb_strip_nulls(jsonb_build_object(
			            'transactionType', p.rail, 'beneficiaryName', p.beneficiary_name, 'accountNumber', p.account_number,
			            'ifsc', p.ifsc, 'vpa', p.vpa))
			END::text AS metadata,
			m.created_at
			""";

	/** Where {@link #COLUMNS} come from. */
	static final String TABLES = """
			wallet_movement m LEFT JOIN payout p ON p.business_id = m.business_id AND p.payout_id = m.payout_id
			""";

	private MovementRows() {
	}

	static Movement movement(ResultSet row) throws SQLException {
		return new Movement(row.getObject("movement_id", UUID.class), row.getLong("sequence"),
				Movement.Type.valueOf(row.getString("type")), Movement.Direction.valueOf(row.getString("direction")),
				row.getLong("amount_paise"), row.getLong("commission_paise"), row.getLong("gst_paise"),
				row.getLong("total_paise"), row.getLong("balance_before_paise"), row.getLong("balance_after_paise"),
				row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				row.getString("merchant_reference_id"), row.getString("utr"), row.getString("description"),
				row.getString("metadata"), row.getTimestamp("created_at").toInstant());
	}

}
