package dev.hundi.onboarding;

import java.util.Optional;

/** Aadhaar numbers, of which only the masked form is kept. */
public final class Aadhaar {

	/** Multiplication table of the dihedral group D5, of Verhoeff's check digit. */
	private static final int[][] PRODUCT = { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 1, 2, 3, 4, 0, 6, 7, 8, 9, 5 },
			{ 2, 3, 4, 0, 1, 7, 8, 9, 5, 6 }, { 3, 4, 0, 1, 2, 8, 9, 5, 6, 7 }, { 4, 0, 1, 2, 3, 9, 5, 6, 7, 8 },
			{ 5, 9, 8, 7, 6, 0, 4, 3, 2, 1 }, { 6, 5, 9, 8, 7, 1, 0, 4, 3, 2 }, { 7, 6, 5, 9, 8, 2, 1, 0, 4, 3 },
			{ 8, 7, 6, 5, 9, 3, 2, 1, 0, 4 }, { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 } };

	private static final int[][] PERMUTATION = { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 1, 5, 7, 6, 2, 8, 3, 0, 9, 4 },
			{ 5, 8, 0, 3, 7, 9, 6, 1, 4, 2 }, { 8, 9, 1, 6, 0, 4, 3, 5, 2, 7 }, { 9, 4, 5, 3, 1, 2, 6, 8, 7, 0 },
			{ 4, 2, 8, 6, 5, 7, 3, 9, 0, 1 }, { 2, 7, 9, 3, 8, 0, 6, 4, 1, 5 }, { 7, 0, 4, 6, 9, 1, 3, 2, 5, 8 } };

	private Aadhaar() {
	}

	/**
	 * The masked form of the last four digits, of a masked number, or of a full number
	 * with its check digit; empty for anything else.
	 */
	public static Optional<String> masked(String text) {
		String digits = text.replaceAll("[\\s-]", "");
		boolean valid = digits.matches("(?:[Xx*]{8})?[0-9]{4}")
				|| (digits.matches("[2-9][0-9]{11}") && hasCheckDigit(digits));
		return valid ? Optional.of("XXXX XXXX " + digits.substring(digits.length() - 4)) : Optional.empty();
	}

	private static boolean hasCheckDigit(String digits) {
		int check = 0;
		for (int i = 0; i < digits.length(); i++) {
			int digit = digits.charAt(digits.length() - 1 - i) - '0';
			check = PRODUCT[check][PERMUTATION[i % PERMUTATION.length][digit]];
		}
		return check == 0;
	}

}
