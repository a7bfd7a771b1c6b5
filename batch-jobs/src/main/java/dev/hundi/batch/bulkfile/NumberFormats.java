package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.bulkfile.RawRow.CellFault;
import dev.hundi.batch.bulkfile.RawRow.CellNote;
import dev.hundi.xml.XmlCursor;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.DateUtil;
import org.jspecify.annotations.Nullable;

/**
 * The number formats of a workbook, by cell style, and the numbers as they show them.
 * General and Text show a number as it is. A format of zeros and fixed text shows a text,
 * such as an account number with leading zeros. All other formats are rendered by POI,
 * which is exact enough to compare an amount with, not to take a text from.
 */
final class NumberFormats {

	/** Significant digits that a spreadsheet keeps of a number. */
	private static final int EXACT_DIGITS = 15;

	private static final int MAX_NUMBER_CHARS = 40;

	private static final int MAX_STYLES = 65_536;

	private static final int MAX_FORMATS = 1_000;

	private static final int MAX_FORMAT_CHARS = 255;

	private static final int TEXT = 49;

	/** In place of a text; no amount, so that the cell is invalid in every column. */
	private static final String NOT_RENDERED = "?";

	/** Fixed text, space of the width of a character, fill characters and colours. */
	private static final String FIXED = "((?:\"[^\"]*\"|\\\\.|[_*].|\\[(?i:[a-z]+|color ?[0-9]+)\\]|[-+ ()!&~{}=<>])*)";

	/** The section of positive numbers without sign, groups, decimals and conditions. */
	private static final Pattern DIGITS = Pattern.compile(FIXED + "(#*0+|#+)" + FIXED + "(?:;.*)?", Pattern.DOTALL);

	private static final Pattern FIXED_PART = Pattern.compile("\"([^\"]*)\"|\\\\(.)|_(.)|[*].|\\[[^]]*]|(.)",
			Pattern.DOTALL);

	private static final Pattern SCIENTIFIC = Pattern.compile(".*[0-9][eE][+-]?[0-9].*", Pattern.DOTALL);

	private final DataFormatter formatter = new DataFormatter(Locale.ROOT);

	private final Map<Integer, String> codes = new HashMap<>();

	private final Map<Integer, Boolean> dates = new HashMap<>();

	private int[] formatIds = new int[16];

	private int styles;

	/** A number as text. */
	record Shown(String text, CellNote note) {
	}

	/** Reads {@code xl/styles.xml}. */
	void read(XmlCursor xml) throws IOException {
		xml.next();
		while (xml.next()) {
			switch (xml.name()) {
				case "numFmts" -> readCodes(xml);
				case "cellXfs" -> readStyles(xml);
				default -> xml.skip();
			}
		}
		xml.finish();
	}

	/**
	 * Shows the number of a cell.
	 * @param style index of the cell's style
	 * @param written as in the file, with more digits than a spreadsheet keeps
	 */
	Shown show(int style, String written, boolean formula) {
		BigDecimal number = number(written);
		if (number == null || number.precision() - number.scale() > EXACT_DIGITS) {
			return new Shown(written, new CellNote(CellFault.INEXACT_NUMBER, formula, null));
		}
		BigDecimal kept = number.round(new MathContext(EXACT_DIGITS)).stripTrailingZeros();
		int id = (style >= 0 && style < this.styles) ? this.formatIds[style] : 0;
		String code = code(id);
		if (code == null || kept.scale() > MAX_NUMBER_CHARS) {
			String plain = (kept.scale() > MAX_NUMBER_CHARS) ? written : kept.toPlainString();
			return new Shown(plain, new CellNote(null, formula, kept));
		}
		Matcher digits = DIGITS.matcher(code);
		if (kept.signum() >= 0 && kept.scale() <= 0 && digits.matches()) {
			return new Shown(digits(digits, kept.toBigInteger().toString()), new CellNote(null, formula, kept));
		}
		// POI ignores an empty section, which shows nothing.
		String text = code.startsWith(";") ? "" : rendered(kept, id, code);
		return new Shown(text, new CellNote(fault(id, code, text), formula, kept));
	}

	/** POI throws at some formats that no spreadsheet writes. */
	private String rendered(BigDecimal number, int id, String code) {
		try {
			return this.formatter.formatRawCellContents(number.doubleValue(), id, code).strip();
		}
		catch (RuntimeException ex) {
			return NOT_RENDERED;
		}
	}

	private static String digits(Matcher format, String number) {
		long zeros = format.group(2).chars().filter((c) -> c == '0').count();
		return (fixed(format.group(1)) + "0".repeat((int) Math.max(0, zeros - number.length())) + number
				+ fixed(format.group(3)))
			.strip();
	}

	private static String fixed(String format) {
		return FIXED_PART.matcher(format).replaceAll((part) -> {
			String quoted = (part.group(1) != null) ? part.group(1) : part.group(2);
			String text = (quoted != null) ? quoted : part.group(4);
			return Matcher.quoteReplacement((part.group(3) != null) ? " " : (text != null) ? text : "");
		});
	}

	private CellFault fault(int id, String code, String text) {
		if (this.dates.computeIfAbsent(id, (key) -> DateUtil.isADateFormat(id, code))) {
			return CellFault.DATE;
		}
		if (text.indexOf('%') >= 0) {
			return CellFault.PERCENT;
		}
		return SCIENTIFIC.matcher(text).matches() ? CellFault.INEXACT_NUMBER : CellFault.NUMBER_FORMAT;
	}

	/** The code of a format, or null for General and Text. */
	private @Nullable String code(int id) {
		if (id == 0 || id == TEXT) {
			return null;
		}
		String code = this.codes.get(id);
		if (code == null) {
			code = implied(id);
		}
		return (code.isEmpty() || code.equals("@") || code.equalsIgnoreCase("General")) ? null : code;
	}

	/** The format that an id stands for unless the workbook defines it. */
	private static String implied(int id) {
		String builtin = BuiltinFormats.getBuiltinFormat(id);
		// The reader's country decides the currency of these and the rest, which are
		// dates in East Asia.
		return (builtin != null) ? builtin.replace("\"$\"", "") : "yyyy-mm-dd";
	}

	private void readCodes(XmlCursor xml) throws IOException {
		while (xml.next()) {
			String id = xml.attribute("numFmtId");
			String code = xml.attribute("formatCode");
			if (id != null && code != null) {
				if (this.codes.size() == MAX_FORMATS || code.length() > MAX_FORMAT_CHARS) {
					throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
							"The workbook has more than %d number formats, or one of more than %d characters"
								.formatted(MAX_FORMATS, MAX_FORMAT_CHARS));
				}
				this.codes.put(index(id), code);
			}
			xml.skip();
		}
	}

	private void readStyles(XmlCursor xml) throws IOException {
		while (xml.next()) {
			if (this.styles == MAX_STYLES) {
				throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
						"The workbook has more than %d cell styles".formatted(MAX_STYLES));
			}
			if (this.styles == this.formatIds.length) {
				this.formatIds = Arrays.copyOf(this.formatIds, 2 * this.styles);
			}
			String id = xml.attribute("numFmtId");
			this.formatIds[this.styles++] = (id != null) ? Math.max(0, index(id)) : 0;
			xml.skip();
		}
	}

	/** A number of the XML, or -1. */
	static int index(String value) {
		try {
			return Integer.parseInt(value.strip());
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	private static @Nullable BigDecimal number(String written) {
		try {
			BigDecimal number = (written.length() <= MAX_NUMBER_CHARS) ? new BigDecimal(written.strip()) : null;
			return (number != null && Math.abs(number.scale()) < 400) ? number : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
