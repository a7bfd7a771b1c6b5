package dev.hundi.sandbox.bank.ledger;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Money that arrives in a virtual account.
 *
 * @param utr the sending bank's reference, which identifies repeated notices; generated
 * if absent
 */
public record Credit(String virtualAccountNumber, long amountPaise, @Nullable String utr,
		@Nullable String remitterName) {

	private static final Pattern accountForm = Pattern.compile("[0-9A-Za-z]{1,34}");

	private static final Pattern utrForm = Pattern.compile("[0-9A-Za-z]{6,30}");

	public Credit {
		if (virtualAccountNumber == null || !accountForm.matcher(virtualAccountNumber).matches()) {
			throw new IllegalArgumentException("virtualAccountNumber must be 1 to 34 letters or digits");
		}
		if (amountPaise <= 0) {
			throw new IllegalArgumentException("amountPaise must be above 0");
		}
		if (utr != null && !utrForm.matcher(utr).matches()) {
			throw new IllegalArgumentException("utr must be 6 to 30 letters or digits");
		}
		if (remitterName != null && remitterName.length() > 200) {
			throw new IllegalArgumentException("remitterName must be at most 200 characters");
		}
	}

}
