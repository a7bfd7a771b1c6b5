package dev.hundi.payout;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Which payouts a list shows; null does not filter.
 *
 * @param tag one of its tags
 */
public record PayoutFilter(@Nullable PayoutStatus status, @Nullable Rail rail, @Nullable HoldReason holdReason,
		@Nullable String tag, @Nullable UUID beneficiaryId) {

	public static final PayoutFilter NONE = new PayoutFilter(null, null, null, null, null);

	/**
	 * Conditions for a row of {@code payout}. Tags and reasons are read from their own
	 * tables, which have few rows.
	 */
	String sql() {
		StringBuilder sql = new StringBuilder();
		sql.append((this.status != null) ? " AND status = :status" : "");
		sql.append((this.rail != null) ? " AND rail = :rail" : "");
		sql.append((this.beneficiaryId != null) ? " AND beneficiary_id = :beneficiaryId" : "");
		sql.append((this.tag == null) ? "" : " " + """
				AND payout_id IN (SELECT payout_id FROM payout_detail
				                  WHERE business_id = :businessId AND tags <> '{}' AND tags @> ARRAY[:tag::text])""");
		if (this.holdReason != null) {
			sql.append((this.holdReason == HoldReason.LOW_BALANCE) ? " AND status = 3 AND queued" : " " + """
					AND payout_id IN (SELECT payout_id FROM payout_hold
					                  WHERE business_id = :businessId AND reason = :holdReason)""");
		}
		return sql.toString();
	}

}
