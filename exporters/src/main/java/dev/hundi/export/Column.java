package dev.hundi.export;

import java.time.Instant;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

/**
 * A column of a table: its heading, and how to get its cell from a row. The kind of a
 * column gives the meaning of its cells; each format decides how to show it.
 *
 * @param <R> the row
 */
public sealed interface Column<R> {

	/** The heading, never blank. */
	String heading();

	/**
	 * Free text, which formats must neutralise.
	 *
	 * @param heading the heading
	 * @param text the text of a row, or {@code null} for an empty cell
	 * @param <R> the row
	 */
	record Text<R>(String heading, Function<R, @Nullable String> text) implements Column<R> {

		public Text {
			requireHeading(heading);
		}

	}

	/**
	 * Free text that people copy and search as a whole, such as a transaction id. A page
	 * shows it on one line, in smaller letters where it is too long for its column.
	 *
	 * @param heading the heading
	 * @param text the text of a row, or {@code null} for an empty cell
	 * @param example a text of usual length; on a page the column is at least as wide
	 * @param <R> the row
	 */
	record Identifier<R>(String heading, Function<R, @Nullable String> text, String example) implements Column<R> {

		public Identifier {
			requireHeading(heading);
		}

	}

	/**
	 * An amount of money.
	 *
	 * @param heading the heading
	 * @param paise the amount of a row, in paise
	 * @param blankIfZero whether a zero is an empty cell, as in separate columns of
	 * debits and credits
	 * @param <R> the row
	 */
	record Rupees<R>(String heading, ToLongFunction<R> paise, boolean blankIfZero) implements Column<R> {

		public Rupees {
			requireHeading(heading);
		}

		/**
		 * A column that shows every amount, including zero.
		 * @param heading the heading
		 * @param paise the amount of a row, in paise
		 */
		public Rupees(String heading, ToLongFunction<R> paise) {
			this(heading, paise, false);
		}

		boolean isBlank(long amountPaise) {
			return this.blankIfZero && amountPaise == 0;
		}

	}

	/**
	 * A whole number without a unit, such as a sequence or a count.
	 *
	 * @param heading the heading
	 * @param number the number of a row
	 * @param <R> the row
	 */
	record WholeNumber<R>(String heading, ToLongFunction<R> number) implements Column<R> {

		public WholeNumber {
			requireHeading(heading);
		}

	}

	/**
	 * An instant, shown in Indian time.
	 *
	 * @param heading the heading
	 * @param instant of a row, or {@code null} for an empty cell
	 * @param <R> the row
	 */
	record Moment<R>(String heading, Function<R, @Nullable Instant> instant) implements Column<R> {

		public Moment {
			requireHeading(heading);
		}

	}

	private static void requireHeading(String heading) {
		if (heading.isBlank()) {
			throw new IllegalArgumentException("A column needs a heading");
		}
	}

}
