package dev.hundi.api.bulk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import dev.hundi.bulk.BulkColumn;

/**
 * The template as a minimal workbook (ECMA-376): one sheet with the headings. All columns
 * have text format, so that spreadsheets keep leading zeros and long account numbers.
 */
final class TemplateWorkbook {

	private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

	private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

	private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

	private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";

	private static final String TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

	private TemplateWorkbook() {
	}

	static void write(OutputStream out) throws IOException {
		try (ZipOutputStream zip = new ZipOutputStream(out)) {
			part(zip, "[Content_Types].xml", """
					<Types xmlns="%scontent-types"><Default Extension="rels" \
					ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
					<Default Extension="xml" ContentType="application/xml"/>\
					<Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/>\
					<Override PartName="/xl/worksheets/sheet1.xml" ContentType="%sworksheet+xml"/>\
					<Override PartName="/xl/styles.xml" ContentType="%sstyles+xml"/></Types>""".formatted(PACKAGE,
					TYPES, TYPES, TYPES));
			part(zip, "_rels/.rels", relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")));
			part(zip, "xl/workbook.xml", """
					<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets>\
					</workbook>""".formatted(MAIN, RELATIONSHIPS));
			part(zip, "xl/_rels/workbook.xml.rels",
					relationships(relationship("rId1", "worksheet", "worksheets/sheet1.xml")
							+ relationship("rId2", "styles", "styles.xml")));
			part(zip, "xl/styles.xml",
					"""
							<styleSheet xmlns="%s"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>\
							<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
							<cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>"""
						.formatted(MAIN));
			part(zip, "xl/worksheets/sheet1.xml", sheet());
		}
	}

	private static String sheet() {
		StringBuilder cells = new StringBuilder();
		for (int i = 0; i < BulkColumn.headings().size(); i++) {
			cells.append("<c r=\"%c1\" s=\"1\" t=\"inlineStr\"><is><t>%s</t></is></c>".formatted((char) ('A' + i),
					BulkColumn.headings().get(i)));
		}
		return """
				<worksheet xmlns="%s"><cols><col min="1" max="%d" width="20" style="1" customWidth="1"/></cols>\
				<sheetData><row r="1">%s</row></sheetData></worksheet>""".formatted(MAIN, BulkColumn.headings().size(),
				cells);
	}

	private static String relationships(String all) {
		return "<Relationships xmlns=\"" + PACKAGE + "relationships\">" + all + "</Relationships>";
	}

	private static String relationship(String id, String type, String target) {
		return "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>".formatted(id, RELATIONSHIPS, type, target);
	}

	private static void part(ZipOutputStream zip, String name, String content) throws IOException {
		zip.putNextEntry(new ZipEntry(name));
		zip.write((HEAD + content).getBytes(StandardCharsets.UTF_8));
		zip.closeEntry();
	}

}
