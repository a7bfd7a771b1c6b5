package dev.hundi.batch.bulkfile;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A row as shown in the file.
 *
 * @param cells without surrounding white space; more than there are headings only if the
 * row itself is longer
 * @param notes what the text of a cell does not say, by column index; only of columns
 * that {@link dev.hundi.bulk.BulkColumn} knows
 * @param hiddenRow number of the row in its sheet, from 1, if the sheet hides it, else 0
 * @param payOn the day on which the file asks for the payment, or null if it names none
 */
public record RawRow(List<String> cells, Map<Integer, CellNote> notes, int hiddenRow, @Nullable LocalDate payOn) {

	public RawRow {
		cells = List.copyOf(cells);
		notes = Map.copyOf(notes);
	}

	/** A row of a sheet. */
	RawRow(List<String> cells, Map<Integer, CellNote> notes, int hiddenRow) {
		this(cells, notes, hiddenRow, null);
	}

	/** A row of plain text. */
	RawRow(List<String> cells) {
		this(cells, Map.of(), 0);
	}

	public int chars() {
		int chars = 0;
		for (String cell : this.cells) {
			chars += cell.length();
		}
		return chars;
	}

	/**
	 * What is known of a cell besides the text that it shows.
	 *
	 * @param fault why its text cannot be taken, or null
	 * @param formula whether the text is the stored result of a formula
	 * @param number the number that the text stands for, or null for a text
	 */
	public record CellNote(@Nullable CellFault fault, boolean formula, @Nullable BigDecimal number) {
	}

	/** Why a cell is not taken. */
	public enum CellFault {

		/** A formula without a stored result; formulas are not evaluated. */
		FORMULA,
		/** A number with an exponent, or with more digits than a spreadsheet keeps. */
		INEXACT_NUMBER,
		/** A number whose format is one of amounts; a fault except in an amount. */
		NUMBER_FORMAT,
		/** A date or a time. */
		DATE,
		/** A percentage. */
		PERCENT,
		/** A spreadsheet error such as {@code #REF!}. */
		ERROR_VALUE

	}

}
