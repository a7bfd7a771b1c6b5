package dev.hundi.reconciliation;

/**
 * The steps of a run, in this order. Each is idempotent.
 */
public enum ReconciliationStep {

	/**
	 * Collects new statements and ledger transactions, and matches by UTR and amount.
	 * Meanwhile checks the money invariants of each row and payout.
	 */
	COLLECT,

	/** Matches by our reference and amount. */
	MATCH_REFERENCES,

	/** Matches one line with the payouts of a file. */
	MATCH_BATCHES,

	/** Matches debits with returns that came before the debit was known here. */
	MATCH_RETURNS,

	/** Posts what the statement proves: top-ups, settlements of doubts, returns. */
	APPLY_EFFECTS,

	/** Proposes matches by amount and account within three days. */
	PROPOSE,

	/**
	 * Checks the money invariants of balances, and of the rows and payouts that were not
	 * checked yet.
	 */
	PROVE_BOOKS,

	/** Opens, updates and closes breaks. */
	RECORD_BREAKS,

	/** Compares the balances and stores the figures. */
	PROVE

}
