package dev.hundi.bank;

/** The kinds of {@code manual_review}, with what an operator can do about each. */
public enum ReviewKind {

	/** A payout that is pending or in doubt for so long that no enquiry is due. */
	ENQUIRIES_ENDED(Act.ENQUIRE),

	/** The bank's answer cannot be about the order. */
	BANK_IMPLAUSIBLE(Act.ENQUIRE),

	/** The bank contradicts the final status of a payout. */
	BANK_CONTRADICTS(Act.SETTLE_PAYOUT),

	/** The holder of the account or VPA has another name than the beneficiary. */
	BENEFICIARY_MISMATCH(Act.SETTLE_BENEFICIARY),

	/** There is no such account or VPA. */
	BENEFICIARY_INVALID(Act.SETTLE_BENEFICIARY);

	private final Act act;

	ReviewKind(Act act) {
		this.act = act;
	}

	public Act act() {
		return this.act;
	}

	/** What an operator can do. None moves money. */
	public enum Act {

		/** Ask the bank once more. */
		ENQUIRE,

		/** Record what the bank said about its contradictions. */
		SETTLE_PAYOUT,

		/** Record what the merchant or the bank said about the name or the account. */
		SETTLE_BENEFICIARY

	}

}
