package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Reads the columns of a whole movement.
 */
final class MovementRows {

	/** Columns of a movement {@code m} with its payout {@code p}. */
	static final String COLUMNS = """
			m.movement_id, m.sequence, m.type, m.direction, m.amount_paise, m.commission_paise, m.gst_paise, m.total_paise,
			m.balance_before_paise, m.balance_after_paise, m.payout_id, p.transaction_id, p.merchant_reference_id,
			coalesce(p.utr, m.metadata ->> 'utr') AS utr,
			m.description || coalesce(': ' || p.narration, '') AS description,
			CASE WHEN p.payout_id IS NULL THEN m.metadata
			     ELSE m.metadata || jsonb_strip_nulls(jsonb_build_object(
			            'transactionType', p.rail, 'beneficiaryName', p.beneficiary_name, 'accountNumber', p.account_number,
			            'ifsc', p.ifsc, 'vpa', p.vpa))
			END::text AS metadata,
			m.created_at
			""";

	/** The tables of {@link #COLUMNS}. */
	static final String TABLES = """
			wallet_movement m LEFT JOIN payout p ON p.business_id = m.business_id AND p.payout_id = m.payout_id
			""";

	private MovementRows() {
	}

	/**
	 * Reads a row by position: for exports of 50,000 rows, finding columns by name would
	 * take as long as fetching them.
	 * @param before number of columns before those of the movement
	 */
	static Movement movement(ResultSet row, int before) throws SQLException {
		return new Movement(row.getObject(before + 1, UUID.class), row.getLong(before + 2),
				Movement.Type.valueOf(row.getString(before + 3)), Movement.Direction.valueOf(row.getString(before + 4)),
				row.getLong(before + 5), row.getLong(before + 6), row.getLong(before + 7), row.getLong(before + 8),
				row.getLong(before + 9), row.getLong(before + 10), row.getObject(before + 11, UUID.class),
				row.getString(before + 12), row.getString(before + 13), row.getString(before + 14),
				row.getString(before + 15), row.getString(before + 16), row.getTimestamp(before + 17).toInstant());
	}

}
