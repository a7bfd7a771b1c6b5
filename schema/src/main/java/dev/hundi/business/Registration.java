package dev.hundi.business;

import java.util.regex.Pattern;

/**
 * What statements say about a business beside its name.
 *
 * @param gstin GST identification number with its check digit (docs/api-decisions.md,
 * "Domain facts")
 * @param address registered address on one line: address line, city, state, postal code;
 * 1 to 300 characters
 */
public record Registration(String gstin, String address) {

	/** Characters of an address. */
	public static final int MAX_ADDRESS = 300;

	private static final Pattern GSTIN = Pattern.compile("[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]");

	private static final int BASE = 36;

	public Registration {
		if (!hasFormOfGstin(gstin) || !hasCheckDigit(gstin)) {
			throw new IllegalArgumentException("gstin is not a GSTIN with a valid check digit: " + gstin);
		}
		if (address.isBlank() || address.length() > MAX_ADDRESS) {
			throw new IllegalArgumentException("address must have 1 to " + MAX_ADDRESS + " characters");
		}
	}

	/** Whether a text has the form of a GSTIN; its check digit may be wrong. */
	public static boolean hasFormOfGstin(String text) {
		return GSTIN.matcher(text).matches();
	}

	/** Whether a text of the form of a GSTIN ends with its check digit. */
	public static boolean hasCheckDigit(String gstin) {
		return gstin.charAt(gstin.length() - 1) == checkDigit(gstin);
	}

	/**
	 * Weights 1 and 2 alternate from the left; a product counts as the sum of its digits
	 * in base 36.
	 */
	private static char checkDigit(String gstin) {
		int sum = 0;
		for (int i = 0; i < gstin.length() - 1; i++) {
			int product = Character.digit(gstin.charAt(i), BASE) * (1 + i % 2);
			sum += product / BASE + product % BASE;
		}
		return Character.toUpperCase(Character.forDigit((BASE - sum % BASE) % BASE, BASE));
	}

}
