package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A payout that waits for people, as its checkers see it.
 *
 * @param payee who gets it
 * @param amountPaise amount to the beneficiary in paise
 * @param totalPaise with commission and GST, in paise
 * @param scheduledFor when it is due after the approval, UTC; null for at once
 * @param rule why it needs people
 * @param askedAt UTC
 * @param people who asked, who approved, and whether the person who reads may decide
 */
public record PayoutApproval(UUID approvalId, UUID payoutId, String transactionId, Payee payee, Rail rail,
		long amountPaise, long totalPaise, @Nullable Instant scheduledFor, String rule, Instant askedAt,
		People people) {

	/**
	 * Whom a payout pays.
	 *
	 * @param target masked
	 * @param archived whether the payout would end without a debit
	 */
	public record Payee(String name, String target, boolean archived) {
	}

	/**
	 * The people of an approval.
	 *
	 * @param madeByPerson false for the API
	 * @param makerName null for the API, and for a person who has left the business
	 * @param needed checkers who must approve
	 * @param approved checkers who approved so far
	 * @param until when the approval expires, UTC
	 * @param mayDecide whether the reader is a checker of the rule, did not ask for it
	 * and has not decided
	 * @param decided whether the reader has approved it
	 */
	public record People(boolean madeByPerson, @Nullable String makerName, int needed, int approved, Instant until,
			boolean mayDecide, boolean decided) {
	}

}
