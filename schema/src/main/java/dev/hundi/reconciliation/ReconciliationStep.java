package dev.hundi.reconciliation;

/**
 * What a run does, in this order. Each may be done again: what it did before is not done
 * twice.
 */
public enum ReconciliationStep {

	/**
	 * Takes new statements and ledger transactions, and matches by UTR and amount.
	 */
	COLLECT,

	/** Matches by our reference and amount. */
	MATCH_REFERENCES,

	/** Matches one line with the payouts of a file. */
	MATCH_BATCHES,

	/** Matches debits that came back before we knew of them. */
	MATCH_RETURNS,

	/** Posts what the statement proves: top-ups, doubts settled, returns. */
	APPLY_EFFECTS,

	/** Suggests by amount and account within three days. */
	PROPOSE,

	/** Holds the books against themselves: every rule of money. */
	PROVE_BOOKS,

	/** Opens, keeps and closes breaks. */
	RECORD_BREAKS,

	/** Compares the balances and keeps the figures. */
	PROVE

}
