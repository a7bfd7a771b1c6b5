package dev.hundi.batch.statement;

import java.util.Locale;
import java.util.Set;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * An ISO 20022 bank transaction code: the codes of its domain, or the bank's own.
 */
record BankCode(@Nullable String domain, @Nullable String family, @Nullable String subFamily,
		@Nullable String proprietary) {

	static final BankCode NONE = new BankCode(null, null, null, null);

	/** Sub-families of what a bank takes for its work, whatever the family. */
	private static final Set<String> CHARGES = Set.of("CHRG", "COMM", "COME", "COMI", "COMT", "FEES");

	/** Reversal due to a payment's return, or due to a request for its cancellation. */
	private static final Set<String> RETURNS = Set.of("RRTN", "RPCR");

	/** Other reversals: of direct debits and cheques. */
	private static final Set<String> REVERSALS = Set.of("PRDD", "UPDD", "URCQ", "UPCQ");

	/** The code as one text, or null for none. */
	@Nullable String text() {
		if (this.domain == null) {
			return this.proprietary;
		}
		return this.domain + '/' + this.family + '/' + this.subFamily;
	}

	/**
	 * What the entry is, or null where the code does not say.
	 * @param reversal whether the bank calls it a reversal
	 * @param returned whether it tells why money came back
	 */
	@Nullable LineKind kind(Direction direction, boolean reversal, boolean returned) {
		if (returned || (this.subFamily != null && RETURNS.contains(this.subFamily))) {
			return (direction == Direction.CREDIT) ? LineKind.RETURN : LineKind.REVERSAL;
		}
		if (reversal || (this.subFamily != null && REVERSALS.contains(this.subFamily))) {
			return LineKind.REVERSAL;
		}
		if ("TAXE".equals(this.subFamily)) {
			return LineKind.GST;
		}
		if (this.subFamily != null && CHARGES.contains(this.subFamily)) {
			return LineKind.CHARGE;
		}
		if ("PMNT".equals(this.domain) && this.family != null) {
			return switch (this.family) {
				case "ICDT", "IRCT" -> (direction == Direction.DEBIT) ? LineKind.PAYMENT : null;
				case "RCDT", "RRCT" -> (direction == Direction.CREDIT) ? LineKind.CREDIT : null;
				default -> null;
			};
		}
		return ownKind(direction);
	}

	/** By the words that banks use for codes of their own. */
	private @Nullable LineKind ownKind(Direction direction) {
		if (this.proprietary == null || this.domain != null) {
			return null;
		}
		String code = this.proprietary.toUpperCase(Locale.ROOT);
		if (code.matches(".*\\b(GST|CGST|SGST|IGST)\\b.*")) {
			return LineKind.GST;
		}
		if (code.matches(".*\\b(CHRG|CHG|CHGS|CHARGES?|FEES?)\\b.*")) {
			return LineKind.CHARGE;
		}
		if (code.matches(".*\\b(RETURN|RTN)\\b.*")) {
			return (direction == Direction.CREDIT) ? LineKind.RETURN : LineKind.REVERSAL;
		}
		if (rail() != null) {
			return (direction == Direction.DEBIT) ? LineKind.PAYMENT : LineKind.CREDIT;
		}
		return null;
	}

	/** The rail that the bank's own code names, or null. */
	@Nullable Rail rail() {
		if (this.proprietary == null) {
			return null;
		}
		for (String word : this.proprietary.toUpperCase(Locale.ROOT).split("[^A-Z]+")) {
			switch (word) {
				case "IMPS" -> {
					return Rail.IMPS;
				}
				case "NEFT" -> {
					return Rail.NEFT;
				}
				case "RTGS" -> {
					return Rail.RTGS;
				}
				case "SELF" -> {
					return Rail.SELF;
				}
				case "UPI" -> {
					return Rail.UPI;
				}
				default -> {
					// Another word of the code may name it.
				}
			}
		}
		return null;
	}

}
