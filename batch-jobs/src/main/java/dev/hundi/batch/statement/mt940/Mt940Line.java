package dev.hundi.batch.statement.mt940;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Year;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.LineDraft;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.batch.statement.common.UtrForm;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * A statement line: field 61 and the field 86 after it.
 */
final class Mt940Line {

	/** Value date, entry date, mark, funds code, amount, type, references. */
	private static final Pattern FORM = Pattern
		.compile("(\\d{6})(\\d{4})?(R?[CD]|E[CD])([A-Z])?(\\d{1,15},\\d{0,2})([A-Z][A-Z0-9]{3})(.*)");

	private final LineDraft draft;

	private final long paise;

	private Mt940Line(LineDraft draft, long paise) {
		this.draft = draft;
		this.paise = paise;
	}

	static Mt940Line of(Mt940Fields.Field field) throws RejectedStatementException {
		Matcher matcher = FORM.matcher(field.first());
		if (!matcher.matches() || matcher.group(3).startsWith("E")) {
			throw new RejectedStatementException(field.at(), "Not a statement line: " + Texts.masked(field.first()));
		}
		LocalDate valueOn = Mt940Reader.date(matcher.group(1), field.at());
		LocalDate bookedOn = bookedOn(matcher.group(2), valueOn, field.at());
		String mark = matcher.group(3);
		boolean reversal = mark.startsWith("R");
		// The reversal of a credit is a debit.
		boolean credit = mark.endsWith("C") != reversal;
		String type = matcher.group(6);
		long paise = Texts.paise(matcher.group(5), ',', field.at());
		Direction direction = credit ? Direction.CREDIT : Direction.DEBIT;
		LineDraft draft = new LineDraft(direction, bookedOn, valueOn).amountPaise(paise)
			.bankCode(type)
			.kind(kind(type.substring(1), direction, reversal));
		if (type.endsWith("TRF")) {
			draft.defaultKind(credit ? LineKind.CREDIT : LineKind.PAYMENT);
		}
		references(draft, matcher.group(7));
		if (field.lines().size() > 1) {
			draft.narration(String.join(" ", field.lines().subList(1, field.lines().size())));
		}
		return new Mt940Line(draft, paise);
	}

	private static @Nullable LineKind kind(String code, Direction direction, boolean reversal) {
		return switch (code) {
			case "RTI" -> (direction == Direction.CREDIT) ? LineKind.RETURN : LineKind.REVERSAL;
			case "CHG", "COM" -> reversal ? LineKind.REVERSAL : LineKind.CHARGE;
			default -> reversal ? LineKind.REVERSAL : null;
		};
	}

	/** Reads our or the payer's reference and, after two slashes, the bank's. */
	private static void references(LineDraft draft, String text) {
		int slashes = text.indexOf("//");
		String own = (slashes >= 0) ? text.substring(0, slashes) : text;
		String bank = (slashes >= 0) ? text.substring(slashes + 2) : null;
		draft.bankReference(bank).utr(UtrForm.certain(bank));
		String utr = UtrForm.certain(own);
		if (utr != null) {
			draft.utr(utr);
		}
		else {
			draft.reference(own);
		}
	}

	private static LocalDate bookedOn(@Nullable String monthAndDay, LocalDate valueOn, int at)
			throws RejectedStatementException {
		if (monthAndDay == null) {
			return valueOn;
		}
		try {
			int month = Integer.parseInt(monthAndDay, 0, 2, 10);
			int day = Integer.parseInt(monthAndDay, 2, 4, 10);
			LocalDate nearest = null;
			// Choose the year in which the date is nearest to the value date.
			for (int year = valueOn.getYear() - 1; year <= valueOn.getYear() + 1; year++) {
				if (day == 29 && month == 2 && !Year.isLeap(year)) {
					continue;
				}
				LocalDate date = LocalDate.of(year, month, day);
				if (nearest == null || distance(date, valueOn) < distance(nearest, valueOn)) {
					nearest = date;
				}
			}
			if (nearest != null) {
				return nearest;
			}
		}
		catch (DateTimeException ex) {
			// Rejected below.
		}
		throw new RejectedStatementException(at, "Not a date: " + Texts.masked(monthAndDay));
	}

	private static long distance(LocalDate one, LocalDate other) {
		return Math.abs(ChronoUnit.DAYS.between(one, other));
	}

	void explain(Mt940Fields.Field field) {
		Mt940Information.read(field.lines()).fill(this.draft);
	}

	void write(StatementSink sink, Narrations narrations) {
		if (this.paise > 0) {
			sink.line(this.draft.line(narrations));
		}
	}

}
