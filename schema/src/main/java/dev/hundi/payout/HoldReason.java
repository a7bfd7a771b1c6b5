package dev.hundi.payout;

/** Why a payout in status 3 is not debited yet (docs/api-decisions.md, "Payouts"). */
public enum HoldReason {

	/** People must approve it. */
	APPROVAL,

	/** Its time has not come. */
	SCHEDULED,

	/** A debit was tried, and the payout waits for a higher balance. */
	LOW_BALANCE

}
