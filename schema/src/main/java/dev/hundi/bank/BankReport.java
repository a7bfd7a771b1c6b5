package dev.hundi.bank;

import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * What a bank states about an order besides its status. Each statement is compared with
 * the order; null means that the bank states nothing.
 *
 * @param utr the network's reference, or null if the bank sent none that can be one
 * @param bankReference the bank's own reference of the order; left out if a payout cannot
 * hold it, as lines of statements can
 * @param amountPaise the amount in paise
 * @param target the account number or VPA, of which the last characters are compared
 * because banks mask the others
 */
public record BankReport(@Nullable String utr, @Nullable String bankReference, @Nullable Long amountPaise,
		@Nullable String target) {

	/** Nothing but a status. */
	public static final BankReport NONE = new BankReport(null, null, null, null);

	/** The last characters of a target that banks do not mask. */
	static final int COMPARED = 4;

	/** Characters of a bank's reference that a payout holds. */
	private static final int LONGEST_BANK_REFERENCE = 64;

	/** A cut reference would be another one. */
	public BankReport {
		utr = Utr.canonical(utr);
		bankReference = (bankReference != null && bankReference.length() > LONGEST_BANK_REFERENCE) ? null
				: bankReference;
	}

	/** A report of references only. */
	public static BankReport of(@Nullable String utr, @Nullable String bankReference) {
		return new BankReport(utr, bankReference, null, null);
	}

	/** Leaves out the target, because logs may not contain it. */
	@Override
	public String toString() {
		return "utr %s, bank reference %s, amount in paise %s".formatted(this.utr, this.bankReference,
				this.amountPaise);
	}

}
