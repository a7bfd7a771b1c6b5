package dev.hundi.onboarding;

/** What became of an act of the staff on a case. */
public enum ReviewResult {

	DONE,

	/** There is no such case, requirement or proposal. */
	UNKNOWN,

	/** Another person changed it meanwhile; nothing is overwritten. */
	STALE,

	/** The case is with the business. */
	WITH_MERCHANT,

	/** The case is approved or rejected. */
	CLOSED,

	/** A required entry is not accepted, or one is not decided. */
	NOT_ALL_ACCEPTED,

	/** A return needs a refused entry. */
	NOTHING_REFUSED,

	/** Documents in quarantine cannot be accepted. */
	QUARANTINED,

	/** The reviewer cannot be the approver. */
	MAKER_IS_CHECKER,

	/** The case changed since the proposal, or the proposal is closed. */
	PROPOSE_AGAIN

}
