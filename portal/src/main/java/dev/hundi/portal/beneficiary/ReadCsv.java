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
import java.util.List;
import java.util.Map;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.hundi.bulk.BulkColumn;

/**
 * Reads beneficiaries from csv in UTF-8. The headings are those of bulk files, in any
 * order; other columns are ignored.
 */
final class ReadCsv {

	/** A file with more rows is a bulk file. */
	static final int MAX_ROWS = 1_000;

	private static final char BYTE_ORDER_MARK = '\uFEFF';

	private ReadCsv() {
	}

	/**
	 * Reads a file.
	 * @throws IOException if the upload cannot be read
	 */
	static Result read(InputStream in) throws IOException {
		Map<BulkColumn, Integer> places = new EnumMap<>(BulkColumn.class);
		List<Row> rows = new ArrayList<>();
		try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
				CsvReader<CsvRecord> records = CsvReader.builder().ofCsvRecord(reader)) {
			for (CsvRecord record : records) {
				if (places.isEmpty()) {
					headings(record, places);
					if (!places.containsKey(BulkColumn.NAME)) {
						return new Result(List.of(), "beneficiaries.import.headings");
					}
				}
				else if (rows.size() == MAX_ROWS) {
					return new Result(List.of(), "beneficiaries.import.many");
				}
				else {
					rows.add(new Row((int) record.getStartingLineNumber(), form(record, places)));
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

	private static void headings(CsvRecord record, Map<BulkColumn, Integer> places) {
		for (int i = 0; i < record.getFieldCount(); i++) {
			String heading = record.getField(i);
			int place = i;
			BulkColumn.ofHeading(heading.indexOf(BYTE_ORDER_MARK) == 0 ? heading.substring(1) : heading)
				.ifPresent((column) -> places.putIfAbsent(column, place));
		}
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
	 */
	record Row(int line, BeneficiaryForm form) {
	}

}
