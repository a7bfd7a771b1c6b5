package dev.hundi.bench.bulk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes bulk files with any number of valid rows, to a thousand accounts. Each file has
 * its own merchant references.
 */
final class BulkFileWriter {

	private static final int ACCOUNTS = 1_000;

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference";

	private BulkFileWriter() {
	}

	static byte[] csv(String name, int rows) {
		StringBuilder text = new StringBuilder(HEADINGS).append("\r\n");
		for (int i = 1; i <= rows; i++) {
			text.append(String.join(",", cells(name, i))).append("\r\n");
		}
		return text.toString().getBytes(StandardCharsets.UTF_8);
	}

	/** Uses shared strings, as spreadsheets do. */
	static byte[] xlsx(String name, int rows) throws IOException {
		StringBuilder texts = new StringBuilder("<sst>");
		StringBuilder sheet = new StringBuilder("<worksheet><sheetData>");
		int text = 0;
		for (int i = 0; i <= rows; i++) {
			String[] cells = (i == 0) ? HEADINGS.split(",", -1) : cells(name, i);
			sheet.append("<row>");
			for (String cell : cells) {
				texts.append("<si><t>").append(cell).append("</t></si>");
				sheet.append("<c t=\"s\"><v>").append(text++).append("</v></c>");
			}
			sheet.append("</row>");
		}
		return zip(Map.of("[Content_Types].xml", "<Types/>", "xl/workbook.xml", """
				<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>\
				<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>""", "xl/_rels/workbook.xml.rels", """
				<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>""",
				"xl/sharedStrings.xml", texts.append("</sst>").toString(), "xl/worksheets/sheet1.xml",
				sheet.append("</sheetData></worksheet>").toString()));
	}

	private static String[] cells(String name, int row) {
		return new String[] { "Ramesh Kumar", "9876543210", Long.toString(500_000_000_000L + row % ACCOUNTS),
				"HDFC0000001", "%d.%02d".formatted(100 + row % 900, row % 100), "IMPS", name + "-" + row };
	}

	private static byte[] zip(Map<String, String> parts) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
			for (Map.Entry<String, String> part : parts.entrySet()) {
				zip.putNextEntry(new ZipEntry(part.getKey()));
				zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
				zip.closeEntry();
			}
		}
		return bytes.toByteArray();
	}

}
