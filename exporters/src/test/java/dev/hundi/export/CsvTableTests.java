package dev.hundi.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import dev.hundi.money.Rupees;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Another library reads back what FastCSV wrote.
 */
class CsvTableTests {

	private static final Instant MOMENT = Instant.parse("2026-11-21T20:15:30.120Z");

	private static final List<Column<Movement>> COLUMNS = List.of(
			new Column.WholeNumber<>("Sequence", Movement::sequence),
			new Column.Text<>("Narration", Movement::narration), new Column.Rupees<>("Amount", Movement::paise),
			new Column.Moment<>("Created", Movement::createdAt));

	@Test
	void writesHeadingsAndOneLinePerRow() {
		assertThat(csv(new Movement(1, "Salary", -150_005, MOMENT), new Movement(2, null, 0, null))).isEqualTo("""
				Sequence,Narration,Amount,Created\r
				1,Salary,-1500.05,2026-11-22T01:45:30.120+05:30\r
				2,,0.00,\r
				""");
	}

	@ParameterizedTest
	@ValueSource(strings = { "=1+1", "+91 98", "-5", "@SUM(A1)", "\tx", "\rx", "=", "=HYPERLINK(\"http://x\",\"y\")" })
	void neutralisesFormulas(String text) throws IOException {
		assertThat(readBack(csv(new Movement(1, text, 1, MOMENT))).getFirst().get("Narration")).isEqualTo("'" + text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "'quoted", "a=b", " =1", "1-2", "", "\"", "\"\"", "a,b", "line\r\nbreak", "line\nbreak",
			"\n", "#comment", "; drop", "रुपया ₹ சென்னை", "👩‍👩‍👧", "\\", "\\\"", "\u0000", "a\u2028b" })
	void keepsOtherTextUnchanged(String text) throws IOException {
		assertThat(readBack(csv(new Movement(1, text, 1, MOMENT))).getFirst().get("Narration")).isEqualTo(text);
	}

	@Test
	void keepsNegativeNumbersAsNumbers() throws IOException {
		CSVRecord row = readBack(csv(new Movement(-7, "x", Long.MIN_VALUE, MOMENT))).getFirst();
		assertThat(row.get("Sequence")).isEqualTo("-7");
		assertThat(row.get("Amount")).isEqualTo("-92233720368547758.08");
	}

	@Test
	void neutralisesHeadings() {
		assertThat(write(List.of(new Column.WholeNumber<>("=2+2", Movement::sequence)))).isEqualTo("'=2+2\r\n");
	}

	@Test
	void keepsTheLineOfAnEmptyCellInASingleColumn() {
		assertThat(write(List.of(new Column.Text<>("Narration", Movement::narration)), new Movement(1, null, 0, null)))
			.isEqualTo("Narration\r\n\"\"\r\n");
	}

	@Test
	void readsBackHostileText() throws IOException {
		Random random = new Random(20261121);
		String alphabet = "=+-@\t\r\n\",;'#\\ aZ9₹क";
		Movement[] rows = new Movement[2000];
		Arrays.setAll(rows, (i) -> new Movement(i, text(random, alphabet), random.nextLong(), MOMENT));
		List<CSVRecord> read = readBack(csv(rows));
		assertThat(read).hasSize(rows.length);
		for (int i = 0; i < rows.length; i++) {
			String expected = rows[i].narration();
			String actual = read.get(i).get("Narration");
			assertThat(actual).isIn(expected, "'" + expected);
			assertThat(actual).doesNotMatch("(?s)[=+\\-@\t\r].*");
			assertThat(read.get(i).get("Amount")).isEqualTo(Rupees.format(rows[i].paise()));
		}
	}

	@Test
	void streamsRows() throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (CsvTable<Movement> table = new CsvTable<>(COLUMNS, out)) {
			for (int i = 0; i < 10_000; i++) {
				table.add(new Movement(i, "a row like many others", i, MOMENT));
			}
			assertThat(out.size()).isGreaterThan(400_000);
		}
	}

	@Test
	void reportsAFailingStream() {
		OutputStream refusing = new OutputStream() {
			@Override
			public void write(int b) throws IOException {
				throw new IOException("disk full");
			}
		};
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> {
			CsvTable<Movement> table = new CsvTable<>(COLUMNS, refusing);
			for (int i = 0; i < 10_000; i++) {
				table.add(new Movement(i, "x", i, MOMENT));
			}
		}).withMessageContaining("disk full");
	}

	@Test
	void refusesATableWithoutColumnsAndAColumnWithoutHeading() {
		assertThatIllegalArgumentException().isThrownBy(() -> write(List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> new Column.Text<>(" ", Movement::narration));
	}

	private static String text(Random random, String alphabet) {
		StringBuilder text = new StringBuilder();
		for (int length = random.nextInt(30); length > 0; length--) {
			text.append(alphabet.charAt(random.nextInt(alphabet.length())));
		}
		return text.toString();
	}

	private static String csv(Movement... rows) {
		return write(COLUMNS, rows);
	}

	private static String write(List<Column<Movement>> columns, Movement... rows) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (CsvTable<Movement> table = new CsvTable<>(columns, out)) {
			for (Movement row : rows) {
				table.add(row);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		String text = out.toString(StandardCharsets.UTF_8);
		// Excel reads a csv without a byte order mark in another encoding.
		assertThat(text).startsWith("\ufeff");
		return text.substring(1);
	}

	private static List<CSVRecord> readBack(String csv) throws IOException {
		CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
		try (CSVParser parser = CSVParser.parse(new StringReader(csv), format)) {
			return parser.getRecords();
		}
	}

	private record Movement(long sequence, @Nullable String narration, long paise, @Nullable Instant createdAt) {
	}

}
