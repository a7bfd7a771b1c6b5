package dev.hundi.export;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.money.Rupees;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.poi.hssf.eventusermodel.HSSFEventFactory;
import org.apache.poi.hssf.eventusermodel.HSSFRequest;
import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.FormulaRecord;
import org.apache.poi.hssf.record.HyperlinkRecord;
import org.apache.poi.hssf.record.LabelSSTRecord;
import org.apache.poi.hssf.record.NumberRecord;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.hssf.usermodel.HSSFCell;
import org.apache.poi.hssf.usermodel.HSSFRow;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.CellType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads workbooks back with both readers of POI, LibreOffice and {@code file}.
 */
class XlsTableTests {

	private final Path directory;

	XlsTableTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void keepsHostileTextExactlyAndAsText() throws IOException {
		Path file = Sample.write(FileFormat.XLS, this.directory, Sample.hostile());
		try (HSSFWorkbook workbook = open(file)) {
			HSSFSheet sheet = workbook.getSheet("Rows");
			assertThat(sheet.getPhysicalNumberOfRows()).isEqualTo(1 + Sample.HOSTILE.size());
			List<Sample> rows = Sample.hostile().toList();
			for (int i = 0; i < rows.size(); i++) {
				HSSFRow row = sheet.getRow(i + 1);
				String text = Sample.HOSTILE.get(i);
				assertThat(textOf(row.getCell(1))).isEqualTo(FormulaText.neutralised(text));
				assertThat(row.getCell(0).getNumericCellValue()).isEqualTo(i);
				assertThat(row.getCell(2).getCellType()).isEqualTo(CellType.NUMERIC);
				assertThat(BigDecimal.valueOf(row.getCell(2).getNumericCellValue()))
					.isEqualByComparingTo(BigDecimal.valueOf(rows.get(i).paise(), 2));
				assertThat(row.getCell(3).getLocalDateTimeCellValue())
					.isEqualTo(LocalDateTime.parse("2026-11-21T12:00:00.123").plusNanos(i * 1_000_000L));
			}
		}
		assertThat(textOfRecords(file).formulas()).isZero();
	}

	@Test
	void agreesWithTheEventReaderOnFiftyThousandRows() throws IOException {
		Path file = Sample.write(FileFormat.XLS, this.directory, IntStream.range(0, 50_000).mapToObj(Sample::of));
		Records records = textOfRecords(file);
		assertThat(records.numbers()).hasSize(3 * 50_000 + 4);
		for (int i = 0; i < 50_000; i++) {
			assertThat(records.numbers().get(3 * i)).isEqualTo(i);
			assertThat(Math.round(records.numbers().get(3 * i + 1) * 100)).isEqualTo(Sample.of(i).paise());
			assertThat(records.texts().get(4 + i)).isEqualTo(Sample.of(i).text());
		}
		assertThat(records.sheets()).containsExactly("Rows", "Statement");
	}

	@Test
	void isReadableByOtherPrograms() throws IOException, InterruptedException {
		Path file = Sample.write(FileFormat.XLS, this.directory, Sample.hostile());
		assertThat(OtherProgram.kindOf(file)).containsAnyOf("Composite Document File V2", "CDFV2 Microsoft Excel");
		List<Path> sheets = OtherProgram.sheetsAsCsv(file, this.directory);
		assertThat(sheets).hasSize(2);
		List<CSVRecord> rows = csv(sheets.getFirst());
		assertThat(rows).hasSize(1 + Sample.HOSTILE.size());
		List<Sample> samples = Sample.hostile().toList();
		for (int i = 0; i < samples.size(); i++) {
			CSVRecord row = rows.get(i + 1);
			assertThat(row.get(0)).isEqualTo(Integer.toString(i));
			assertThat(seenByLibreOffice(row.get(1)))
				.isEqualTo(seenByLibreOffice(FormulaText.neutralised(Sample.HOSTILE.get(i))));
			assertThat(new BigDecimal(row.get(2))).isEqualByComparingTo(BigDecimal.valueOf(samples.get(i).paise(), 2));
		}
		List<CSVRecord> facts = csv(sheets.getLast());
		assertThat(facts.getFirst().get(0)).isEqualTo("Wallet statement");
		assertThat(facts).anySatisfy((fact) -> {
			assertThat(fact.get(0)).isEqualTo("Business");
			assertThat(fact.get(1)).isEqualTo("Asha Traders & Sons आशा ट्रेडर्स சென்னை");
		});
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, -1, 99, -100, 150_005, 999_999_999_999_999L, -999_999_999_999_999L })
	void writesAmountsAsNumbers(long paise) throws IOException {
		HSSFCell cell = only(new Sample(1, "x", paise, null)).getCell(2);
		assertThat(cell.getCellType()).isEqualTo(CellType.NUMERIC);
		assertThat(BigDecimal.valueOf(cell.getNumericCellValue())).isEqualByComparingTo(BigDecimal.valueOf(paise, 2));
	}

	@Test
	void showsAmountsInIndianGrouping() throws IOException, InterruptedException {
		long[] paise = { 0, 99_999_99, 1_00_000_00, 9_99_999_99, 10_00_000_00, 99_99_999_99, 1_00_00_000_00,
				12_34_56_789_01L, 99_99_99_999_99L, 1_00_00_00_000_00L, 1_23_45_67_890_12L, 12_34_56_78_90_123_25L, -5,
				-99_999_99, -1_00_000_00, -12_34_567_89, -1_23_45_678_90L, -12_34_56_78_90_123_25L };
		Path file = Sample.write(FileFormat.XLS, this.directory,
				Arrays.stream(paise).mapToObj((each) -> new Sample(1, "x", each, null)));
		List<CSVRecord> shown = csv(OtherProgram.firstSheetAsCsv(file, this.directory));
		for (int i = 0; i < paise.length; i++) {
			assertThat(shown.get(i + 1).get(2)).isEqualTo(Rupees.formatGrouped(paise[i]));
		}
	}

	@Test
	void addsANoteBesideEmptyCells() throws IOException {
		Path file = this.directory.resolve("note.xls");
		try (Table<Sample> table = Table.start(FileFormat.XLS, Sample.STATEMENT, Sample.COLUMNS,
				Files.newOutputStream(file))) {
			table.add(Sample.of(1));
			table.addNote("The oldest 1 of 2, and balances and totals of both");
		}
		try (HSSFWorkbook workbook = open(file)) {
			HSSFRow last = workbook.getSheetAt(0).getRow(2);
			assertThat(last.getPhysicalNumberOfCells()).isOne();
			assertThat(last.getCell(0).getStringCellValue()).startsWith("The oldest 1 of 2");
			assertThat(workbook.getSheetAt(0).getColumnWidth(0)).isLessThan(12 * 256);
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 1_000_000_000_000_000L, -1_000_000_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE })
	void writesNumbersWithMoreDigitsThanASpreadsheetKeepsAsText(long number) throws IOException {
		HSSFRow row = only(new Sample(number, "x", number, null));
		assertThat(row.getCell(0).getStringCellValue()).isEqualTo(Long.toString(number));
		assertThat(row.getCell(2).getStringCellValue()).isEqualTo(BigDecimal.valueOf(number, 2).toPlainString());
	}

	@Test
	void writesUnrepresentableInstantsAsText() throws IOException {
		assertThat(only(new Sample(1, "x", 1, Instant.parse("1900-01-01T00:00:00Z"))).getCell(3).getStringCellValue())
			.startsWith("1900-01-01T05:");
		assertThat(only(new Sample(1, "x", 1, Instant.parse("+12000-01-01T00:00:00Z"))).getCell(3).getStringCellValue())
			.isEqualTo("'+12000-01-01T05:30:00.000+05:30");
	}

	@Test
	void leavesEmptyCellsOut() throws IOException {
		HSSFRow row = only(new Sample(1, null, 1, null));
		assertThat(row.getCell(1)).isNull();
		assertThat(row.getCell(3)).isNull();
	}

	@Test
	void truncatesATextLongerThanACell() throws IOException {
		assertThat(only(new Sample(1, "y".repeat(32_767), 1, null)).getCell(1).getStringCellValue())
			.isEqualTo("y".repeat(32_767));
		assertThat(only(new Sample(1, "y".repeat(32_765) + "🎉!", 1, null)).getCell(1).getStringCellValue())
			.isEqualTo("y".repeat(32_765) + "…");
		assertThat(only(new Sample(1, "=" + "y".repeat(40_000), 1, null)).getCell(1).getStringCellValue())
			.hasSize(32_767)
			.startsWith("'=y")
			.endsWith("y…");
	}

	@Test
	void continuesOnAnotherSheetWhenOneIsFull() throws IOException {
		Path file = Sample.write(FileFormat.XLS, this.directory, IntStream.range(0, 65_536).mapToObj(Sample::of));
		try (HSSFWorkbook workbook = open(file)) {
			assertThat(workbook.getNumberOfSheets()).isEqualTo(3);
			assertThat(workbook.getSheetName(1)).isEqualTo("Rows 2");
			assertThat(workbook.getSheetAt(0).getLastRowNum()).isEqualTo(65_535);
			HSSFSheet second = workbook.getSheetAt(1);
			assertThat(second.getLastRowNum()).isEqualTo(1);
			assertThat(second.getRow(0).getCell(1).getStringCellValue()).isEqualTo("Narration");
			assertThat(second.getRow(1).getCell(0).getNumericCellValue()).isEqualTo(65_535);
		}
	}

	@Test
	void hasScreenAndPrintSettings() throws IOException {
		try (HSSFWorkbook workbook = open(Sample.write(FileFormat.XLS, this.directory, Stream.of(Sample.of(1))))) {
			HSSFSheet sheet = workbook.getSheetAt(0);
			assertThat(sheet.getPaneInformation().isFreezePane()).isTrue();
			assertThat(sheet.getPaneInformation().getHorizontalSplitPosition()).isEqualTo((short) 1);
			assertThat(sheet.getRepeatingRows().formatAsString()).isEqualTo("1:1");
			assertThat(sheet.getPrintSetup().getLandscape()).isTrue();
			assertThat(sheet.getPrintSetup().getFitWidth()).isEqualTo((short) 1);
			assertThat(sheet.getPrintSetup().getFitHeight()).isZero();
			assertThat(sheet.getFooter().getRight()).isEqualTo("Page &P of &N");
			assertThat(sheet.getColumnWidthInPixels(1)).isBetween(100f, 400f);
			assertThat(workbook.getFontAt(sheet.getRow(0).getCell(0).getCellStyle().getFontIndex()).getBold()).isTrue();
			assertThat(sheet.getRow(1).getCell(3).getCellStyle().getDataFormatString()).contains("IST");
			assertThat(workbook.getNumCellStyles()).isLessThan(40);
		}
	}

	@Test
	void showsTheHeaderOnASheetOfItsOwn() throws IOException {
		try (HSSFWorkbook workbook = open(Sample.write(FileFormat.XLS, this.directory, Stream.empty()))) {
			assertThat(workbook.getSheetAt(0).getPhysicalNumberOfRows()).isOne();
			HSSFSheet statement = workbook.getSheet("Statement");
			assertThat(statement.getRow(0).getCell(0).getStringCellValue()).isEqualTo("Wallet statement");
			List<String> labels = new ArrayList<>();
			for (int i = 1; i <= statement.getLastRowNum(); i++) {
				labels.add(statement.getRow(i).getCell(0).getStringCellValue());
			}
			assertThat(labels).containsExactly("Business", "Business code", "Period", "Search", "Generated at",
					"Opening balance", "Closing balance", "Rows");
			assertThat(statement.getRow(6).getCell(1).getNumericCellValue()).isEqualTo(12_345_678.90);
		}
	}

	private HSSFRow only(Sample row) throws IOException {
		try (HSSFWorkbook workbook = open(Sample.write(FileFormat.XLS, this.directory, Stream.of(row)))) {
			return workbook.getSheetAt(0).getRow(1);
		}
	}

	private static HSSFWorkbook open(Path file) throws IOException {
		try (InputStream in = Files.newInputStream(file)) {
			return new HSSFWorkbook(in);
		}
	}

	private static String textOf(HSSFCell cell) {
		return (cell != null) ? cell.getStringCellValue() : "";
	}

	private static List<CSVRecord> csv(Path file) throws IOException {
		try (Reader reader = Files.newBufferedReader(file);
				CSVParser parser = CSVParser.parse(reader, CSVFormat.RFC4180)) {
			return parser.getRecords();
		}
	}

	/** LibreOffice changes line ends and drops some control characters. */
	private static String seenByLibreOffice(String text) {
		return text.replace("\r\n", "\n")
			.replace('\r', '\n')
			.replaceAll("[\\x00-\\x08\\x1B\\uD800\\uFFFD?]", "")
			.replaceAll(" +", " ");
	}

	private static Records textOfRecords(Path file) throws IOException {
		List<String> sheets = new ArrayList<>();
		List<Double> numbers = new ArrayList<>();
		List<String> texts = new ArrayList<>();
		int[] formulas = new int[1];
		SSTRecord[] shared = new SSTRecord[1];
		HSSFRequest request = new HSSFRequest();
		request.addListenerForAllRecords((record) -> {
			switch (record) {
				case BoundSheetRecord sheet -> sheets.add(sheet.getSheetname());
				case SSTRecord strings -> shared[0] = strings;
				case NumberRecord number -> numbers.add(number.getValue());
				case LabelSSTRecord label -> texts.add(shared[0].getString(label.getSSTIndex()).getString());
				case FormulaRecord formula -> formulas[0]++;
				case HyperlinkRecord link -> formulas[0]++;
				default -> {
				}
			}
		});
		try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
			new HSSFEventFactory().processWorkbookEvents(request, container);
		}
		return new Records(sheets, numbers, texts, formulas[0]);
	}

	private record Records(List<String> sheets, List<Double> numbers, List<String> texts, int formulas) {

	}

}
