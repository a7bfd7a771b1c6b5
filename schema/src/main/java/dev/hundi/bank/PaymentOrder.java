package dev.hundi.bank;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A payout as a bank is told to pay it.
 *
 * @param attempt which attempt claimed it
 * @param reference our reference, the same at every attempt
 * @param amountPaise amount to the beneficiary in paise
 * @param accountNumber with {@code ifsc}, or null where there is a VPA
 * @param wasInDoubt whether an earlier order of this payout may still be on its way to
 * the bank, so that only an answer about the reference itself proves anything
 */
public record PaymentOrder(Attempt attempt, String reference, Rail rail, long amountPaise, String beneficiaryName,
		@Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa, String transactionId,
		boolean wasInDoubt) {
}
