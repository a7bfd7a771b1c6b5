package dev.hundi.export;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Cells and facts as people read them.
 */
final class PdfCells {

	private PdfCells() {
	}

	static <R> String value(Column<R> column, R row) {
		return switch (column) {
			case Column.Text<R> text -> orEmpty(text.text().apply(row));
			case Column.Rupees<R> rupees -> rupees(rupees, rupees.paise().applyAsLong(row));
			case Column.WholeNumber<R> number -> Long.toString(number.number().applyAsLong(row));
			case Column.Moment<R> moment -> orEmpty(moment.instant().apply(row));
		};
	}

	static String value(Fact fact) {
		return switch (fact) {
			case Fact.Text text -> text.text();
			case Fact.Rupees rupees -> "₹ " + IndianFormats.groupedRupees(rupees.paise());
			case Fact.WholeNumber number -> Long.toString(number.number());
			case Fact.Moment moment -> IndianFormats.readableMoment(moment.instant());
		};
	}

	static boolean isFigure(Column<?> column) {
		return column instanceof Column.Rupees || column instanceof Column.WholeNumber;
	}

	private static String rupees(Column.Rupees<?> column, long paise) {
		return column.isBlank(paise) ? "" : IndianFormats.groupedRupees(paise);
	}

	private static String orEmpty(@Nullable String text) {
		return (text != null) ? text : "";
	}

	private static String orEmpty(@Nullable Instant instant) {
		return (instant != null) ? IndianFormats.readableMoment(instant) : "";
	}

}
