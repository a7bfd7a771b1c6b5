package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A payment order to a bank.
 *
 * @param reference our reference, the same for every attempt
 * @param amountPaise amount to the beneficiary in paise
 * @param accountNumber with {@code ifsc}, or null if there is a VPA
 * @param narration what the beneficiary's bank receives, or null
 * @param wasInDoubt whether an earlier order of this payout may still reach the bank, so
 * that only an answer about the reference itself is evidence
 */
public record PaymentOrder(Attempt attempt, String reference, Rail rail, long amountPaise, String beneficiaryName,
		@Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa, String transactionId,
		@Nullable String narration, boolean wasInDoubt) {

	public PaymentOrder {
		beneficiaryName = BankReference.without(beneficiaryName);
		narration = (narration != null) ? BankReference.without(narration) : null;
	}

	/**
	 * Reads a claimed payout: its columns with {@code attempt_number}, {@code reference}
	 * and {@code was_in_doubt}.
	 */
	public static PaymentOrder read(ResultSet row, int number) throws SQLException {
		PayoutKey payout = new PayoutKey(row.getObject("business_id", UUID.class),
				row.getObject("payout_id", UUID.class));
		return new PaymentOrder(new Attempt(payout, row.getInt("attempt_number")), row.getString("reference"),
				Rail.stored(row.getString("rail")), row.getLong("amount_paise"), row.getString("beneficiary_name"),
				row.getString("account_number"), row.getString("ifsc"), row.getString("vpa"),
				row.getString("transaction_id"), row.getString("narration"), row.getBoolean("was_in_doubt"));
	}

	/** The text for the beneficiary: the narration, or else the transaction id. */
	public String remittance() {
		return (this.narration != null) ? this.narration : this.transactionId;
	}

}
