package dev.hundi.batch.bulkfile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import dev.hundi.bulk.BulkFormat;

/**
 * Writes files byte by byte, including invalid ones, and reads them with the code under
 * test.
 */
public final class Written {

	private Written() {
	}

	/** The headings and all rows of a file. */
	static List<RawRow> rows(BulkFormat format, byte[] content) {
		try {
			Path file = Files.createTempFile("hundi-bulk", ".upload");
			try {
				Files.write(file, content);
				return rows(format, file);
			}
			finally {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<RawRow> rows(BulkFormat format, Path file) throws IOException {
		List<RawRow> rows = new ArrayList<>();
		try (RowSource source = RowSource.open(format, FileChannel.open(file))) {
			rows.add(new RawRow(source.headings()));
			for (RawRow row = source.next(); row != null; row = source.next()) {
				rows.add(row);
			}
		}
		return rows;
	}

	public static byte[] zip(Map<String, byte[]> parts) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
			for (Map.Entry<String, byte[]> part : parts.entrySet()) {
				zip.putNextEntry(new ZipEntry(part.getKey()));
				zip.write(part.getValue());
				zip.closeEntry();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	/** The parts of a workbook with one sheet. */
	public static Map<String, byte[]> workbook(String rows) {
		return new LinkedHashMap<>(Map.of("[Content_Types].xml", utf8("<Types/>"), "xl/workbook.xml", utf8("""
				<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>\
				<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>"""), "xl/_rels/workbook.xml.rels",
				utf8("""
						<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>"""),
				"xl/worksheets/sheet1.xml", utf8("<worksheet><sheetData>" + rows + "</sheetData></worksheet>")));
	}

	public static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
