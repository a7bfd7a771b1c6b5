package dev.hundi.portal.pay;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees before it pays.
 *
 * @param businessId who pays
 * @param beneficiaryId null if the payout registers a new one
 * @param payee who gets it
 * @param registered name under which the target of the form is registered already; null
 * if the form does not name another
 * @param amountPaise amount to the beneficiary in paise
 * @param inWords the amount
 * @param scheduledFor UTC; null for at once
 * @param isShort whether the wallet does not cover it now
 * @param alike transaction ids of payouts of a day with the same payee and amount
 */
record Review(UUID businessId, @Nullable UUID beneficiaryId, PaidTo payee, @Nullable String registered,
		long amountPaise, String inWords, Rail rail, boolean suggested, Charge charge, @Nullable Instant scheduledFor,
		boolean isShort, List<String> alike) {

	/**
	 * Whom it pays. The page isolates both, because a name that is written from right to
	 * left would turn the digits after it.
	 *
	 * @param target account and IFSC, or the VPA
	 */
	record PaidTo(String name, String target) {
	}

	public long totalPaise() {
		return this.amountPaise + this.charge.commissionPaise() + this.charge.gstPaise();
	}

	/**
	 * Equal for reviews of the same payout: who pays, who gets how much, how, when and at
	 * which charge. The page sends it back, so that nothing else is paid than what it
	 * showed.
	 */
	public String digest() {
		String shown = "%s %d %s %d %d %s %s".formatted(this.businessId, this.amountPaise, this.rail,
				this.charge.commissionPaise(), this.charge.gstPaise(), this.scheduledFor,
				this.payee.name + " · " + this.payee.target);
		return Sha256.hex(shown);
	}

}
