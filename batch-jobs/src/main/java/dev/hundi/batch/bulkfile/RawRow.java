package dev.hundi.batch.bulkfile;

import java.util.List;
import java.util.Map;

/**
 * A row as it stands in the file.
 *
 * @param cells stripped of surrounding space; empty where there is nothing; never more
 * than there are headings, unless the row itself is longer
 * @param faults what is wrong with the kind of some cells, by their place
 */
public record RawRow(List<String> cells, Map<Integer, CellFault> faults) {

	public RawRow {
		cells = List.copyOf(cells);
		faults = Map.copyOf(faults);
	}

	/** Characters of all cells. */
	public int chars() {
		int chars = 0;
		for (String cell : this.cells) {
			chars += cell.length();
		}
		return chars;
	}

	/** What a cell must not be. */
	public enum CellFault {

		/** A formula, which nobody here evaluates. */
		FORMULA,
		/**
		 * A number that the spreadsheet keeps with an exponent or not to its last digit.
		 */
		INEXACT_NUMBER,
		/** A spreadsheet's error, such as {@code #REF!}. */
		ERROR_VALUE

	}

}
