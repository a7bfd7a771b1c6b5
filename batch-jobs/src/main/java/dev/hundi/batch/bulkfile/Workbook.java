package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.money.Rupees;
import dev.hundi.text.Beginning;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a workbook other than its sheets.
 */
final class Workbook {

	private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

	private static final String STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships";

	private static final int MAX_SHEETS = 255;

	private static final int MAX_SHEET_NAME = 31;

	/** How a workbook writes characters that XML cannot (ECMA-376, ST_Xstring). */
	private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-Fa-f]{4})_");

	final PackedStrings texts = new PackedStrings();

	final NumberFormats formats = new NumberFormats();

	private final List<Declared> declared = new ArrayList<>();

	/** Parts of worksheets, by the id of their relationship. */
	private final Map<String, String> targets = new HashMap<>();

	private final Set<String> parts = new HashSet<>();

	/** Names or extensions of parts whose content type is one of macros. */
	private final Set<String> macroParts = new HashSet<>();

	private final Set<String> macroExtensions = new HashSet<>();

	private final Set<String> typedParts = new HashSet<>();

	private boolean stale;

	/** What is read and dropped of rows and cells, which no other limit counts. */
	private long blanks;

	private Workbook() {
	}

	/**
	 * A worksheet that is shown.
	 *
	 * @param name for messages, without special characters
	 * @param part its part of the zip file
	 */
	record Sheet(String name, String part) {
	}

	private record Declared(String name, String relationship, boolean hidden) {
	}

	static Workbook read(FileChannel file) throws IOException {
		Workbook workbook = new Workbook();
		Unzip zip = new Unzip(file);
		for (String part = zip.next(); part != null; part = zip.next()) {
			workbook.readPart(part, zip);
		}
		workbook.requireNoMacros();
		return workbook;
	}

	/**
	 * The sheets that are shown, in their order.
	 * @throws RefusedFileException if there is none
	 */
	List<Sheet> shown() {
		List<Sheet> shown = new ArrayList<>();
		for (Declared sheet : this.declared) {
			String part = this.targets.get(sheet.relationship);
			if (!sheet.hidden && part != null && this.parts.contains(part)) {
				shown.add(new Sheet(sheet.name, part));
			}
		}
		if (shown.isEmpty()) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, this.declared.isEmpty()
					? "The file is not an .xlsx workbook: it declares no sheet" : "The workbook shows no sheet");
		}
		return shown;
	}

	/** Whether results of formulas are only valid after a recalculation. */
	boolean isStale() {
		return this.stale;
	}

	private void readPart(String part, Unzip zip) throws IOException {
		// Names of parts are compared without case.
		String name = part.toLowerCase(Locale.ROOT);
		if (!this.parts.add(name)) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "Two parts of the workbook have the same name");
		}
		switch (name) {
			case "[content_types].xml" -> readTypes(UntrustedXml.cursor(zip.content()));
			case "xl/workbook.xml" -> readSheets(UntrustedXml.cursor(zip.content()));
			case "xl/_rels/workbook.xml.rels" -> readTargets(UntrustedXml.cursor(zip.content()));
			case "xl/sharedstrings.xml" -> readTexts(UntrustedXml.cursor(zip.content()));
			case "xl/styles.xml" -> this.formats.read(UntrustedXml.cursor(zip.content()));
			case "xl/workbook.bin" -> throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The file is a binary .xlsb workbook; save it as .xlsx");
			default -> {
			}
		}
	}

	private void readTypes(XmlCursor xml) throws IOException {
		xml.next();
		while (xml.next()) {
			String type = xml.attribute("ContentType");
			boolean macros = type != null
					&& (type.contains("macroEnabled") || type.contains("vbaProject") || type.contains("macrosheet"));
			String part = xml.attribute("PartName");
			String extension = xml.attribute("Extension");
			if (part != null) {
				String name = part.toLowerCase(Locale.ROOT).replaceFirst("^/", "");
				add(this.typedParts, name);
				if (macros) {
					this.macroParts.add(name);
				}
			}
			else if (extension != null && macros) {
				add(this.macroExtensions, extension.toLowerCase(Locale.ROOT));
			}
			xml.skip();
		}
	}

	private static void add(Set<String> names, String name) {
		if (names.size() == Unzip.MAX_PARTS) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED, "The workbook has too many parts");
		}
		names.add(name);
	}

	/** A content type that no part has says nothing: SheetJS declares all that exist. */
	private void requireNoMacros() {
		for (String part : this.parts) {
			String extension = part.substring(part.lastIndexOf('.') + 1);
			if (part.endsWith("vbaproject.bin") || part.startsWith("xl/macrosheets/") || this.macroParts.contains(part)
					|| (this.macroExtensions.contains(extension) && !this.typedParts.contains(part))) {
				throw new RefusedFileException(FileFault.MACROS, "Workbooks with macros are refused; save it as .xlsx");
			}
		}
	}

	private void readSheets(XmlCursor xml) throws IOException {
		xml.next();
		while (xml.next()) {
			switch (xml.name()) {
				case "sheets" -> {
					while (xml.next()) {
						declare(xml);
						xml.skip();
					}
				}
				case "calcPr" -> {
					this.stale = isTrue(xml.attribute("fullCalcOnLoad"));
					xml.skip();
				}
				default -> xml.skip();
			}
		}
		xml.finish();
	}

	private void declare(XmlCursor xml) {
		String transitional = xml.attribute(RELATIONSHIPS, "id");
		String relationship = (transitional != null) ? transitional : xml.attribute(STRICT_RELATIONSHIPS, "id");
		if (relationship == null) {
			return;
		}
		if (this.declared.size() == MAX_SHEETS) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED, "The workbook has too many sheets");
		}
		String name = xml.attribute("name");
		String state = xml.attribute("state");
		this.declared.add(new Declared(shownName(name), relationship, state != null && !state.equals("visible")));
	}

	private static String shownName(@Nullable String name) {
		String shown = (name != null) ? name.replaceAll("[^\\p{L}\\p{M}\\p{Nd} ._/()-]", "") : "";
		return Beginning.of(shown, MAX_SHEET_NAME);
	}

	private void readTargets(XmlCursor xml) throws IOException {
		xml.next();
		while (xml.next()) {
			String id = xml.attribute("Id");
			String target = xml.attribute("Target");
			String type = xml.attribute("Type");
			if (id != null && target != null && (type == null || type.endsWith("/worksheet"))) {
				if (this.targets.size() == MAX_SHEETS) {
					throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED, "The workbook has too many sheets");
				}
				String part = target.startsWith("/") ? target.substring(1) : "xl/" + target;
				this.targets.put(id, part.toLowerCase(Locale.ROOT));
			}
			xml.skip();
		}
		xml.finish();
	}

	private void readTexts(XmlCursor xml) throws IOException {
		xml.next();
		while (xml.next()) {
			if (xml.name().equals("si")) {
				this.texts.add(text(xml));
			}
			else {
				xml.skip();
			}
		}
		xml.finish();
	}

	/** The text of the open item and its runs, without phonetic hints. */
	static String text(XmlCursor xml) throws IOException {
		StringBuilder text = new StringBuilder();
		readText(xml, text);
		return text.toString();
	}

	/**
	 * A text as spreadsheets show it: {@code _x000D_} stands for a line break, which they
	 * write for texts that were pasted. What PostgreSQL cannot store stays escaped.
	 */
	static String unescaped(String text) {
		if (!text.contains("_x")) {
			return text;
		}
		return ESCAPE.matcher(text).replaceAll((escape) -> {
			char character = (char) Integer.parseInt(escape.group(1), 16);
			boolean stored = character != 0 && !Character.isSurrogate(character);
			return Matcher.quoteReplacement(stored ? String.valueOf(character) : escape.group());
		});
	}

	/**
	 * Counts rows, cells and the white space around texts. In a small workbook, millions
	 * of cells can refer to one long blank text.
	 */
	void countBlanks(int more) {
		this.blanks += more;
		if (this.blanks > RowSource.MAX_FILE_CHARS) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
					"The workbook has more than %s blank cells and blanks around texts; copy only the payouts to a new one"
						.formatted(Rupees.groupCount(RowSource.MAX_FILE_CHARS)));
		}
	}

	private static void readText(XmlCursor xml, StringBuilder text) throws IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "t" -> append(text, unescaped(xml.allText(RowSource.MAX_CELL_CHARS)));
				case "r" -> readText(xml, text);
				default -> xml.skip();
			}
		}
	}

	private static void append(StringBuilder text, String part) {
		if (text.length() + part.length() > RowSource.MAX_CELL_CHARS) {
			throw new RefusedFileException(FileFault.CELL_TOO_LONG,
					"A cell has more than " + RowSource.MAX_CELL_CHARS + " characters");
		}
		text.append(part);
	}

	static boolean isTrue(@Nullable String value) {
		return value != null && (value.equals("1") || value.equals("true"));
	}

}
