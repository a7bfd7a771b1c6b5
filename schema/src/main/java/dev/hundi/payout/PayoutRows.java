package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

import dev.hundi.payout.PayoutDetail.Payee;
import dev.hundi.time.Timestamps;

/**
 * Reads the columns of a whole payout.
 */
final class PayoutRows {

	/** Columns of a payout {@code p}. */
	static final String COLUMNS = """
			p.payout_id, p.transaction_id, p.merchant_reference_id, p.utr, p.bank_reference, p.beneficiary_id,
			p.beneficiary_code, p.beneficiary_name, p.beneficiary_email, p.beneficiary_phone, p.account_number, p.ifsc,
			p.vpa, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.status, p.response_code, p.response_message,
			p.source, p.bulk_file_id, p.created_at, p.updated_at, p.completed_at
			""";

	private PayoutRows() {
	}

	static PayoutDetail detail(ResultSet row) throws SQLException {
		return new PayoutDetail(row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
				row.getString("merchant_reference_id"), row.getString("utr"), row.getString("bank_reference"),
				payee(row), Rail.stored(row.getString("rail")), row.getLong("amount_paise"),
				row.getLong("commission_paise"), row.getLong("gst_paise"), PayoutStatus.of(row.getInt("status")),
				row.getString("response_code"), row.getString("response_message"),
				PayoutDetail.Source.valueOf(row.getString("source")), row.getObject("bulk_file_id", UUID.class),
				Timestamps.instant(row, "created_at"), Timestamps.instant(row, "updated_at"),
				Timestamps.nullable(row, "completed_at"));
	}

	private static Payee payee(ResultSet row) throws SQLException {
		return new Payee(row.getObject("beneficiary_id", UUID.class), row.getString("beneficiary_code"),
				row.getString("beneficiary_name"), row.getString("beneficiary_email"),
				row.getString("beneficiary_phone"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("vpa"));
	}

}
