package dev.hundi.onboarding;

/** KYC review states of the specification. */
public enum CaseState {

	/** The business fills in; it has not submitted yet. */
	UNSTARTED,

	/** Submitted. The staff reviews, or the business answers refusals. */
	IN_REVIEW,

	/** Agreed to by two people of the staff. Final. */
	APPROVED,

	/** The business is not accepted. Final. */
	REJECTED;

	/** Whether no state follows. */
	public boolean isFinal() {
		return this == APPROVED || this == REJECTED;
	}

}
