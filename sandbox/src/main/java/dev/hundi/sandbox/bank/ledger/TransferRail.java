package dev.hundi.sandbox.bank.ledger;

/** A payment network. */
public enum TransferRail {

	IMPS, NEFT, RTGS, SELF, UPI;

	/**
	 * A transaction reference of the length this rail's network uses: RTGS 22 characters,
	 * NEFT 16, the others 12 digits.
	 * @param sequence of the ledger entry, which makes the reference unique
	 * @param dayOfYear 1 to 366
	 */
	String utr(long sequence, int dayOfYear) {
		return switch (this) {
			case RTGS -> "HNDBR%03d%014d".formatted(dayOfYear, sequence);
			case NEFT -> "HNDBN%03d%08d".formatted(dayOfYear, sequence % 100_000_000);
			case IMPS, SELF, UPI -> "%03d%09d".formatted(dayOfYear, sequence % 1_000_000_000);
		};
	}

}
