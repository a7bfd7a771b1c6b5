package dev.hundi.beneficiary;

/**
 * Whether payouts may go to a beneficiary.
 */
public enum BeneficiaryStatus {

	/** Archived: kept for history, refused for new payouts. */
	INACTIVE(0, "inactive"),

	ACTIVE(1, "active");

	private final int code;

	private final String label;

	BeneficiaryStatus(int code, String label) {
		this.code = code;
		this.label = label;
	}

	/**
	 * The status of a stored code.
	 * @throws IllegalArgumentException if the code is unknown
	 */
	static BeneficiaryStatus stored(int code) {
		return switch (code) {
			case 0 -> INACTIVE;
			case 1 -> ACTIVE;
			default -> throw new IllegalArgumentException("No beneficiary status has the code " + code);
		};
	}

	/** The number in the database and in the response to archiving. */
	public int code() {
		return this.code;
	}

	/** The text in lists and after changes. */
	public String label() {
		return this.label;
	}

}
