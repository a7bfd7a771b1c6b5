package dev.hundi.batch.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.export.OtherProgram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Workbooks and csv files as spreadsheets write them. SheetJS and ExcelJS wrote the
 * workbooks, by {@code write-workbooks.mjs} beside them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkbookFilesIntegrationTests {

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private static final String ROW = "Rao,9876543210,01234567890,HDFC0000001,1500.00,I,R-1\n";

	private BulkOnDatabase bulk;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory);
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "sheetjs.xlsx", "exceljs.xlsx" })
	void paysWhatTheSheetShows(String workbook) {
		BulkFile file = loaded(BulkFormat.XLSX, written(workbook));
		assertThat(
				rows(file, "concat_ws(' ', row_number, status, account_number, amount_paise, merchant_reference_id)"))
			.satisfiesExactly((row) -> assertThat(row).isEqualTo("1 VALID 01234567890 150000 W-1"),
					(row) -> assertThat(row).startsWith("2 INVALID"), (row) -> assertThat(row).startsWith("3 INVALID"),
					(row) -> assertThat(row).startsWith("4 INVALID"), (row) -> assertThat(row).startsWith("5 INVALID"),
					(row) -> assertThat(row).startsWith("6 INVALID"),
					(row) -> assertThat(row).isEqualTo("7 VALID 11111111116 15000000 INV-0042"),
					(row) -> assertThat(row).isEqualTo("8 VALID 11111111117 15000050 W-8"),
					(row) -> assertThat(row).isEqualTo("9 VALID 123456789012 1250 W-9"),
					(row) -> assertThat(row).startsWith("10 INVALID"),
					(row) -> assertThat(row).startsWith("11 INVALID"));
		assertThat(errors(file)).containsExactly(
				"2 Row HIDDEN_ROW Row 5 of the sheet is hidden or filtered out; show it, or delete it",
				"3 Amount DATE Amount is a date or time; format the column as text and enter it again",
				"4 Merchant Reference PERCENT Merchant Reference is a percentage",
				"5 Amount FORMULA Amount is a formula whose result the workbook does not store; save it in a spreadsheet",
				"6 Amount NOT_AS_SHOWN Amount is 1500.5, but its format shows 1,501",
				"10 Amount INVALID Amount must be rupees with at most two decimals and nothing else, such as 1500.00",
				"11 Account Number SCIENTIFIC_NOTATION Account Number is in scientific notation, which loses digits; "
						+ "format the column as text and enter it again");
		assertThat(warnings(file)).containsExactly("1 Amount FORMULA_RESULT", "9 Account Number NUMBER_NOT_TEXT",
				"9 Merchant Reference FORMULA_RESULT");
	}

	@Test
	void refusesASecondSheetWithPayouts() {
		assertRejected(BulkFormat.XLSX, written("sheetjs-two-sheets.xlsx"), "SECOND_SHEET",
				"2 sheets have payouts: November, December; upload each as a file of its own");
	}

	@Test
	void refusesAHiddenColumnOfThePayouts() {
		assertRejected(BulkFormat.XLSX, written("exceljs-hidden-column.xlsx"), "HIDDEN_COLUMN",
				"The column Amount is hidden; show it, or delete it");
	}

	@Test
	void paysWhatLibreOfficeShows(@TempDir Path directory) throws Exception {
		Path fods = directory.resolve("payroll.fods");
		Files.write(fods, written("libreoffice.fods"));
		BulkFile file = loaded(BulkFormat.XLSX, Files.readAllBytes(OtherProgram.xlsxOf(fods, directory)));
		assertThat(
				rows(file, "concat_ws(' ', row_number, status, account_number, amount_paise, merchant_reference_id)"))
			.containsExactly("1 VALID 01234567890 150000 L-1", "2 INVALID 11111111111 1000 L-2",
					"3 INVALID 11111111112 1100 L-3", "4 INVALID 11111111113 L-4", "5 VALID 11111111114 1200 L-5");
		assertThat(errors(file)).satisfiesExactly((error) -> assertThat(error).startsWith("2 Row HIDDEN_ROW Row 5 "),
				(error) -> assertThat(error).startsWith("3 Row HIDDEN_ROW Row 6 "),
				(error) -> assertThat(error).startsWith("4 Amount DATE "));
		assertThat(warnings(file)).containsExactly("1 Amount FORMULA_RESULT");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', textBlock = """
			sep=;\\n                                                    ~ ;
			"sep=|"\\r\\n                                               ~ |
			Salaries, November 2026\\nprinted 22.11.2026\\n\\n          ~ ,
			Salaries, of Asha Traders, Pune, Maharashtra, India, 1\\n   ~ ;
			""")
	void readsCsvFilesOfSpreadsheets(String above, String delimiter) {
		String rows = (HEADINGS.replace("\n", ",,,\n") + ROW.replace("\n", ",,,\n")).replace(",", delimiter);
		String text = "\ufeff" + above.replace("\\n", "\n").replace("\\r", "\r") + rows;
		BulkFile file = loaded(BulkFormat.CSV, text.getBytes(StandardCharsets.UTF_8));
		assertThat(rows(file, "concat_ws(' ', status, account_number, amount_paise, cardinality(cells))"))
			.containsExactly("VALID 01234567890 150000 7");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			1,500.00      | 150000
			1,50,000.00   | 15000000
			150,000       | 15000000
			₹ 1,500.5     | 150050
			Rs.1,500      | 150000
			1,5           |
			1,50,00.00    |
			15,00,0.00    |
			1.500,00      |
			1,500.005     |
			$1,500.00     |
			,500.00       |
			""")
	void readsGroupedAmounts(String amount, String paise) {
		BulkFile file = this.bulk.upload(this.bulk.business(),
				HEADINGS + ROW.replace("1500.00", "\"" + amount + "\"").replace(",I,", ",N,"));
		BulkStatus end = (paise != null) ? BulkStatus.AWAITING_RELEASE : BulkStatus.REJECTED;
		this.bulk.reached(file, end);
		assertThat(rows(file, "coalesce(amount_paise::text, 'none')"))
			.containsExactly(Objects.requireNonNullElse(paise, "none"));
	}

	@Test
	void refusesAnUnknownDelimiterAndAWorkbookSentAsCsv() {
		assertRejected(BulkFormat.CSV, ("sep=x\n" + HEADINGS + ROW).getBytes(StandardCharsets.UTF_8), "WRONG_CONTENT",
				"The line sep= names a delimiter other than comma, semicolon, tab and bar");
		assertRejected(BulkFormat.CSV, written("exceljs.xlsx"), "WRONG_CONTENT",
				"The file is a workbook, not csv; upload it as .xlsx with the Content-Type of .xlsx");
	}

	private BulkFile loaded(BulkFormat format, byte[] content) {
		return this.bulk.reached(upload(format, content), BulkStatus.AWAITING_RELEASE);
	}

	private BulkFile upload(BulkFormat format, byte[] content) {
		return this.bulk.upload(this.bulk.business(), format, content, ReleaseMode.VALID_ROWS, null, null);
	}

	private void assertRejected(BulkFormat format, byte[] content, String code, String reason) {
		BulkFile file = this.bulk.reached(upload(format, content), BulkStatus.REJECTED);
		assertThat(this.bulk.jdbc.sql("SELECT reason_code || ' ' || reason FROM bulk_file WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.query(String.class)
			.single()).isEqualTo(code + " " + reason);
	}

	private List<String> rows(BulkFile file, String shown) {
		return this.bulk.jdbc
			.sql("SELECT %s FROM bulk_row WHERE bulk_file_id = :id ORDER BY row_number".formatted(shown))
			.param("id", file.bulkFileId())
			.query(String.class)
			.list();
	}

	private List<String> errors(BulkFile file) {
		return this.bulk.rows(file)
			.stream()
			.flatMap((row) -> row.errors()
				.stream()
				.map((error) -> row.rowNumber() + " " + error.column() + " " + error.code() + " " + error.message()))
			.toList();
	}

	private List<String> warnings(BulkFile file) {
		return this.bulk.rows(file)
			.stream()
			.flatMap((row) -> row.warnings()
				.stream()
				.map((warning) -> row.rowNumber() + " " + warning.column() + " " + warning.code()))
			.toList();
	}

	private static byte[] written(String name) {
		try (InputStream in = Objects.requireNonNull(WorkbookFilesIntegrationTests.class.getResourceAsStream(name))) {
			return in.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
