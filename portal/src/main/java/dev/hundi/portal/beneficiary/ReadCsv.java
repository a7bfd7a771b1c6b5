package dev.hundi.portal.beneficiary;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.hundi.bulk.BulkColumn;

/**
 * Reads beneficiaries from csv in UTF-8. The headings are those of bulk files, in any
 * order; other columns are ignored.
 */
final class ReadCsv {

	/** A file with more rows is a bulk file. */
	static final int MAX_ROWS = 1_000;

	private static final char BYTE_ORDER_MARK = '\uFEFF';

	private static final Set<BulkColumn> READ = EnumSet.of(BulkColumn.NAME, BulkColumn.PHONE, BulkColumn.EMAIL,
			BulkColumn.ACCOUNT_NUMBER, BulkColumn.IFSC, BulkColumn.VPA);

	/**
	 * A long number as a spreadsheet writes it into a csv, without its last digits. It
	 * also has other forms than a dev.hundi.utr.ShortenedNumber, because it only explains
	 * a number that is invalid anyway.
	 */
	private static final Pattern SHORTENED = Pattern.compile("[0-9]+(?:[.,][0-9]+)?[eE]\\+?[0-9]+");

	private ReadCsv() {
	}

	/**
	 * Reads a file. A quote that is never closed refuses it, because it would swallow all
	 * rows below.
	 * @throws IOException if the upload cannot be read
	 */
	static Result read(InputStream in) throws IOException {
		Map<BulkColumn, Integer> places = new EnumMap<>(BulkColumn.class);
		List<Row> rows = new ArrayList<>();
		int columns = 0;
		try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
				CsvReader<CsvRecord> records = CsvReader.builder()
					.allowUnclosedQuote(false)
					.extraFieldStrategy(FieldMismatchStrategy.IGNORE)
					.missingFieldStrategy(FieldMismatchStrategy.IGNORE)
					.ofCsvRecord(reader)) {
			for (CsvRecord record : records) {
				int cells = cells(record);
				if (columns == 0 && cells > 0) {
					String problem = headings(record, places);
					if (!problem.isEmpty()) {
						return new Result(List.of(), problem);
					}
					columns = cells;
				}
				else if (rows.size() == MAX_ROWS && cells > 0) {
					return new Result(List.of(), "beneficiaries.import.many");
				}
				else if (cells > 0) {
					rows.add(new Row((int) record.getStartingLineNumber(), form(record, places), cells <= columns));
				}
			}
		}
		catch (CharacterCodingException ex) {
			return new Result(List.of(), "beneficiaries.import.encoding");
		}
		catch (UncheckedIOException | CsvParseException ex) {
			return new Result(List.of(), (ex.getCause() instanceof CharacterCodingException)
					? "beneficiaries.import.encoding" : "beneficiaries.import.csv");
		}
		return new Result(rows, rows.isEmpty() ? "beneficiaries.import.empty" : "");
	}

	/** The number of cells without the blank ones at the end, which spreadsheets add. */
	private static int cells(CsvRecord record) {
		int cells = record.getFieldCount();
		while (cells > 0 && record.getField(cells - 1).isBlank()) {
			cells--;
		}
		return cells;
	}

	/** The key of what is wrong with the headings, or empty. */
	private static String headings(CsvRecord record, Map<BulkColumn, Integer> places) {
		for (int i = 0; i < record.getFieldCount(); i++) {
			String heading = record.getField(i);
			Optional<BulkColumn> column = BulkColumn
				.ofHeading(heading.indexOf(BYTE_ORDER_MARK) == 0 ? heading.substring(1) : heading);
			if (column.isPresent() && places.put(column.get(), i) != null && READ.contains(column.get())) {
				return "beneficiaries.import.twice";
			}
		}
		return places.containsKey(BulkColumn.NAME) ? "" : "beneficiaries.import.headings";
	}

	private static BeneficiaryForm form(CsvRecord record, Map<BulkColumn, Integer> places) {
		return new BeneficiaryForm(cell(record, places, BulkColumn.NAME), cell(record, places, BulkColumn.PHONE),
				cell(record, places, BulkColumn.EMAIL), cell(record, places, BulkColumn.ACCOUNT_NUMBER),
				cell(record, places, BulkColumn.IFSC), cell(record, places, BulkColumn.VPA));
	}

	private static String cell(CsvRecord record, Map<BulkColumn, Integer> places, BulkColumn column) {
		int place = places.getOrDefault(column, Integer.MAX_VALUE);
		return (place < record.getFieldCount()) ? record.getField(place) : "";
	}

	/**
	 * What a file contains.
	 *
	 * @param problem key of the text that says why it cannot be read, or empty
	 */
	record Result(List<Row> rows, String problem) {

		Result {
			rows = List.copyOf(rows);
		}

	}

	/**
	 * A row.
	 *
	 * @param line in the file, from 1
	 * @param fits whether it has no cell without a heading; Excel leaves out blank ones
	 * at the end
	 */
	record Row(int line, BeneficiaryForm form, boolean fits) {

		/** What is wrong with it: the key of a text, by field. */
		Map<String, String> problems() {
			if (!this.fits) {
				return Map.of("row", "beneficiaries.import.cells");
			}
			Map<String, String> problems = this.form.problems();
			shortened(problems, "phoneNumber", this.form.phoneNumber());
			shortened(problems, "accountNumber", this.form.accountNumber());
			return problems;
		}

		private static void shortened(Map<String, String> problems, String field, String number) {
			if (problems.containsKey(field) && SHORTENED.matcher(number).matches()) {
				problems.put(field, "beneficiaries.import.shortened");
			}
		}

	}

}
