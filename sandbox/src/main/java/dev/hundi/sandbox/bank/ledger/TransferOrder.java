package dev.hundi.sandbox.bank.ledger;

import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A payment order of a client. Orders with the same reference must be equal.
 *
 * @param reference the client's own; the bank pays it at most once
 * @param accountNumber with {@code ifsc} for every rail but UPI
 * @param vpa for UPI
 */
public record TransferOrder(String reference, TransferRail rail, long amountPaise, String beneficiaryName,
		@Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa, @Nullable String remarks) {

	private static final Pattern referenceForm = Pattern.compile("[A-Za-z0-9._:/-]{1,100}");

	private static final Pattern accountForm = Pattern.compile("[0-9A-Za-z]{5,34}");

	private static final Pattern ifscForm = Pattern.compile("[A-Z]{4}0[A-Z0-9]{6}");

	private static final Pattern vpaForm = Pattern.compile("[^@\\s]{1,255}@[^@\\s]{1,64}");

	public TransferOrder {
		require(reference != null && referenceForm.matcher(reference).matches(),
				"reference must be 1 to 100 letters, digits or . _ : / -");
		require(rail != null, "rail must be one of IMPS, NEFT, RTGS, SELF, UPI");
		require(amountPaise > 0, "amountPaise must be above 0");
		require(beneficiaryName != null && !beneficiaryName.isBlank() && beneficiaryName.length() <= 200,
				"beneficiaryName must be 1 to 200 characters");
		require(remarks == null || remarks.length() <= 500, "remarks must be at most 500 characters");
		if (rail == TransferRail.UPI) {
			require(vpa != null && vpaForm.matcher(vpa).matches(), "vpa must be a UPI address for rail UPI");
			require(accountNumber == null && ifsc == null, "accountNumber and ifsc must be absent for rail UPI");
		}
		else {
			require(accountNumber != null && accountForm.matcher(accountNumber).matches(),
					"accountNumber must be 5 to 34 letters or digits for rail " + rail);
			require(ifsc != null && ifscForm.matcher(ifsc).matches(),
					"ifsc must be 11 characters like YESB0000262 for rail " + rail);
			require(vpa == null, "vpa must be absent for rail " + rail);
		}
	}

	/** Where the money goes, as forced outcomes are keyed. */
	String target() {
		return (this.vpa != null) ? this.vpa.toLowerCase(Locale.ROOT) : this.accountNumber + "/" + this.ifsc;
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException(message);
		}
	}

}
