package dev.hundi.batch.statement.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads the CSV of a bank. Each day is a statement whose opening and closing balances
 * come from its rows, so the file is read twice.
 */
public final class CsvReader implements StatementReader {

	private static final int MAX_ROWS_BEFORE_HEADER = 100;

	/** A file with the newest row first is reversed in memory. */
	private static final int MAX_REVERSED_ROWS = 200_000;

	private static final char BYTE_ORDER_MARK = '\ufeff';

	private static final int MAX_ROW_CHARS = 64 * 1024;

	private static final Pattern DECORATION = Pattern.compile("[*=_\\s-]+");

	private final @Nullable String accountNumber;

	private final @Nullable CsvProfile profile;

	private final Narrations narrations;

	/**
	 * A reader for an account.
	 * @param accountNumber the account, or null if the sender did not name it
	 * @param profile columns of its bank, or null if none are configured
	 */
	public CsvReader(@Nullable String accountNumber, @Nullable CsvProfile profile, Narrations narrations) {
		this.accountNumber = accountNumber;
		this.profile = profile;
		this.narrations = narrations;
	}

	/** Normalises the name of a column: lower case with single blanks. */
	static String header(String name) {
		return name.replace("\ufeff", "").strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
	}

	@Override
	public void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException {
		if (this.accountNumber == null) {
			throw new RejectedStatementException(null,
					"The file is neither camt.053 nor MT940, and a CSV needs an account, which the sender did not name");
		}
		CsvProfile csv = this.profile;
		if (csv == null) {
			throw new RejectedStatementException(null,
					"The profile of account " + this.accountNumber + " has no CSV columns");
		}
		requireText(file);
		Rows rows = csv.newestFirst() ? reversed(file, csv) : (taker) -> forEachRow(file, csv, taker);
		StatementDays days = new StatementDays(this.accountNumber);
		rows.forEach(days::take);
		LineWriter writer = new LineWriter(days.heads(), csv, sink);
		rows.forEach(writer::take);
		writer.end();
	}

	/**
	 * Banks also send statements as workbooks, which begin with PK or 0xd0cf, and PDF.
	 */
	private static void requireText(StatementBytes file) throws RejectedStatementException, IOException {
		try (InputStream in = file.open()) {
			String first = new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
			if (first.equals("PK\u0003\u0004") || first.equals("\u00d0\u00cf\u0011\u00e0") || first.equals("%PDF")) {
				throw new RejectedStatementException(null,
						"The file is a workbook or a PDF; take the statement from the bank as CSV, MT940 or camt.053");
			}
		}
	}

	private static Rows reversed(StatementBytes file, CsvProfile csv) throws RejectedStatementException, IOException {
		List<CsvRow> rows = new ArrayList<>();
		forEachRow(file, csv, (row) -> {
			rows.add(row);
			if (rows.size() > MAX_REVERSED_ROWS) {
				throw new RejectedStatementException(row.line(), "More than 200,000 rows with the newest first");
			}
		});
		return (taker) -> {
			for (CsvRow row : rows.reversed()) {
				taker.take(row);
			}
		};
	}

	private static void forEachRow(StatementBytes file, CsvProfile csv, RowTaker taker)
			throws RejectedStatementException, IOException {
		try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> records = de.siegmar.fastcsv.reader.CsvReader.builder()
			.fieldSeparator(csv.delimiter())
			.maxBufferSize(MAX_ROW_CHARS)
			.allowUnclosedQuote(false)
			.extraFieldStrategy(FieldMismatchStrategy.IGNORE)
			.missingFieldStrategy(FieldMismatchStrategy.IGNORE)
			.ofCsvRecord(withoutMark(new InputStreamReader(file.open(), csv.charset())))) {
			readRows(records.iterator(), csv, taker);
		}
		catch (CsvParseException ex) {
			throw new RejectedStatementException(null, "Not a valid CSV: " + ex.getMessage());
		}
		catch (UncheckedIOException ex) {
			throw ex.getCause();
		}
	}

	/**
	 * After a byte order mark, the quote of the first field would be part of its text.
	 */
	private static Reader withoutMark(Reader file) throws IOException {
		PushbackReader text = new PushbackReader(file);
		int first = text.read();
		if (first >= 0 && first != BYTE_ORDER_MARK) {
			text.unread(first);
		}
		return text;
	}

	private static void readRows(Iterator<CsvRecord> records, CsvProfile csv, RowTaker taker)
			throws RejectedStatementException {
		Map<String, Integer> header = readHeader(records, csv);
		Long stated = null;
		boolean begun = false;
		int end = 0;
		while (records.hasNext()) {
			CsvRecord row = records.next();
			if (isDecoration(row)) {
				continue;
			}
			// After the lines come totals and remarks in the same columns.
			if (end > 0) {
				CsvRow.requireNoDate(row, header, csv, end);
				continue;
			}
			Long onlyBalance = begun ? null : CsvRow.onlyBalance(row, header, csv);
			if (onlyBalance != null) {
				stated = onlyBalance;
				continue;
			}
			CsvRow read = (begun && CsvRow.isTotal(row, header, csv)) ? null : CsvRow.of(row, header, csv);
			if (read == null) {
				end = (int) row.getStartingLineNumber();
			}
			else if (read.signedPaise() != 0) {
				if (!begun && stated != null) {
					read.requireFollows(stated, csv);
				}
				begun = true;
				taker.take(read);
			}
		}
	}

	private static Map<String, Integer> readHeader(Iterator<CsvRecord> records, CsvProfile csv)
			throws RejectedStatementException {
		for (int rows = 0; rows < MAX_ROWS_BEFORE_HEADER && records.hasNext(); rows++) {
			Map<String, Integer> header = headerOf(records.next(), csv);
			if (header != null) {
				return header;
			}
		}
		throw new RejectedStatementException(null, "None of the first %d rows names the columns %s"
			.formatted(MAX_ROWS_BEFORE_HEADER, csv.columns().names()));
	}

	private static boolean isDecoration(CsvRecord row) {
		return row.getFields().stream().allMatch((field) -> field.isBlank() || DECORATION.matcher(field).matches());
	}

	/**
	 * The places of the columns, or null if the row does not name those of the profile.
	 */
	private static @Nullable Map<String, Integer> headerOf(CsvRecord row, CsvProfile csv)
			throws RejectedStatementException {
		List<String> names = csv.columns().names();
		Map<String, Integer> found = new HashMap<>();
		String twice = null;
		for (int i = 0; i < row.getFieldCount(); i++) {
			String name = header(row.getField(i));
			if (found.putIfAbsent(name, i) != null && names.contains(name)) {
				twice = row.getField(i).strip();
			}
		}
		if (!found.keySet().containsAll(names)) {
			return null;
		}
		if (twice != null) {
			throw new RejectedStatementException((int) row.getStartingLineNumber(), twice,
					"Two columns have this heading, and only one of them would be read");
		}
		return found;
	}

	/** Takes the rows of a file in order. */
	@FunctionalInterface
	private interface RowTaker {

		void take(CsvRow row) throws RejectedStatementException;

	}

	/** The rows of a file in order of time; can be read more than once. */
	@FunctionalInterface
	private interface Rows {

		void forEach(RowTaker taker) throws RejectedStatementException, IOException;

	}

	/** Writes the rows as statement lines. */
	private final class LineWriter {

		private final Deque<StatementHead> heads;

		private final CsvProfile csv;

		private final StatementSink sink;

		private @Nullable StatementHead open;

		private long balancePaise;

		LineWriter(Deque<StatementHead> heads, CsvProfile csv, StatementSink sink) {
			this.heads = heads;
			this.csv = csv;
			this.sink = sink;
		}

		void take(CsvRow row) throws RejectedStatementException {
			if (this.open == null || !this.open.businessDate().equals(row.bookedOn())) {
				end();
				this.open = this.heads.remove();
				this.balancePaise = this.open.openingPaise();
				this.sink.begin(this.open);
			}
			this.sink.line(row.draft(this.csv).line(CsvReader.this.narrations));
			long expected = Math.addExact(this.balancePaise, row.signedPaise());
			if (expected != row.balancePaise()) {
				this.sink.wrongSum(row.line(), Math.subtractExact(row.balancePaise(), expected),
						"The balance should be " + expected + " paise but is " + row.balancePaise());
			}
			this.balancePaise = row.balancePaise();
		}

		void end() throws RejectedStatementException {
			if (this.open != null) {
				this.sink.end();
			}
		}

	}

}
