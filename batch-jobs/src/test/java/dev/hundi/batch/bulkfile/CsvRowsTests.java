package dev.hundi.batch.bulkfile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import dev.hundi.bulk.BulkFormat;
import dev.hundi.export.Column;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CsvRowsTests {

	@Test
	void readsQuotesLineEndsAndBlankRows() {
		assertThat(cells("Name,Amount\r\n\"Rao, \"\"R\"\"\n& Sons\",10.00\r\n,\r\n\r\n00123, 5\nlast,1"))
			.containsExactly(List.of("Name", "Amount"), List.of("Rao, \"R\"\n& Sons", "10.00"), List.of("00123", "5"),
					List.of("last", "1"));
	}

	@ParameterizedTest
	@CsvSource({ "UTF-8, 0", "UTF-8, 1", "UTF-16LE, 1", "UTF-16BE, 1", "UTF-16LE, 0", "UTF-16BE, 0",
			"windows-1252, 0" })
	void detectsEncodings(String charset, int marks) {
		String text = "\ufeff".repeat(marks) + "Name;Amount\nRené Müller;10.00\n";
		assertThat(rows(text.getBytes(Charset.forName(charset)))).containsExactly(List.of("Name", "Amount"),
				List.of("René Müller", "10.00"));
	}

	@Test
	void readsNamesInIndianScripts() {
		assertThat(cells("Name\tAmount\nरमेश कुमार\t1\n")).contains(List.of("रमेश कुमार", "1"));
	}

	@Test
	void refusesMixedEncodings() {
		byte[] mixed = Written.utf8("Name,Amount\nRené,1\nRenX,2\n");
		mixed[mixed.length - 4] = (byte) 0xe9;
		assertRefused(mixed, FileFault.MIXED_ENCODING);
	}

	@Test
	void refusesUnknownEncodings() {
		assertRefused(new byte[] { 'N', ',', 'A', '\n', (byte) 0x81, (byte) 0x8d, '\n' }, FileFault.UNKNOWN_ENCODING);
		assertRefused(new byte[] { 'N', 0, 0, 'A', '\n', 0, 'x', 'y' }, FileFault.UNKNOWN_ENCODING);
	}

	@Test
	void refusesTextThatEndsWithinACharacter() {
		byte[] whole = Written.utf8("Name,Amount\nरमेश");
		assertRefused(Arrays.copyOf(whole, whole.length - 1), FileFault.TRUNCATED);
		byte[] wide = "\ufeffName,Amount\n".getBytes(StandardCharsets.UTF_16LE);
		assertRefused(Arrays.copyOf(wide, wide.length - 1), FileFault.TRUNCATED);
	}

	@Test
	void readsWindowsTextThatEndsWithAnAccentedLetter() {
		Charset windows = Charset.forName("windows-1252");
		assertThat(rows("Amount,Name\n10.00,André".getBytes(windows))).contains(List.of("10.00", "André"));
		assertThat(rows("Amount,Name\n10.00,René\n20.00,José".getBytes(windows))).contains(List.of("20.00", "José"));
	}

	/** Failed rows that are corrected and fail again do not gather quotes. */
	@Test
	void readsWhatExportsHaveNeutralised() throws IOException {
		List<String> texts = List.of("+919876543210", "-A1", "@home", "=cmd()", "'quoted", "'=x", "''+1", "plain");
		List<String> read = texts;
		for (int round = 0; round < 3; round++) {
			read = rows(exported(read)).stream().skip(1).map(List::getFirst).toList();
			assertThat(read).isEqualTo(texts);
		}
	}

	private static byte[] exported(List<String> texts) throws IOException {
		ByteArrayOutputStream file = new ByteArrayOutputStream();
		List<Column<String>> columns = List.of(new Column.Text<>("Name", (text) -> text),
				new Column.Text<>("Amount", (text) -> "1"));
		try (Table<String> table = Table.start(FileFormat.CSV, new ReportHeader("Failed rows", List.of()), columns,
				file)) {
			texts.forEach(table::add);
		}
		return file.toByteArray();
	}

	/** docs/integrating.md, "Bulk payouts": blank rows do not count. */
	@ParameterizedTest(name = "headings in row {0}")
	@CsvSource({ "1, true", "20, true", "21, false" })
	void findsHeadingsAmongTheFirstTwentyRows(int row, boolean found) {
		String titles = "Salaries of November\n\n;;\n".repeat(row - 1);
		List<List<String>> cells = cells(titles + "VPA;Amount\na@upi;1\n");

		if (found) {
			assertThat(cells).containsExactly(List.of("VPA", "Amount"), List.of("a@upi", "1"));
		}
		else {
			assertThat(cells.getFirst()).doesNotContain("VPA");
		}
	}

	@Test
	void refusesUnclosedQuotes() {
		assertRefused(Written.utf8("Name,Amount\n\"Rao,10.00\nDevi,20.00\n"), FileFault.TRUNCATED);
	}

	@Test
	void readsSpacesAroundQuotesAndRefusesOtherText() {
		assertThat(cells("Name,Amount\n \"Rao, R\" ,1\n")).contains(List.of("Rao, R", "1"));
		assertRefused(Written.utf8("Name,Amount\n\"Rao \"R\", Sons\",1\n"), FileFault.WRONG_CONTENT);
	}

	@Test
	void keepsRowsOfOtherLengths() {
		assertThat(cells("Name,Amount\nRao\nDevi,1,2\n")).contains(List.of("Rao"), List.of("Devi", "1", "2"));
	}

	@Test
	void refusesEmptyFilesAndZeroBytes() {
		assertRefused(new byte[0], FileFault.NO_ROWS);
		assertRefused(Written.utf8("\n\n , \n"), FileFault.NO_ROWS);
		assertRefused(new byte[64], FileFault.UNKNOWN_ENCODING);
	}

	@Test
	void refusesOversizedCellsRowsAndColumns() {
		assertRefused(Written.utf8("Name,Amount\n" + "x".repeat(10_000_000) + ",1\n"), FileFault.CELL_TOO_LONG);
		assertRefused(Written.utf8("Name,Amount\n" + ("x".repeat(30_000) + ",").repeat(3)), FileFault.CELL_TOO_LONG);
		assertRefused(Written.utf8("Name,Amount\n\"" + "x".repeat(10_000_000) + "\",1\n"), FileFault.CELL_TOO_LONG);
		assertRefused(Written.utf8("a,".repeat(10_000) + "\n"), FileFault.TOO_MANY_COLUMNS);
	}

	private static List<List<String>> cells(String text) {
		return rows(Written.utf8(text));
	}

	private static List<List<String>> rows(byte[] content) {
		return Written.rows(BulkFormat.CSV, content).stream().map(RawRow::cells).toList();
	}

	private static void assertRefused(byte[] content, FileFault fault) {
		assertThatExceptionOfType(RefusedFileException.class).isThrownBy(() -> rows(content))
			.extracting(RefusedFileException::fault)
			.isEqualTo(fault);
	}

}
