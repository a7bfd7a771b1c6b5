package dev.hundi.sandbox.bank.ledger;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A request to register a beneficiary.
 *
 * @param reference of the client; a repeated one gets the first response
 * @param name the holder's, as the client believes
 * @param accountNumber with {@code ifsc}, or {@code vpa}
 */
public record BeneficiaryOrder(String reference, String name, @Nullable String accountNumber, @Nullable String ifsc,
		@Nullable String vpa) {

	/**
	 * Account holders that differ from the name of the client; empty if the bank reports
	 * no name.
	 */
	private static final Map<String, Optional<String>> holders = Map.of("00000000404/YESB0000001",
			Optional.of("SURESH GUPTA"), "mismatch@upi", Optional.of("SURESH GUPTA"), "00000000405/YESB0000001",
			Optional.empty());

	public BeneficiaryOrder {
		require(reference != null && reference.matches("[A-Za-z0-9._:/-]{1,100}"),
				"reference must be 1 to 100 letters, digits or . _ : / -");
		require(name != null && !name.isBlank() && name.length() <= 200, "name must be 1 to 200 characters");
		require((accountNumber != null && ifsc != null) != (vpa != null) && (accountNumber == null) == (ifsc == null),
				"there must be accountNumber and ifsc, or vpa");
	}

	/** Where money would go, as forced outcomes are keyed. */
	String target() {
		return (this.vpa != null) ? this.vpa.toLowerCase(Locale.ROOT) : this.accountNumber + "/" + this.ifsc;
	}

	/** The deterministic response of the bank. */
	RegisteredBeneficiary registered() {
		String id = "HR%016X".formatted(Integer.toUnsignedLong(this.reference.hashCode()));
		if (target().equals("026291800001190/YESB0000262") || target().equals("invalid@upi")) {
			return new RegisteredBeneficiary(this.reference, "INVALID", null, null,
					((this.vpa != null) ? FailureCode.INVALID_VPA : FailureCode.INVALID_ACCOUNT).message());
		}
		Optional<String> forced = holders.get(target());
		String holder = (forced != null) ? forced.orElse(null) : this.name.toUpperCase(Locale.ROOT);
		return new RegisteredBeneficiary(this.reference, "REGISTERED", holder, id, null);
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException(message);
		}
	}

}
