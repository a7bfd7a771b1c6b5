package dev.hundi.batch.ledger;

/** What of the ledger is exported. */
enum LedgerContent {

	/** Opening balance, movements and closing balance of each account. */
	TRIAL_BALANCE,

	/** Every posting with its entries. */
	JOURNAL

}
