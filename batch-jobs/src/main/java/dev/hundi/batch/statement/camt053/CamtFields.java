package dev.hundi.batch.statement.camt053;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.time.India;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * Parses the element that the cursor has just opened, to its end.
 */
final class CamtFields {

	/** The time has no second T, because all pairs of them would be tried. */
	private static final Pattern WITH_OFFSET = Pattern.compile("[^T]*T[^T]*(?:Z|[+-]\\d\\d:\\d\\d)");

	private static final int DATE_CHARS = 10;

	private CamtFields() {
	}

	static boolean isTrue(String text) {
		return text.equals("true") || text.equals("1");
	}

	/** The text of the last child with this name, or null. */
	static @Nullable String child(XmlCursor xml, String name) throws IOException {
		String text = null;
		while (xml.next()) {
			if (xml.name().equals(name)) {
				text = xml.text();
			}
			else {
				xml.skip();
			}
		}
		return text;
	}

	/** The date in India of a choice of {@code Dt} and {@code DtTm}. */
	static @Nullable LocalDate date(XmlCursor xml) throws RejectedStatementException, IOException {
		LocalDate date = null;
		while (xml.next()) {
			String name = xml.name();
			if (name.equals("Dt") || name.equals("DtTm")) {
				date = date(xml.text(), xml);
			}
			else {
				xml.skip();
			}
		}
		return date;
	}

	private static LocalDate date(String text, XmlCursor xml) throws RejectedStatementException {
		try {
			if (text.length() > DATE_CHARS && WITH_OFFSET.matcher(text).matches()) {
				return OffsetDateTime.parse(text).atZoneSameInstant(India.ZONE).toLocalDate();
			}
			// A date may have a zone too, which does not change the day.
			return LocalDate.of(Integer.parseInt(text, 0, 4, 10), twoDigits(text, 5), twoDigits(text, 8));
		}
		catch (IndexOutOfBoundsException | NumberFormatException | DateTimeException ex) {
			throw new RejectedStatementException(xml.line(), "Not a date: " + Texts.masked(text));
		}
	}

	/** Two digits after a dash. */
	private static int twoDigits(String text, int at) {
		if (text.charAt(at - 1) != '-' || !Character.isDigit(text.charAt(at))) {
			throw new NumberFormatException(text);
		}
		return Integer.parseInt(text, at, at + 2, 10);
	}

	/** An amount in paise. */
	static long paise(XmlCursor xml) throws RejectedStatementException, IOException {
		int line = xml.line();
		String currency = xml.attribute("Ccy");
		if (!"INR".equals(currency)) {
			throw new RejectedStatementException(line, "The amount is not in INR but in " + Texts.quoted(currency));
		}
		return Texts.paise(xml.text(), '.', line);
	}

	static Direction direction(XmlCursor xml) throws RejectedStatementException, IOException {
		String text = xml.text();
		return switch (text) {
			case "CRDT" -> Direction.CREDIT;
			case "DBIT" -> Direction.DEBIT;
			default -> throw new RejectedStatementException(xml.line(), "Neither CRDT nor DBIT: " + Texts.quoted(text));
		};
	}

	/** The IBAN of an account, or its id under another scheme. */
	static @Nullable String accountId(XmlCursor xml) throws IOException {
		String id = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "IBAN" -> id = xml.text();
				case "Othr" -> {
					String other = child(xml, "Id");
					id = (other != null) ? other : id;
				}
				default -> xml.skip();
			}
		}
		return id;
	}

	/**
	 * A bank transaction code.
	 * @param last the code read before, returned if the codes are equal
	 */
	static BankCode bankCode(XmlCursor xml, BankCode last) throws IOException {
		@Nullable String[] codes = new String[4];
		while (xml.next()) {
			switch (xml.name()) {
				case "Domn" -> readDomain(xml, codes);
				case "Prtry" -> codes[3] = child(xml, "Cd");
				default -> xml.skip();
			}
		}
		return last.has(codes) ? last : BankCode.of(codes[0], codes[1], codes[2], codes[3]);
	}

	private static void readDomain(XmlCursor xml, @Nullable String[] codes) throws IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "Cd" -> codes[0] = xml.text();
				case "Fmly" -> {
					while (xml.next()) {
						switch (xml.name()) {
							case "Cd" -> codes[1] = xml.text();
							case "SubFmlyCd" -> codes[2] = xml.text();
							default -> xml.skip();
						}
					}
				}
				default -> xml.skip();
			}
		}
	}

}
