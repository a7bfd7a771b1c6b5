package dev.hundi.payout;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The payment rails, by the letter of {@code transactionType} in the specification.
 */
public enum Rail {

	IMPS("I"), NEFT("N"), RTGS("R"), SELF("S"), UPI("U");

	private static final Map<String, Rail> RAILS = Stream.of(values())
		.collect(Collectors.toUnmodifiableMap(Rail::code, (rail) -> rail));

	private final String code;

	Rail(String code) {
		this.code = code;
	}

	public static Optional<Rail> ofCode(String code) {
		return Optional.ofNullable(RAILS.get(code));
	}

	/**
	 * The rail of a stored code.
	 * @throws IllegalArgumentException if the code is unknown
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
