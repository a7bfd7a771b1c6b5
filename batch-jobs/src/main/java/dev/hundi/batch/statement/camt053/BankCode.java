package dev.hundi.batch.statement.camt053;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * An ISO 20022 bank transaction code: domain codes, or a proprietary code of the bank.
 *
 * @param rail the rail named by the proprietary code, or null
 * @param text the code as one text, or null for none
 */
record BankCode(@Nullable String domain, @Nullable String family, @Nullable String subFamily,
		@Nullable String proprietary, @Nullable Rail rail, @Nullable String text) {

	static final BankCode NONE = of(null, null, null, null);

	/** Sub-families of charges, in any family. */
	private static final Set<String> CHARGES = Set.of("CHRG", "COMM", "COME", "COMI", "COMT", "FEES");

	/** Reversals due to the return of a payment or a cancellation request. */
	private static final Set<String> RETURNS = Set.of("RRTN", "RPCR");

	/** Reversals of direct debits and cheques. */
	private static final Set<String> REVERSALS = Set.of("PRDD", "UPDD", "URCQ", "UPCQ");

	static BankCode of(@Nullable String domain, @Nullable String family, @Nullable String subFamily,
			@Nullable String proprietary) {
		return new BankCode(domain, family, subFamily, proprietary, (proprietary != null) ? railOf(proprietary) : null,
				(domain != null) ? domain + '/' + family + '/' + subFamily : proprietary);
	}

	boolean has(@Nullable String[] codes) {
		return Objects.equals(this.domain, codes[0]) && Objects.equals(this.family, codes[1])
				&& Objects.equals(this.subFamily, codes[2]) && Objects.equals(this.proprietary, codes[3]);
	}

	/**
	 * The kind of the entry, or null if the code does not determine it.
	 * @param reversal whether the bank marks the entry as a reversal
	 * @param returned whether the entry has a return reason
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
		return proprietaryKind(direction);
	}

	/** Recognises terms that banks use in proprietary codes. */
	private @Nullable LineKind proprietaryKind(Direction direction) {
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
		if (this.rail != null) {
			return (direction == Direction.DEBIT) ? LineKind.PAYMENT : LineKind.CREDIT;
		}
		return null;
	}

	private static @Nullable Rail railOf(String proprietary) {
		for (String word : proprietary.toUpperCase(Locale.ROOT).split("[^A-Z]+")) {
			Rail named = switch (word) {
				case "IMPS" -> Rail.IMPS;
				case "NEFT" -> Rail.NEFT;
				case "RTGS" -> Rail.RTGS;
				case "SELF" -> Rail.SELF;
				case "UPI" -> Rail.UPI;
				default -> null;
			};
			if (named != null) {
				return named;
			}
		}
		return null;
	}

}
