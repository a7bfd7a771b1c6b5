package dev.hundi.batch.bulkfile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import dev.hundi.batch.bulkfile.RawRow.CellFault;
import dev.hundi.batch.bulkfile.RawRow.CellNote;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.export.OtherProgram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class XlsxRowsTests {

	private static final String HEADINGS = row(
			"<c t=\"inlineStr\"><is><t>Name</t></is></c><c t=\"str\"><v>Amount</v></c>");

	private static final String PAYOUTS = row(Stream.of("Account Number", "Amount", "Remarks", "Reference")
		.map((heading) -> "<c t=\"str\"><v>" + heading + "</v></c>")
		.collect(joining()));

	@Test
	void readsWhatLibreOfficeWrites(@TempDir Path directory) throws Exception {
		Path csv = directory.resolve("payouts.csv");
		Files.writeString(csv, """
				Name,Account Number,Reference,Amount,Formula
				"Rao, ""R""\u00a0& Sons",00123456789,123456789012,1500.5,=1+1
				रमेश कुमार,012345678901234567,1234567890123456789,4.35,
				""");
		Path xlsx = OtherProgram.xlsxOf(csv, "1/2/2/2/3/1/4/1/5/1,0,true", directory);

		List<RawRow> rows = Written.rows(BulkFormat.XLSX, xlsx);

		assertThat(rows.get(0).cells()).containsExactly("Name", "Account Number", "Reference", "Amount", "Formula");
		assertThat(rows.get(1).cells().subList(0, 4)).containsExactly("Rao, \"R\"\u00a0& Sons", "00123456789",
				"123456789012", "1500.5");
		assertThat(rows.get(2).cells()).startsWith("रमेश कुमार", "012345678901234567").contains("4.35");
		assertThat(faults(rows.get(2))).isEqualTo(Map.of(2, CellFault.INEXACT_NUMBER));
	}

	@Test
	void reportsFormulasErrorsAndInexactNumbers() {
		byte[] workbook = Written.zip(Written.workbook(PAYOUTS
				+ row("<c><f>1+1</f></c><c><f>1+1</f><v></v></c><c><f>1+1</f><v>2</v></c><c t=\"e\"><v>#REF!</v></c>")
				+ row("<c><v>1.23456789012346E+15</v></c><c><v>4.3499999999999996</v></c><c t=\"d\"><v>2026-11-22</v></c>")
				+ row("<c t=\"str\"><f>IF(1,\"\")</f><v></v></c>") + row("<c r=\"B5\"><v>100000</v></c>")));

		List<RawRow> rows = Written.rows(BulkFormat.XLSX, workbook);

		assertThat(faults(rows.get(1)))
			.isEqualTo(Map.of(0, CellFault.FORMULA, 1, CellFault.FORMULA, 3, CellFault.ERROR_VALUE));
		assertThat(rows.get(1).notes().get(2)).isEqualTo(new CellNote(null, true, new BigDecimal("2")));
		assertThat(faults(rows.get(2))).isEqualTo(Map.of(0, CellFault.INEXACT_NUMBER, 2, CellFault.DATE));
		assertThat(rows.get(2).cells().get(1)).isEqualTo("4.35");
		assertThat(rows.get(3).cells()).containsExactly("", "100000", "", "");
	}

	/** LibreOffice shows the last of two rows, and both would be paid. */
	@ParameterizedTest
	@ValueSource(strings = { "<row r=\"2\">%1$s</row><row r=\"2\">%1$s</row>",
			"<row r=\"3\">%1$s</row><row r=\"2\">%1$s</row>", "<row r=\"2\"><c r=\"A5\"><v>1</v></c></row>",
			"<row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"B2\"><v>9</v></c></row>",
			"<row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"A2\"><v>9</v></c></row>",
			"<row><c r=\"A2\"><v>1</v></c></row><row><c r=\"A2\"><v>9</v></c></row>" })
	void refusesRowsAndCellsThatProgramsShowDifferently(String rows) {
		byte[] workbook = Written.zip(Written.workbook(PAYOUTS + rows.formatted("<c><v>1</v></c><c><v>2</v></c>")));
		assertThatExceptionOfType(RefusedFileException.class).isThrownBy(() -> Written.rows(BulkFormat.XLSX, workbook))
			.withMessageContaining("out of place or occurs twice");
	}

	@Test
	void readsRowsThatOnlyTheirCellsNumber() {
		List<RawRow> rows = Written.rows(BulkFormat.XLSX, Written.zip(Written.workbook(PAYOUTS
				+ "<row hidden=\"1\"><c r=\"A4\"><v>1</v></c><c r=\"B4\"><v>2</v></c></row><row><c><v>3</v></c></row>")));
		assertThat(rows).extracting(RawRow::hiddenRow).containsExactly(0, 4, 0);
	}

	@Test
	void takesNoResultsOfAWorkbookThatMustBeRecalculated() {
		Map<String, byte[]> parts = Written.workbook(PAYOUTS + row("<c><f>1+1</f><v>2</v></c><c><v>1</v></c>"));
		parts.computeIfPresent("xl/workbook.xml", (name, xml) -> Written
			.utf8(new String(xml, UTF_8).replace("</workbook>", "<calcPr fullCalcOnLoad=\"1\"/></workbook>")));
		assertThat(faults(Written.rows(BulkFormat.XLSX, Written.zip(parts)).get(1)))
			.isEqualTo(Map.of(0, CellFault.FORMULA));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			00000000000                   | 1234567890   | 01234567890  |
			0_ ;[Red]\\-0\\               | 1234567890   | 1234567890   |
			_ * 0_)                       | 1234567890   | 1234567890   |
			"REF-0."0000\\/\\E            | 42           | REF-0.0042/E |
			General                       | 123456789012 | 123456789012 |
			@                             | 1234567890   | 1234567890   |
			0                             | 1500.5       | 1501         | NUMBER_FORMAT
			000-000-000                   | 12345678     |              | NUMBER_FORMAT
			0.00                          | 1234567890   | 1234567890.00 | NUMBER_FORMAT
			#,##0.00                      | 1500.5       | 1,500.50     | NUMBER_FORMAT
			_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ | 1500.5 | 1,500.50 | NUMBER_FORMAT
			[$₹-4009] #,##0.00            | 1500.5       | ₹ 1,500.50   | NUMBER_FORMAT
			0.0                           | 1500.25      | 1500.3       | NUMBER_FORMAT
			#,##0.00,                     | 1500000      | 1,500.00     | NUMBER_FORMAT
			;;;                           | 1500         | ''           | NUMBER_FORMAT
			0.00E+00                      | 1500         | 1.50E+03     | INEXACT_NUMBER
			0.0%                          | 0.125        | 12.5%        | PERCENT
			dd/mm/yyyy                    | 46348        | 22/11/2026   | DATE
			[h]:mm:ss                     | 1.5          | 36:00:00     | DATE
			""")
	void showsNumbersByTheirFormats(String code, String number, @Nullable String shown, @Nullable String fault)
			throws IOException {
		NumberFormats.Shown read = formats(code).show(1, number, false);
		if (shown != null) {
			assertThat(read.text()).isEqualTo(shown);
		}
		assertThat(read.note().fault()).isEqualTo((fault != null) ? CellFault.valueOf(fault) : null);
		assertThat(read.note().number()).isEqualByComparingTo(number);
	}

	private static NumberFormats formats(String code) throws IOException {
		NumberFormats formats = new NumberFormats();
		String escaped = code.replace("\"", "&quot;");
		formats.read(UntrustedXml.cursor(new ByteArrayInputStream(Written.utf8(
				"<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"%s\"/></numFmts><cellXfs><xf/><xf numFmtId=\"170\"/></cellXfs></styleSheet>"
					.formatted(escaped)))));
		return formats;
	}

	@Test
	void takesNoNumberWhoseFormatCannotBeRead() throws IOException {
		for (String number : List.of("0", "1", "-1", "1500.5")) {
			NumberFormats.Shown read = formats("+M[$$[$₹-4009]G").show(1, number, false);
			assertThat(read.note().fault()).isEqualTo(CellFault.NUMBER_FORMAT);
			assertThat(read.text()).as("in an amount").isEqualTo("?");
		}
	}

	@Test
	void limitsStylesAndFormats() {
		Map<String, byte[]> parts = Written.workbook(PAYOUTS);
		parts.put("xl/styles.xml",
				Written.utf8("<styleSheet><cellXfs>" + "<xf/>".repeat(66_000) + "</cellXfs></styleSheet>"));
		assertRefused(parts, FileFault.TOO_LARGE_UNPACKED);
		parts.put("xl/styles.xml", Written.utf8("<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\""
				+ "0".repeat(256) + "\"/></numFmts></styleSheet>"));
		assertRefused(parts, FileFault.TOO_LARGE_UNPACKED);
	}

	@Test
	void refusesMacros() {
		Map<String, byte[]> parts = Written.workbook(HEADINGS);
		parts.put("xl/vbaProject.bin", new byte[] { 1 });
		assertRefused(parts, FileFault.MACROS);
		Map<String, byte[]> typed = Written.workbook(HEADINGS);
		typed.put("[Content_Types].xml", Written.utf8(
				"<Types><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.ms-excel.sheet.macroEnabled.main+xml\"/></Types>"));
		assertRefused(typed, FileFault.MACROS);
		Map<String, byte[]> renamed = Written.workbook(HEADINGS);
		renamed.put("[Content_Types].xml", Written
			.utf8("<Types><Default Extension=\"dat\" ContentType=\"application/vnd.ms-office.vbaProject\"/></Types>"));
		Written.rows(BulkFormat.XLSX, Written.zip(renamed));
		renamed.put("xl/project.dat", new byte[] { 1 });
		assertRefused(renamed, FileFault.MACROS);
	}

	@Test
	void refusesZipBombs() {
		Map<String, byte[]> parts = Written.workbook(HEADINGS + row("<c><v>1</v></c>"));
		parts.put("xl/media/image1.png", new byte[100 * 1024 * 1024]);
		assertRefused(parts, FileFault.TOO_LARGE_UNPACKED);
	}

	@Test
	void refusesEntitiesCdataAndOversizedXml() {
		assertRefusedSheet("<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><worksheet>&e;</worksheet>",
				FileFault.FORBIDDEN_XML);
		assertRefusedSheet("<worksheet><![CDATA[" + "x".repeat(100) + "]]></worksheet>", FileFault.FORBIDDEN_XML);
		assertRefusedSheet("<worksheet><!--" + "<x".repeat(1_000_000) + "--></worksheet>", FileFault.CELL_TOO_LONG);
		assertRefusedSheet("<worksheet a=\"" + "x".repeat(10_000_000) + "\"/>", FileFault.CELL_TOO_LONG);
	}

	@Test
	void refusesOversizedCellsAndTooManyColumns() {
		assertRefused(Written.workbook(row("<c t=\"inlineStr\"><is><t>" + "x".repeat(10_000_000) + "</t></is></c>")),
				FileFault.CELL_TOO_LONG);
		StringBuilder cells = new StringBuilder();
		for (int i = 0; i < 10_000; i++) {
			cells.append("<c><v>1</v></c>");
		}
		assertRefused(Written.workbook(row(cells.toString())), FileFault.TOO_MANY_COLUMNS);
	}

	/** Excel writes the line break of a pasted text as an escape. */
	@Test
	void readsTextsAsSpreadsheetsShowThem() {
		Map<String, byte[]> parts = Written.workbook(PAYOUTS + row(
				"<c t=\"s\"><v>0</v></c><c><v>1</v></c><c t=\"s\"><v>1</v></c><c t=\"inlineStr\"><is><t>A_x000d__x000A_B</t></is></c>")
				+ row("<c t=\"str\"><f>1</f><v>_x0031_23456789</v></c><c><v>1</v></c><c t=\"s\"><v>2</v></c>"));
		parts.put("xl/sharedStrings.xml", Written.utf8(
				"<sst><si><t>Asha_x000D_</t></si><si><r><t>_x005F_x</t></r><r><t>0041_</t></r></si><si><t>_x0000__xD83D__x00G0_</t></si></sst>"));
		assertThat(Written.rows(BulkFormat.XLSX, Written.zip(parts)).stream().skip(1).map(RawRow::cells))
			.containsExactly(List.of("Asha", "1", "_x0041_", "A\r\nB"),
					List.of("123456789", "1", "_x0000__xD83D__x00G0_", ""));
	}

	@Test
	void limitsBlankTexts() {
		Map<String, byte[]> parts = Written.workbook(PAYOUTS + row("<c t=\"s\"><v>0</v></c>".repeat(100)).repeat(100));
		parts.put("xl/sharedStrings.xml", Written.utf8("<sst><si><t>" + " ".repeat(32_000) + "</t></si></sst>"));
		assertRefused(parts, FileFault.TOO_LARGE_UNPACKED);
	}

	@Test
	void readsSharedStrings() {
		Map<String, byte[]> parts = Written.workbook(row("<c t=\"s\"><v>0</v></c>") + IntStream.rangeClosed(1, 200)
			.mapToObj((i) -> row("<c t=\"s\"><v>" + i + "</v></c>"))
			.collect(joining()));
		// Of odd lengths, so that some cross block boundaries.
		List<String> texts = IntStream.rangeClosed(0, 200)
			.mapToObj((i) -> "é%d-".formatted(i).repeat(i * 13 + 1))
			.toList();
		parts.put("xl/sharedStrings.xml",
				Written.utf8("<sst>" + texts.stream()
					.map((text) -> "<si><t>" + text.substring(0, 2) + "</t><t>" + text.substring(2) + "</t></si>")
					.collect(joining()) + "</sst>"));
		assertThat(Written.rows(BulkFormat.XLSX, Written.zip(parts)).stream().map((row) -> row.cells().getFirst()))
			.isEqualTo(texts);
	}

	@Test
	void refusesTooManySharedStrings() {
		Map<String, byte[]> parts = Written.workbook(HEADINGS);
		parts.put("xl/sharedStrings.xml",
				Written.utf8("<sst><si>" + "<t>xxxxxxxxxxxxxxxx</t>".repeat(3_000) + "</si></sst>"));
		assertRefused(parts, FileFault.CELL_TOO_LONG);
		parts.put("xl/sharedStrings.xml",
				Written.utf8("<sst>" + ("<si><t>" + "x".repeat(1_000) + "</t></si>").repeat(51_000) + "</sst>"));
		assertRefused(parts, FileFault.TOO_LARGE_UNPACKED);
	}

	@Test
	void refusesUnboundedNesting() {
		assertRefusedSheet("<worksheet>" + "<a>".repeat(3_000_000), FileFault.MALFORMED_XML);
		assertRefusedSheet("<worksheet><sheetData><row><c><v>" + "<a>".repeat(3_000_000), FileFault.MALFORMED_XML);
	}

	@Test
	void refusesFilesOtherThanWorkbooks() {
		assertRefused(Written.utf8("Name,Amount\n"), FileFault.WRONG_CONTENT);
		assertRefused(new byte[] { (byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, 1, 2 }, FileFault.WRONG_CONTENT);
		assertRefused(Written.zip(Map.of("readme.txt", Written.utf8("x"))), FileFault.WRONG_CONTENT);
		byte[] whole = Written.zip(Written.workbook(HEADINGS + row("<c><v>1</v></c>").repeat(5_000)));
		for (int length : List.of(3, 30, 200, whole.length / 2)) {
			assertThatExceptionOfType(RefusedFileException.class).as("%d bytes", length)
				.isThrownBy(() -> Written.rows(BulkFormat.XLSX, Arrays.copyOf(whole, length)));
		}
	}

	/** Spreadsheets open the parts that the directory at the end of the file names. */
	@Test
	void refusesPartsWithTwoNames() {
		Map<String, byte[]> parts = Written.workbook(PAYOUTS + row("<c><v>1</v></c><c><v>100</v></c>"));
		parts.put("xl/worksheets/sheet9.xml", parts.get("xl/worksheets/sheet1.xml"));
		String zip = new String(Written.zip(parts), ISO_8859_1);
		int first = zip.indexOf("sheet1.xml");
		int second = zip.indexOf("sheet9.xml");
		String renamed = zip.substring(0, first) + "sheet9.xml" + zip.substring(first + 10, second) + "sheet1.xml"
				+ zip.substring(second + 10);
		assertThat(renamed.lastIndexOf("sheet9.xml")).as("the directory is as before")
			.isEqualTo(zip.lastIndexOf("sheet9.xml"));
		assertRefused(renamed.getBytes(ISO_8859_1), FileFault.WRONG_CONTENT);
	}

	@Test
	void readsStoredPartsAndWhatFollowsTheDirectory() throws IOException {
		String stored = new String(stored("A comment"), ISO_8859_1);
		for (String read : List.of(stored, stored + "\r\n")) {
			assertThat(Written.rows(BulkFormat.XLSX, read.getBytes(ISO_8859_1)).get(1).cells()).startsWith("1", "100");
		}
		assertRefused(stored.replace("<v>100", "<v>900").getBytes(ISO_8859_1), FileFault.WRONG_CONTENT);
		assertRefused(stored("PK\u0005\u0006" + "\0".repeat(18)), FileFault.WRONG_CONTENT);
	}

	/**
	 * Programs look for the directory before the record at the end, count its entries or
	 * its bytes, and prefer the record of large files or not.
	 */
	@Test
	void refusesFilesWithAnotherDirectoryForOtherPrograms() throws IOException {
		byte[] stored = stored("");
		byte[] end = Arrays.copyOfRange(stored, stored.length - 22, stored.length);
		byte[] before = Arrays.copyOf(stored, stored.length - 22);
		ByteBuffer record = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
		int number = record.getShort(10);
		int bytes = record.getInt(12);
		int at = record.getInt(16);
		byte[] directory = Arrays.copyOfRange(before, at, at + bytes);

		assertThat(Written.rows(BulkFormat.XLSX, joined(before, large(number, bytes, at), end)).get(1).cells())
			.startsWith("1", "100");
		assertRefused(joined(before, before, end), FileFault.WRONG_CONTENT);
		assertRefused(joined(before, large(number, bytes, at + 1), end), FileFault.WRONG_CONTENT);
		assertRefused(joined(before, large(number - 1, bytes, at), end), FileFault.WRONG_CONTENT);
		record.putInt(12, 2 * bytes);
		assertRefused(joined(before, directory, end), FileFault.WRONG_CONTENT);
	}

	/** The record of large files and its locator. */
	private static byte[] large(long number, long bytes, long at) {
		return ByteBuffer.allocate(76)
			.order(ByteOrder.LITTLE_ENDIAN)
			.putInt(0, 0x06064b50)
			.putLong(4, 44)
			.putLong(24, number)
			.putLong(32, number)
			.putLong(40, bytes)
			.putLong(48, at)
			.putInt(56, 0x07064b50)
			.putLong(64, at + bytes)
			.putInt(72, 1)
			.array();
	}

	private static byte[] joined(byte[]... parts) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		Stream.of(parts).forEach(all::writeBytes);
		return all.toByteArray();
	}

	private static byte[] stored(String comment) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
			zip.setComment(comment);
			for (Map.Entry<String, byte[]> part : Written.workbook(PAYOUTS + row("<c><v>1</v></c><c><v>100</v></c>"))
				.entrySet()) {
				ZipEntry entry = new ZipEntry(part.getKey());
				CRC32 crc = new CRC32();
				crc.update(part.getValue());
				entry.setMethod(ZipEntry.STORED);
				entry.setSize(part.getValue().length);
				entry.setCrc(crc.getValue());
				zip.putNextEntry(entry);
				zip.write(part.getValue());
			}
		}
		return bytes.toByteArray();
	}

	private static Map<Integer, CellFault> faults(RawRow row) {
		return row.notes()
			.entrySet()
			.stream()
			.filter((note) -> note.getValue().fault() != null)
			.collect(toMap(Map.Entry::getKey, (note) -> note.getValue().fault()));
	}

	private static String row(String cells) {
		return "<row>" + cells + "</row>";
	}

	private static void assertRefusedSheet(String sheet, FileFault fault) {
		Map<String, byte[]> parts = Written.workbook("");
		parts.put("xl/worksheets/sheet1.xml", Written.utf8(sheet));
		assertRefused(parts, fault);
	}

	private static void assertRefused(Map<String, byte[]> parts, FileFault fault) {
		assertRefused(Written.zip(parts), fault);
	}

	private static void assertRefused(byte[] content, FileFault fault) {
		assertThatExceptionOfType(RefusedFileException.class).isThrownBy(() -> Written.rows(BulkFormat.XLSX, content))
			.extracting(RefusedFileException::fault)
			.isEqualTo(fault);
	}

}
