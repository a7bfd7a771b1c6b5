package dev.hundi.sandbox.bank.ledger;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A request to register a beneficiary.
 *
 * @param reference of the client; a repeated one gets the first response
 * @param name the holder's, as the client states it
 * @param accountNumber with {@code ifsc}, or {@code vpa}
 */
public record BeneficiaryOrder(String reference, String name, @Nullable String accountNumber, @Nullable String ifsc,
		@Nullable String vpa) {

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
		return new RegisteredBeneficiary(this.reference, "REGISTERED", holder(), id, null);
	}

	/** The account holder; null if the bank reports no name. */
	private @Nullable String holder() {
		String known = this.name.toUpperCase(Locale.ROOT);
		return switch (target()) {
			case "00000000404/YESB0000001", "mismatch@upi" -> "SURESH GUPTA";
			case "00000000403/YESB0000001", "close@upi" -> similar(known);
			case "00000000405/YESB0000001", "unavailable@upi" -> null;
			default -> known;
		};
	}

	/** Initials and the last word, or a word more. */
	private static String similar(String name) {
		List<String> words = List.of(name.strip().split("\\s+"));
		return (words.size() == 1) ? name + " SINGH"
				: words.subList(0, words.size() - 1)
					.stream()
					.map((word) -> word.substring(0, 1) + " ")
					.collect(Collectors.joining("", "", words.getLast()));
	}

	private static void require(boolean condition, String message) {
		if (!condition) {
			throw new IllegalArgumentException(message);
		}
	}

}
