package dev.hundi.bank;

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

	/** The text for the beneficiary: the narration, or else the transaction id. */
	public String remittance() {
		return (this.narration != null) ? this.narration : this.transactionId;
	}

}
