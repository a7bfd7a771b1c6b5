package dev.hundi.beneficiary;

/**
 * Whether payouts may go to a beneficiary.
 */
public enum BeneficiaryStatus {

	/** Archived: history refers to it, no new payout may. */
	INACTIVE(0, "inactive"),

	ACTIVE(1, "active");

	private final int code;

	private final String label;

	BeneficiaryStatus(int code, String label) {
		this.code = code;
		this.label = label;
	}

	/**
	 * The status with a stored number.
	 * @throws IllegalArgumentException for any other number
	 */
	static BeneficiaryStatus stored(int code) {
		return switch (code) {
			case 0 -> INACTIVE;
			case 1 -> ACTIVE;
			default -> throw new IllegalArgumentException("No beneficiary status has the code " + code);
		};
	}

	/** The number in the database and in the answer to archiving. */
	public int code() {
		return this.code;
	}

	/** The label in lists and after changes. */
	public String label() {
		return this.label;
	}

}
