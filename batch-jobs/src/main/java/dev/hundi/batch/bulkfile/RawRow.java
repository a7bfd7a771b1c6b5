package dev.hundi.batch.bulkfile;

import java.util.List;
import java.util.Map;

/**
 * A row as written in the file.
 *
 * @param cells without surrounding white space; more than there are headings only if the
 * row itself is longer
 * @param faults faults of cells, by column index
 */
public record RawRow(List<String> cells, Map<Integer, CellFault> faults) {

	public RawRow {
		cells = List.copyOf(cells);
		faults = Map.copyOf(faults);
	}

	public int chars() {
		int chars = 0;
		for (String cell : this.cells) {
			chars += cell.length();
		}
		return chars;
	}

	/** A kind of cell whose value is not trusted. */
	public enum CellFault {

		/** A formula; formulas are not evaluated. */
		FORMULA,
		/** A number with an exponent, or with more digits than a spreadsheet keeps. */
		INEXACT_NUMBER,
		/** A spreadsheet error such as {@code #REF!}. */
		ERROR_VALUE

	}

}
