package dev.hundi.ledger;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.payout.Rail;

/**
 * The shared accounts of the double-entry ledger. Amounts are signed paise: plus is owed
 * by the platform, so money at the bank is negative on {@link #NODAL} and all entries of
 * the ledger sum to zero. Each wallet has its own account, {@code wallet.account_id}.
 */
public enum LedgerAccount {

	NODAL(1, "nodal"),

	COMMISSION(2, "revenue:commission"),

	GST(3, "payable:gst"),

	SUSPENSE(4, "suspense"),

	ADJUSTMENTS(5, "adjustments"),

	VERIFICATION(6, "revenue:verification"),

	BANK_CHARGES(7, "expense:bank-charges"),

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

	/**
	 * SQL for the id of the clearing account of a rail, which holds the money between the
	 * debit and the bank's final answer.
	 * @param railColumn column with the rail's code
	 */
	public static String clearingSql(String railColumn) {
		return Stream.of(Rail.values())
			.map((rail) -> " WHEN '" + rail.code() + "' THEN " + clearing(rail).id)
			.collect(Collectors.joining("", "CASE " + railColumn, " END"));
	}

	private static LedgerAccount clearing(Rail rail) {
		return switch (rail) {
			case IMPS -> CLEARING_IMPS;
			case NEFT -> CLEARING_NEFT;
			case RTGS -> CLEARING_RTGS;
			case SELF -> CLEARING_SELF;
			case UPI -> CLEARING_UPI;
		};
	}

	/**
	 * The shared account with a code.
	 * @throws IllegalArgumentException if there is none
	 */
	public static LedgerAccount of(String code) {
		return Stream.of(values())
			.filter((account) -> account.code.equals(code))
			.findAny()
			.orElseThrow(() -> new IllegalArgumentException("There is no shared ledger account " + code));
	}

	public long id() {
		return this.id;
	}

	public String code() {
		return this.code;
	}

}
