package dev.hundi.batch.statement.csv;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hundi.batch.statement.common.LineDraft;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.batch.statement.common.UtrForm;
import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.utr.ShortenedNumber;
import org.jspecify.annotations.Nullable;

/**
 * A row of a bank's CSV that is a statement line.
 *
 * @param signedPaise positive for a credit
 * @param balancePaise balance of the account after the row
 * @param line line in the file
 */
record CsvRow(CsvRecord row, Map<String, Integer> header, LocalDate bookedOn, long signedPaise, long balancePaise,
		int line) {

	private static final Pattern DATE = Pattern.compile("\\d{1,4}[-/. ][0-9A-Za-z]{1,9}[-/. ]\\d{2,4}\\b");

	private static final Pattern GROUPS = Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3}");

	/**
	 * Reads a row.
	 * @return the row, or null if it has neither a date nor an amount
	 * @throws RejectedStatementException if a field of the row is missing or invalid
	 */
	static @Nullable CsvRow of(CsvRecord row, Map<String, Integer> header, CsvProfile profile)
			throws RejectedStatementException {
		int line = (int) row.getStartingLineNumber();
		CsvProfile.Columns columns = profile.columns();
		String date = cell(row, header, columns.bookedOn());
		Long paise = signed(row, header, profile, line);
		if (paise == null) {
			if (isDate(date, profile)) {
				throw new RejectedStatementException(line, columns.ofAmount(), "The row has a date but no amount");
			}
			return null;
		}
		if (date == null) {
			throw new RejectedStatementException(line, columns.bookedOn(), "The row has an amount but no date");
		}
		String balance = cell(row, header, columns.balance());
		if (balance == null) {
			throw new RejectedStatementException(line, columns.balance(), "The row has no balance");
		}
		return new CsvRow(row, header, date(date, columns.bookedOn(), profile, line), paise,
				balance(balance, profile, line), line);
	}

	/**
	 * The balance of a row that has no amount and no reference. Before the lines, such a
	 * row states the balance that they begin with.
	 * @return the balance in paise, or null if the row has another form
	 */
	static @Nullable Long onlyBalance(CsvRecord row, Map<String, Integer> header, CsvProfile profile) {
		CsvProfile.Columns columns = profile.columns();
		String balance = cell(row, header, columns.balance());
		boolean hasAmount = Stream.of(columns.amount(), columns.debit(), columns.credit())
			.anyMatch((column) -> cell(row, header, column) != null);
		if (balance == null || hasAmount || hasReference(row, header, profile)) {
			return null;
		}
		try {
			return balance(balance, profile, (int) row.getStartingLineNumber());
		}
		catch (RejectedStatementException ex) {
			return null;
		}
	}

	/** Whether a row after a line has amounts, but nothing else that a line has. */
	static boolean isTotal(CsvRecord row, Map<String, Integer> header, CsvProfile profile) {
		return cell(row, header, profile.columns().bookedOn()) == null
				&& cell(row, header, profile.columns().balance()) == null && !hasReference(row, header, profile);
	}

	private static boolean hasReference(CsvRecord row, Map<String, Integer> header, CsvProfile profile) {
		CsvProfile.Columns columns = profile.columns();
		return Stream.of(columns.utr(), columns.reference(), columns.bankReference(), columns.virtualAccount())
			.anyMatch((column) -> cell(row, header, column) != null);
	}

	/**
	 * Checks that this first row follows from the balance that the file states before it.
	 * A file with the newest row first states the balance after that row.
	 */
	void requireFollows(long statedPaise, CsvProfile profile) throws RejectedStatementException {
		long expected = profile.newestFirst() ? this.balancePaise
				: Math.subtractExact(this.balancePaise, this.signedPaise);
		if (statedPaise != expected) {
			throw new RejectedStatementException(this.line, profile.columns().balance(),
					"The balance stated before the first line should be " + expected + " paise but is " + statedPaise);
		}
	}

	/**
	 * Checks that a row after the end of the lines is no line.
	 * @param end line in the file of the first row without date and amount
	 */
	static void requireNoDate(CsvRecord row, Map<String, Integer> header, CsvProfile profile, int end)
			throws RejectedStatementException {
		if (isDate(cell(row, header, profile.columns().bookedOn()), profile)) {
			throw new RejectedStatementException((int) row.getStartingLineNumber(), profile.columns().bookedOn(),
					"The row has a date, but the lines ended before line " + end);
		}
	}

	/** Whether a text is a date, or would be one if its day or month existed. */
	private static boolean isDate(@Nullable String text, CsvProfile profile) {
		if (text == null) {
			return false;
		}
		try {
			profile.dates().parse(text);
			return true;
		}
		catch (DateTimeException ex) {
			return DATE.matcher(text).lookingAt();
		}
	}

	LineDraft draft(CsvProfile profile) throws RejectedStatementException {
		CsvProfile.Columns columns = profile.columns();
		String value = cell(columns.valueOn());
		String bankReference = reference(columns.bankReference());
		return new LineDraft((this.signedPaise > 0) ? Direction.CREDIT : Direction.DEBIT, this.bookedOn,
				(value != null) ? date(value, columns.valueOn(), profile, this.line) : this.bookedOn)
			.amountPaise(Math.abs(this.signedPaise))
			.utr(reference(columns.utr()))
			.utr(UtrForm.certain(withoutZeros(bankReference)))
			.reference(reference(columns.reference()))
			.bankReference(bankReference)
			.virtualAccountNumber(reference(columns.virtualAccount()))
			.narration(cell(columns.narration()));
	}

	/**
	 * Without its last digits, a UTR would be that of another payment, and two credits
	 * would look like one.
	 */
	private @Nullable String reference(@Nullable String column) throws RejectedStatementException {
		String text = cell(column);
		if (text != null && ShortenedNumber.is(text)) {
			throw new RejectedStatementException(this.line, column,
					"A spreadsheet has shortened the number %s, which has lost digits; take the file from the bank again"
						.formatted(Texts.masked(text)));
		}
		return text;
	}

	/** Some banks pad a reference with zeros. */
	private static @Nullable String withoutZeros(@Nullable String reference) {
		return (reference != null && reference.matches("0{4}\\d{12}")) ? reference.substring(4) : reference;
	}

	private @Nullable String cell(@Nullable String column) {
		return cell(this.row, this.header, column);
	}

	private static @Nullable String cell(CsvRecord row, Map<String, Integer> header, @Nullable String column) {
		Integer index = (column != null) ? header.get(CsvReader.header(column)) : null;
		if (index == null || index >= row.getFieldCount()) {
			return null;
		}
		String text = row.getField(index).strip();
		// An apostrophe marks a long number as text in spreadsheets.
		text = text.startsWith("'") ? text.substring(1).strip() : text;
		return (text.isEmpty() || text.equals("-")) ? null : text;
	}

	private static @Nullable Long signed(CsvRecord row, Map<String, Integer> header, CsvProfile profile, int line)
			throws RejectedStatementException {
		CsvProfile.Columns columns = profile.columns();
		if (columns.amount() == null) {
			Long debit = amount(cell(row, header, columns.debit()), columns.debit(), profile, line);
			Long credit = amount(cell(row, header, columns.credit()), columns.credit(), profile, line);
			if (debit != null && credit != null && debit != 0 && credit != 0) {
				throw new RejectedStatementException(line, columns.ofAmount(), "The row has both a debit and a credit");
			}
			if (debit == null && credit == null) {
				return null;
			}
			return ((credit != null) ? credit : 0) - ((debit != null) ? debit : 0);
		}
		Long amount = amount(cell(row, header, columns.amount()), columns.amount(), profile, line);
		if (amount == null || columns.direction() == null) {
			return amount;
		}
		String direction = cell(row, header, columns.direction());
		String term = String.valueOf(direction).toUpperCase(Locale.ROOT);
		if (profile.debitTerms().contains(term)) {
			return -Math.abs(amount);
		}
		if (profile.creditTerms().contains(term)) {
			return Math.abs(amount);
		}
		throw new RejectedStatementException(line, columns.direction(),
				"Neither a debit nor a credit: " + Texts.masked(direction));
	}

	private static @Nullable Long amount(@Nullable String text, @Nullable String column, CsvProfile profile, int line)
			throws RejectedStatementException {
		if (text == null) {
			return null;
		}
		String signed = (profile.grouping() != ' ') ? text.replace(" ", "") : text;
		boolean negative = signed.startsWith("-");
		String digits = (negative || signed.startsWith("+")) ? signed.substring(1).strip() : signed;
		if (!isGrouped(digits, profile)) {
			throw new RejectedStatementException(line, column,
					"Digits are grouped neither as 1,50,000 nor as 150,000: " + Texts.masked(text));
		}
		try {
			long paise = Texts.paise(digits.replace(Character.toString(profile.grouping()), ""), profile.decimal(),
					line);
			return negative ? -paise : paise;
		}
		catch (RejectedStatementException ex) {
			throw ex.inColumn(column);
		}
	}

	/**
	 * Whether the groups of an amount are those of thousands, or of lakh and crore. With
	 * the separators of another country, {@code 1500,50} would be a hundred times as
	 * much, in amounts and balances alike, so that no sum would show it.
	 */
	private static boolean isGrouped(String digits, CsvProfile profile) {
		int point = digits.indexOf(profile.decimal());
		String whole = (point >= 0) ? digits.substring(0, point) : digits;
		if (point >= 0 && digits.indexOf(profile.grouping(), point) >= 0) {
			return false;
		}
		return whole.indexOf(profile.grouping()) < 0
				|| GROUPS.matcher(whole.replace(profile.grouping(), ',')).matches();
	}

	/** A balance may be followed by CR, or by DR for an overdrawn account. */
	private static long balance(String text, CsvProfile profile, int line) throws RejectedStatementException {
		String digits = text;
		boolean overdrawn = false;
		String upper = text.toUpperCase(Locale.ROOT);
		if (upper.endsWith("CR") || upper.endsWith("DR")) {
			overdrawn = upper.endsWith("DR");
			digits = text.substring(0, text.length() - 2).strip();
		}
		Long paise = amount(digits, profile.columns().balance(), profile, line);
		if (paise == null) {
			throw new RejectedStatementException(line, profile.columns().balance(),
					"Not a balance: " + Texts.masked(text));
		}
		return overdrawn ? -paise : paise;
	}

	private static LocalDate date(String text, @Nullable String column, CsvProfile profile, int line)
			throws RejectedStatementException {
		try {
			return LocalDate.parse(text, profile.dates());
		}
		catch (DateTimeException ex) {
			throw new RejectedStatementException(line, column, "Not a date: " + Texts.masked(text));
		}
	}

}
