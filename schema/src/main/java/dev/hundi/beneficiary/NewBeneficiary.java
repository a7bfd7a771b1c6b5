package dev.hundi.beneficiary;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A payout target to be registered: an account with its IFSC, or a VPA. The IFSC is
 * upper-cased; a VPA is kept as sent.
 */
public record NewBeneficiary(String name, @Nullable String email, String phoneNumber, @Nullable String accountNumber,
		@Nullable String ifsc, @Nullable String vpa) {

	public NewBeneficiary {
		if ((accountNumber == null) != (ifsc == null) || (accountNumber == null) == (vpa == null)) {
			throw new IllegalArgumentException("A beneficiary has an account with its IFSC or a VPA");
		}
		if (ifsc != null) {
			ifsc = ifsc.toUpperCase(Locale.ROOT);
		}
	}

}
