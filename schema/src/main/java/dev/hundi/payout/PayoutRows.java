package dev.hundi.payout;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.payout.PayoutDetail.Payee;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the columns of a whole payout.
 */
final class PayoutRows {

	/** Columns of a payout {@code p}. */
	static final String COLUMNS = """
			p.payout_id, p.transaction_id, p.merchant_reference_id, p.utr, p.bank_reference, p.beneficiary_id,
			p.beneficiary_code, p.beneficiary_name, p.beneficiary_email, p.beneficiary_phone, p.account_number, p.ifsc,
			p.vpa, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.status, p.response_code, p.response_message,
			p.source, p.bulk_file_id, p.created_at, p.updated_at, p.completed_at, p.narration,
			CASE WHEN p.queued THEN 'LOW_BALANCE' WHEN p.held THEN hold.reason END AS hold_reason, hold.scheduled_for,
			coalesce(hold.reason = 'APPROVAL' OR hold.approval_id IS NOT NULL, false) AS requires_approval, detail.notes,
			detail.purpose, detail.tags
			""";

	/**
	 * Optional parts of a payout {@code p}. OFFSET 0 forces a key lookup for each payout,
	 * whatever the planner estimates.
	 */
	static final String PARTS = """
			LEFT JOIN LATERAL (SELECT * FROM payout_hold h
			                    WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id OFFSET 0) AS hold ON true
			LEFT JOIN LATERAL (SELECT * FROM payout_detail d
			                    WHERE d.business_id = p.business_id AND d.payout_id = p.payout_id OFFSET 0) AS detail ON true
			""";

	private static final JsonMapper json = new JsonMapper();

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
				Timestamps.nullable(row, "completed_at"), options(row), holdReason(row.getString("hold_reason")));
	}

	private static PayoutOptions options(ResultSet row) throws SQLException {
		String notes = row.getString("notes");
		Array tags = row.getArray("tags");
		return new PayoutOptions(Timestamps.nullable(row, "scheduled_for"), row.getBoolean("requires_approval"),
				(notes != null) ? json.readValue(notes, new TypeReference<Map<String, String>>() {
				}) : Map.of(), row.getString("purpose"),
				(tags != null) ? List.of((String[]) tags.getArray()) : List.of(), row.getString("narration"));
	}

	private static @Nullable HoldReason holdReason(@Nullable String name) {
		return (name != null) ? HoldReason.valueOf(name) : null;
	}

	private static Payee payee(ResultSet row) throws SQLException {
		return new Payee(row.getObject("beneficiary_id", UUID.class), row.getString("beneficiary_code"),
				row.getString("beneficiary_name"), row.getString("beneficiary_email"),
				row.getString("beneficiary_phone"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("vpa"));
	}

}
