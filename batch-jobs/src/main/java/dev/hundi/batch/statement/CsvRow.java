package dev.hundi.batch.statement;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import org.jspecify.annotations.Nullable;

/**
 * A row of a bank's CSV.
 *
 * @param signedPaise above zero for money in
 * @param balancePaise of the account after it
 * @param line of the file
 */
record CsvRow(CsvRecord row, Map<String, Integer> header, LocalDate bookedOn, long signedPaise, long balancePaise,
		int line) {

	/**
	 * Reads a row.
	 * @return the row, or null if it is none: it has neither date nor amount
	 * @throws RejectedStatementException if it has one of them and not the other, or
	 * something else in its place
	 */
	static @Nullable CsvRow of(CsvRecord row, Map<String, Integer> header, CsvProfile profile)
			throws RejectedStatementException {
		int line = (int) row.getStartingLineNumber();
		CsvProfile.Columns columns = profile.columns();
		String date = cell(row, header, columns.bookedOn());
		Long paise = signed(row, header, profile, line);
		if (paise == null) {
			return null;
		}
		if (date == null) {
			throw new RejectedStatementException(line, "An amount has no date");
		}
		String balance = cell(row, header, columns.balance());
		if (balance == null) {
			throw new RejectedStatementException(line, "A line has no balance");
		}
		return new CsvRow(row, header, date(date, profile, line), paise, balance(balance, profile, line), line);
	}

	LineDraft draft(CsvProfile profile) throws RejectedStatementException {
		CsvProfile.Columns columns = profile.columns();
		String value = cell(columns.valueOn());
		LineDraft draft = new LineDraft((this.signedPaise > 0) ? Direction.CREDIT : Direction.DEBIT, this.bookedOn,
				(value != null) ? date(value, profile, this.line) : this.bookedOn);
		draft.amountPaise = Math.abs(this.signedPaise);
		String bankReference = cell(columns.bankReference());
		return draft.utr(cell(columns.utr()))
			.utr(UtrForm.certain(withoutZeros(bankReference)))
			.reference(cell(columns.reference()))
			.bankReference(bankReference)
			.virtualAccountNumber(cell(columns.virtualAccount()))
			.narration(cell(columns.narration()));
	}

	/** Some banks fill a reference up with zeros. */
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
		// A spreadsheet keeps a long number only after an apostrophe.
		text = text.startsWith("'") ? text.substring(1).strip() : text;
		return (text.isEmpty() || text.equals("-")) ? null : text;
	}

	private static @Nullable Long signed(CsvRecord row, Map<String, Integer> header, CsvProfile profile, int line)
			throws RejectedStatementException {
		CsvProfile.Columns columns = profile.columns();
		if (columns.amount() == null) {
			Long debit = amount(cell(row, header, columns.debit()), profile, line);
			Long credit = amount(cell(row, header, columns.credit()), profile, line);
			if (debit != null && credit != null && debit != 0 && credit != 0) {
				throw new RejectedStatementException(line, "A line has both a debit and a credit");
			}
			if (debit == null && credit == null) {
				return null;
			}
			return ((credit != null) ? credit : 0) - ((debit != null) ? debit : 0);
		}
		Long amount = amount(cell(row, header, columns.amount()), profile, line);
		if (amount == null || columns.direction() == null) {
			return amount;
		}
		String word = String.valueOf(cell(row, header, columns.direction())).toUpperCase(Locale.ROOT);
		if (profile.debitWords().contains(word)) {
			return -Math.abs(amount);
		}
		if (profile.creditWords().contains(word)) {
			return Math.abs(amount);
		}
		throw new RejectedStatementException(line, "Neither a debit nor a credit: " + Texts.quoted(word));
	}

	private static @Nullable Long amount(@Nullable String text, CsvProfile profile, int line)
			throws RejectedStatementException {
		if (text == null) {
			return null;
		}
		String digits = text.replace(Character.toString(profile.grouping()), "").replace(" ", "");
		boolean negative = digits.startsWith("-");
		long paise = Texts.paise((negative || digits.startsWith("+")) ? digits.substring(1) : digits, profile.decimal(),
				line);
		return negative ? -paise : paise;
	}

	/** A balance may say after its digits that the account is overdrawn. */
	private static long balance(String text, CsvProfile profile, int line) throws RejectedStatementException {
		String digits = text;
		boolean overdrawn = false;
		String upper = text.toUpperCase(Locale.ROOT);
		if (upper.endsWith("CR") || upper.endsWith("DR")) {
			overdrawn = upper.endsWith("DR");
			digits = text.substring(0, text.length() - 2).strip();
		}
		Long paise = amount(digits, profile, line);
		if (paise == null) {
			throw new RejectedStatementException(line, "No balance: " + Texts.quoted(text));
		}
		return overdrawn ? -paise : paise;
	}

	private static LocalDate date(String text, CsvProfile profile, int line) throws RejectedStatementException {
		try {
			return LocalDate.parse(text, profile.dates());
		}
		catch (DateTimeException ex) {
			throw new RejectedStatementException(line, "No date: " + Texts.quoted(text));
		}
	}

}
