package dev.hundi.onboarding;

/** The state of a field or document of a case. */
public enum RequirementState {

	/** Not given yet. */
	MISSING,

	/** Given by the business; not decided. */
	GIVEN,

	/** Accepted by a reviewer. */
	ACCEPTED,

	/** Refused by a reviewer, with a reason that the business reads. */
	REFUSED

}
