package dev.hundi.portal.console;

/** The kinds of {@code manual_review}, with what an operator can do about each. */
enum ReviewKind {

	ENQUIRIES_ENDED(Act.ENQUIRE),

	BANK_IMPLAUSIBLE(Act.ENQUIRE),

	BANK_CONTRADICTS(Act.SETTLE_PAYOUT),

	BENEFICIARY_MISMATCH(Act.SETTLE_BENEFICIARY),

	BENEFICIARY_INVALID(Act.SETTLE_BENEFICIARY);

	private final Act act;

	ReviewKind(Act act) {
		this.act = act;
	}

	Act act() {
		return this.act;
	}

	/** What an operator can do. None moves money. */
	enum Act {

		/** Ask the bank once more. */
		ENQUIRE,

		/** Record what the bank said about its contradictions. */
		SETTLE_PAYOUT,

		/** Record what the merchant or the bank said about the name or the account. */
		SETTLE_BENEFICIARY

	}

}
