package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads the CSV of a bank as its profile explains it. Each day in it is a statement; what
 * opens and closes it comes from the balances of its lines, so the file is read twice.
 */
final class CsvReader implements StatementReader {

	/** Rows before the one that names the columns. */
	private static final int LATEST_HEADER = 100;

	/** A file that begins with its newest line is turned round in memory. */
	private static final int MOST_TURNED_ROUND = 200_000;

	private static final int LONGEST_ROW_CHARS = 64 * 1024;

	private static final Pattern DECORATION = Pattern.compile("[*=_\\s-]+");

	private final @Nullable String accountNumber;

	private final StatementProfile profile;

	/**
	 * A reader for an account.
	 * @param accountNumber of the account, or null if the sender did not say it
	 */
	CsvReader(@Nullable String accountNumber, AccountProfiles profiles) {
		this.accountNumber = accountNumber;
		this.profile = (accountNumber != null) ? profiles.of(accountNumber) : StatementProfile.NONE;
	}

	/** How columns are compared: without case, and with single blanks. */
	static String header(String name) {
		return name.replace("\ufeff", "").strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
	}

	@Override
	public void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException {
		CsvProfile csv = this.profile.csv();
		if (this.accountNumber == null) {
			throw new RejectedStatementException(null,
					"It is no camt.053 and no MT940, and as CSV it came for no account");
		}
		if (csv == null) {
			throw new RejectedStatementException(null, "The profile of account " + this.accountNumber + " has no CSV");
		}
		if (csv.newestFirst()) {
			List<CsvRow> rows = new ArrayList<>();
			rows(file, csv, (row) -> {
				rows.add(row);
				if (rows.size() > MOST_TURNED_ROUND) {
					throw new RejectedStatementException(row.line(), "More than 200,000 lines, the newest first");
				}
			});
			Collections.reverse(rows);
			Days days = new Days(this.accountNumber);
			for (CsvRow row : rows) {
				days.take(row);
			}
			Telling telling = new Telling(days.heads(), csv, sink);
			for (CsvRow row : rows) {
				telling.take(row);
			}
			telling.end();
			return;
		}
		Days days = new Days(this.accountNumber);
		rows(file, csv, days::take);
		Telling telling = new Telling(days.heads(), csv, sink);
		rows(file, csv, telling::take);
		telling.end();
	}

	private static void rows(StatementBytes file, CsvProfile csv, RowTaker taker)
			throws RejectedStatementException, IOException {
		Map<String, Integer> header = null;
		int before = 0;
		boolean over = false;
		try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> records = de.siegmar.fastcsv.reader.CsvReader.builder()
			.fieldSeparator(csv.delimiter())
			.maxBufferSize(LONGEST_ROW_CHARS)
			.extraFieldStrategy(FieldMismatchStrategy.IGNORE)
			.missingFieldStrategy(FieldMismatchStrategy.IGNORE)
			.ofCsvRecord(new InputStreamReader(file.open(), csv.charset()))) {
			for (CsvRecord row : records) {
				if (header == null) {
					header = headerOf(row, csv);
					before++;
					if (header == null && before >= LATEST_HEADER) {
						break;
					}
					continue;
				}
				if (isDecoration(row)) {
					continue;
				}
				CsvRow read = over ? null : CsvRow.of(row, header, csv);
				if (read != null && read.signedPaise() != 0) {
					taker.take(read);
				}
				// After the lines come totals and remarks in the same columns.
				over = over || read == null;
			}
		}
		catch (CsvParseException ex) {
			throw new RejectedStatementException(null, "It is no CSV: " + ex.getMessage());
		}
		catch (UncheckedIOException ex) {
			throw ex.getCause();
		}
		if (header == null) {
			throw new RejectedStatementException(null,
					"No row of the first " + LATEST_HEADER + " names the columns " + csv.columns().names());
		}
	}

	private static boolean isDecoration(CsvRecord row) {
		return row.getFields().stream().allMatch((field) -> field.isBlank() || DECORATION.matcher(field).matches());
	}

	private static @Nullable Map<String, Integer> headerOf(CsvRecord row, CsvProfile csv) {
		Map<String, Integer> found = new HashMap<>();
		for (int i = 0; i < row.getFieldCount(); i++) {
			found.putIfAbsent(header(row.getField(i)), i);
		}
		return found.keySet().containsAll(csv.columns().names()) ? found : null;
	}

	/** Takes the rows of a file in their order. */
	@FunctionalInterface
	private interface RowTaker {

		void take(CsvRow row) throws RejectedStatementException;

	}

	/** The statements that the rows are: one for each day. */
	private static final class Days {

		private static final int MOST_DAYS = 1_000;

		private final String accountNumber;

		private final Deque<StatementHead> heads = new ArrayDeque<>();

		private @Nullable LocalDate day;

		private long openingPaise;

		private long closingPaise;

		Days(String accountNumber) {
			this.accountNumber = accountNumber;
		}

		void take(CsvRow row) throws RejectedStatementException {
			if (this.day == null || !this.day.equals(row.bookedOn())) {
				if (this.day != null && row.bookedOn().isBefore(this.day)) {
					throw new RejectedStatementException(row.line(), "The days are out of order");
				}
				endDay();
				if (this.heads.size() >= MOST_DAYS) {
					throw new RejectedStatementException(row.line(), "More than 1,000 days");
				}
				this.day = row.bookedOn();
				this.openingPaise = Math.subtractExact(row.balancePaise(), row.signedPaise());
			}
			this.closingPaise = row.balancePaise();
		}

		private void endDay() {
			if (this.day != null) {
				this.heads.add(new StatementHead(this.accountNumber, this.day, "CSV " + this.day, 1, this.openingPaise,
						this.closingPaise));
			}
		}

		Deque<StatementHead> heads() {
			endDay();
			return this.heads;
		}

	}

	/** Tells the rows as lines. */
	private final class Telling {

		private final Deque<StatementHead> heads;

		private final CsvProfile csv;

		private final StatementSink sink;

		private @Nullable StatementHead open;

		private long balancePaise;

		Telling(Deque<StatementHead> heads, CsvProfile csv, StatementSink sink) {
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
			this.sink.line(row.draft(this.csv).line(CsvReader.this.profile));
			long reached = Math.addExact(this.balancePaise, row.signedPaise());
			if (reached != row.balancePaise()) {
				this.sink.wrongSum(row.line(), Math.subtractExact(row.balancePaise(), reached),
						"The balance should be " + reached + " paise, and is " + row.balancePaise());
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
