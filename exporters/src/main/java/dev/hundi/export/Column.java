package dev.hundi.export;

import java.time.Instant;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

/**
 * One column of a table: its heading, and where its cell comes from in a row. The kind of
 * a column says what its cells mean; each format decides how such a cell looks.
 *
 * @param <R> the row
 */
public sealed interface Column<R> {

	/**
	 * The heading of the column.
	 * @return some text, never blank
	 */
	String heading();

	/**
	 * Text as somebody wrote it, and therefore hostile until it is neutralised.
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
	 * Money.
	 *
	 * @param heading the heading
	 * @param paise the amount of a row, in paise
	 * @param blankIfZero whether a cell of zero is left empty, as in a column of debits
	 * beside one of credits
	 * @param <R> the row
	 */
	record Rupees<R>(String heading, ToLongFunction<R> paise, boolean blankIfZero) implements Column<R> {

		public Rupees {
			requireHeading(heading);
		}

		/**
		 * A column that shows every amount, zero too.
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
	 * A moment, shown in Indian time.
	 *
	 * @param heading the heading
	 * @param instant the moment of a row, or {@code null} for an empty cell
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
