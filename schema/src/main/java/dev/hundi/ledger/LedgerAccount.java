package dev.hundi.ledger;

import dev.hundi.payout.Rail;

/**
 * The shared accounts of the double-entry ledger (architecture, "Books"). Amounts are
 * signed paise: plus is owed by the platform, so money at the bank stands as minus on
 * {@link #NODAL} and all entries of the ledger sum to zero. A wallet has an account of
 * its own, named in {@code wallet.account_id}.
 */
public enum LedgerAccount {

	NODAL(1, "nodal"),

	COMMISSION(2, "revenue:commission"),

	GST(3, "payable:gst"),

	SUSPENSE(4, "suspense"),

	ADJUSTMENTS(5, "adjustments"),

	CLEARING_IMPS(11, "clearing:IMPS"),

	CLEARING_NEFT(12, "clearing:NEFT"),

	CLEARING_RTGS(13, "clearing:RTGS"),

	CLEARING_SELF(14, "clearing:SELF"),

	CLEARING_UPI(15, "clearing:UPI");

	private final long id;

	private final String code;

	LedgerAccount(long id, String code) {
		this.id = id;
		this.code = code;
	}

	/** Where money of a rail stands between the debit and the bank's final answer. */
	public static LedgerAccount clearing(Rail rail) {
		return switch (rail) {
			case IMPS -> CLEARING_IMPS;
			case NEFT -> CLEARING_NEFT;
			case RTGS -> CLEARING_RTGS;
			case SELF -> CLEARING_SELF;
			case UPI -> CLEARING_UPI;
		};
	}

	/** Key in {@code ledger_account}. */
	public long id() {
		return this.id;
	}

	public String code() {
		return this.code;
	}

}
