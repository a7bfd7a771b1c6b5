package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.payout.PayoutDetail.Source;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * A payout in the list.
 *
 * @param sequence of its newest event, by which a page notices that it has changed
 * @param createdAt UTC
 */
public record PayoutLine(UUID payoutId, int sequence, Ids ids, Payee payee, Rail rail, long amountPaise, long feePaise,
		PayoutStatus status, String responseMessage, Source source, Instant createdAt) {

	/** Columns of a payout {@code p}. */
	static final String COLUMNS = """
			p.payout_id, p.last_sequence, p.transaction_id, p.merchant_reference_id, p.utr, p.beneficiary_name, p.account_number, p.vpa,
			p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.status, p.response_message, p.source, p.created_at
			""";

	private static final int SHOWN_DIGITS = 4;

	static PayoutLine read(ResultSet row, int number) throws SQLException {
		return new PayoutLine(row.getObject("payout_id", UUID.class), row.getInt("last_sequence"),
				new Ids(row.getString("transaction_id"), row.getString("merchant_reference_id"), row.getString("utr")),
				new Payee(row.getString("beneficiary_name"), row.getString("account_number"), row.getString("vpa")),
				Rail.stored(row.getString("rail")), row.getLong("amount_paise"),
				row.getLong("commission_paise") + row.getLong("gst_paise"), PayoutStatus.of(row.getInt("status")),
				row.getString("response_message"), Source.valueOf(row.getString("source")),
				Timestamps.instant(row, "created_at"));
	}

	/** The names that people know a payout by. */
	public record Ids(String transactionId, @Nullable String merchantReferenceId, @Nullable String utr) {
	}

	/** Whom it pays. */
	public record Payee(String name, @Nullable String accountNumber, @Nullable String vpa) {

		/** The VPA, or the last digits of the account number. */
		public String target() {
			return (this.accountNumber != null)
					? "•••• " + this.accountNumber.substring(Math.max(0, this.accountNumber.length() - SHOWN_DIGITS))
					: Objects.requireNonNull(this.vpa);
		}

		/** The whole target. */
		public String account() {
			return (this.accountNumber != null) ? this.accountNumber : Objects.requireNonNull(this.vpa);
		}

	}

}
