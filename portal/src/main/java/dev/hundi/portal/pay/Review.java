package dev.hundi.portal.pay;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees before it pays.
 *
 * @param payee name and target
 * @param registered name under which the target of the form is registered already; null
 * if the form does not name another
 * @param amountPaise amount to the beneficiary in paise
 * @param inWords the amount
 * @param scheduledFor UTC; null for at once
 * @param isShort whether the wallet does not cover it now
 * @param alike transaction ids of payouts of a day with the same payee and amount
 */
record Review(String payee, @Nullable String registered, long amountPaise, String inWords, Rail rail, boolean suggested,
		Charge charge, @Nullable Instant scheduledFor, boolean isShort, List<String> alike) {

	public long totalPaise() {
		return this.amountPaise + this.charge.commissionPaise() + this.charge.gstPaise();
	}

}
