package dev.hundi.batch.bulkfile;

import java.math.BigDecimal;

import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;

/**
 * The declared and the actual totals of a part of a pain.001 message: always the number
 * of transfers, and the sum if it is declared. ISO 20022 adds up the amounts of all
 * currencies. An amount that is not a number is an error of its row and counts as zero.
 */
final class ControlTotals {

	private static final int MAX_NAME_CHARS = 35;

	private static final int MAX_NUMBER_CHARS = 20;

	/** The paise of so many rupees fit a long. */
	private static final int MAX_RUPEE_DIGITS = 16;

	private String where;

	private @Nullable Integer declaredRows;

	private @Nullable BigDecimal declaredSum;

	private int rows;

	private BigDecimal sum = BigDecimal.ZERO;

	/**
	 * Totals of a part.
	 * @param where the part, as reported to the merchant
	 */
	ControlTotals(String where) {
		this.where = where;
	}

	/** Adds the merchant's name of the part to its description. */
	void name(String name) {
		String shown = name.replaceAll("[^\\p{L}\\p{Nd} ._/-]", "");
		this.where += " (" + Beginning.of(shown, MAX_NAME_CHARS) + ")";
	}

	void declareRows(String text) {
		BigDecimal number = number(text);
		if (number == null || number.signum() < 0 || number.scale() > 0 || number.precision() > 9) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH, "NbOfTxs of " + this.where + " is not a number");
		}
		this.declaredRows = number.intValueExact();
	}

	void declareSum(String text) {
		BigDecimal number = number(text);
		if (number == null || number.stripTrailingZeros().scale() > 2
				|| number.precision() - number.scale() > MAX_RUPEE_DIGITS) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH,
					"CtrlSum of " + this.where + " is not an amount in rupees");
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
			throw new RefusedFileException(FileFault.COUNT_MISMATCH, "NbOfTxs of " + this.where + " is missing");
		}
		return declared;
	}

	/** The declared sum in paise, or null. */
	@Nullable Long paise() {
		BigDecimal declared = this.declaredSum;
		return (declared != null) ? Long.valueOf(declared.movePointRight(2).longValueExact()) : null;
	}

	/**
	 * Compares the declared totals with the actual ones.
	 * @throws RefusedFileException if they differ
	 */
	void requireDeclared() {
		Integer number = this.declaredRows;
		if (number != null && number != this.rows) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH,
					"NbOfTxs of %s is %d, but it has %d transfers".formatted(this.where, number, this.rows));
		}
		BigDecimal declared = this.declaredSum;
		if (declared != null && declared.compareTo(this.sum) != 0) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH, "CtrlSum of %s is %s, but its amounts add up to %s"
				.formatted(this.where, declared.toPlainString(), this.sum.toPlainString()));
		}
	}

	/** Rejects exponents, with which a short text could be a number of any size. */
	private static @Nullable BigDecimal number(String text) {
		return (text.length() <= MAX_NUMBER_CHARS && text.matches("-?[0-9]+(\\.[0-9]*)?|-?\\.[0-9]+"))
				? new BigDecimal(text) : null;
	}

}
