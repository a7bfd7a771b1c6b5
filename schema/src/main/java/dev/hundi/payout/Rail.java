package dev.hundi.payout;

import java.util.Arrays;
import java.util.Optional;

/**
 * The payment rails, by the letter of {@code transactionType} in the specification.
 */
public enum Rail {

	IMPS("I"), NEFT("N"), RTGS("R"), SELF("S"), UPI("U");

	private final String code;

	Rail(String code) {
		this.code = code;
	}

	public static Optional<Rail> ofCode(String code) {
		return Arrays.stream(values()).filter((rail) -> rail.code.equals(code)).findFirst();
	}

	/**
	 * The rail of a stored code.
	 * @throws IllegalArgumentException if no rail has it
	 */
	public static Rail stored(String code) {
		return ofCode(code).orElseThrow(() -> new IllegalArgumentException("No rail has the code " + code));
	}

	/** The letter in JSON and in the database. */
	public String code() {
		return this.code;
	}

	/** UPI pays to a VPA, every other rail to an account with IFSC. */
	public boolean paysToVpa() {
		return this == UPI;
	}

}
