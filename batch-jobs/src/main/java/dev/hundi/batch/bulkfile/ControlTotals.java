package dev.hundi.batch.bulkfile;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

/**
 * What a part of a pain.001 message declares of its transfers, and what they come to: the
 * number always, the sum where it is declared. ISO 20022 adds up the amounts whatever
 * their currency; one that is no number is an error of its row and counts nothing.
 */
final class ControlTotals {

	private static final int MAX_NAME_CHARS = 35;

	private static final int MAX_NUMBER_CHARS = 20;

	/** So many that the paise of the sum fit into a long. */
	private static final int MAX_RUPEE_DIGITS = 16;

	private String where;

	private @Nullable Integer declaredRows;

	private @Nullable BigDecimal declaredSum;

	private int rows;

	private BigDecimal sum = BigDecimal.ZERO;

	/**
	 * Totals of a part.
	 * @param where the part, as a merchant is told of it
	 */
	ControlTotals(String where) {
		this.where = where;
	}

	/** Says what the merchant calls the part. */
	void name(String name) {
		String shown = name.replaceAll("[^\\p{L}\\p{Nd} ._/-]", "");
		this.where += " (" + shown.substring(0, Math.min(shown.length(), MAX_NAME_CHARS)) + ")";
	}

	void declareRows(String text) {
		BigDecimal number = number(text);
		if (number == null || number.signum() < 0 || number.scale() > 0 || number.precision() > 9) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH, "NbOfTxs of " + this.where + " is no number");
		}
		this.declaredRows = number.intValueExact();
	}

	void declareSum(String text) {
		BigDecimal number = number(text);
		if (number == null || number.stripTrailingZeros().scale() > 2
				|| number.precision() - number.scale() > MAX_RUPEE_DIGITS) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH,
					"CtrlSum of " + this.where + " is no amount in rupees");
		}
		this.declaredSum = number;
	}

	void addRow() {
		this.rows++;
	}

	void addAmount(String text) {
		BigDecimal number = number(text);
		if (number != null) {
			this.sum = this.sum.add(number);
		}
	}

	/**
	 * The declared number of transfers.
	 * @throws RefusedFileException if none is declared
	 */
	int requiredRows() {
		Integer declared = this.declaredRows;
		if (declared == null) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH, "NbOfTxs of " + this.where + " is not there");
		}
		return declared;
	}

	/** The declared sum in paise, or null. */
	@Nullable Long paise() {
		BigDecimal declared = this.declaredSum;
		return (declared != null) ? Long.valueOf(declared.movePointRight(2).longValueExact()) : null;
	}

	/**
	 * Holds what was declared against what was there.
	 * @throws RefusedFileException if it does not hold
	 */
	void require() {
		Integer number = this.declaredRows;
		if (number != null && number != this.rows) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH,
					"NbOfTxs of %s is %d, and there are %d transfers".formatted(this.where, number, this.rows));
		}
		BigDecimal declared = this.declaredSum;
		if (declared != null && declared.compareTo(this.sum) != 0) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH, "CtrlSum of %s is %s, and its amounts add up to %s"
				.formatted(this.where, declared.toPlainString(), this.sum.toPlainString()));
		}
	}

	/** Without an exponent, which could make a short text a number of any size. */
	private static @Nullable BigDecimal number(String text) {
		return (text.length() <= MAX_NUMBER_CHARS && text.matches("-?[0-9]+(\\.[0-9]*)?|-?\\.[0-9]+"))
				? new BigDecimal(text) : null;
	}

}
