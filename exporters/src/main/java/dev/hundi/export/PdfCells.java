package dev.hundi.export;

import java.time.Instant;

import dev.hundi.money.Rupees;

import org.jspecify.annotations.Nullable;

/**
 * Formats cells and facts for people.
 */
final class PdfCells {

	private PdfCells() {
	}

	static <R> String value(Column<R> column, R row) {
		return switch (column) {
			case Column.Text<R> text -> orEmpty(text.text().apply(row));
			case Column.Identifier<R> identifier -> orEmpty(identifier.text().apply(row));
			case Column.Rupees<R> rupees -> rupees(rupees, rupees.paise().applyAsLong(row));
			case Column.WholeNumber<R> number -> Long.toString(number.number().applyAsLong(row));
			case Column.Moment<R> moment -> orEmpty(moment.instant().apply(row));
		};
	}

	static String value(Fact fact) {
		return switch (fact) {
			case Fact.Text text -> text.text();
			case Fact.Rupees rupees -> "₹ " + Rupees.formatGrouped(rupees.paise());
			case Fact.WholeNumber number -> Long.toString(number.number());
			case Fact.Moment moment -> IndianTimes.readableMoment(moment.instant());
		};
	}

	/** The heading, with the unit of an amount and the zone of a time. */
	static String heading(Column<?> column) {
		return switch (column) {
			case Column.Rupees<?> rupees -> withUnit(rupees.heading(), "(₹)");
			case Column.Moment<?> moment -> withUnit(moment.heading(), "(IST)");
			case Column.Text<?> text -> text.heading();
			case Column.Identifier<?> identifier -> identifier.heading();
			case Column.WholeNumber<?> number -> number.heading();
		};
	}

	/** Whether a cell is unusable when it is broken into lines. */
	static boolean isWhole(Column<?> column) {
		return !(column instanceof Column.Text);
	}

	static boolean isFigure(Column<?> column) {
		return column instanceof Column.Rupees || column instanceof Column.WholeNumber;
	}

	private static String withUnit(String heading, String unit) {
		return heading.contains(unit) ? heading : heading + " " + unit;
	}

	private static String rupees(Column.Rupees<?> column, long paise) {
		return column.isBlank(paise) ? "" : Rupees.formatGrouped(paise);
	}

	private static String orEmpty(@Nullable String text) {
		return (text != null) ? text : "";
	}

	private static String orEmpty(@Nullable Instant instant) {
		return (instant != null) ? IndianTimes.readableSecond(instant) : "";
	}

}
