package dev.hundi.export;

import java.lang.Character.UnicodeScript;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.openpdf.text.pdf.BaseFont;

/**
 * Measures text and breaks it into lines. Latin, Greek and Cyrillic text, nearly all of
 * it, needs only a table of widths; other text goes to {@link PdfShaping}.
 */
final class PdfText {

	static final int UNITS_PER_EM = 1000;

	/** Code points below need no shaping; they include the rupee sign. */
	static final int PLAIN_LIMIT = 0x2200;

	private static final char REPLACEMENT = '\uFFFD';

	private static final short[] REGULAR = plainWidths(PdfTypeface.LATIN);

	private static final short[] BOLD = plainWidths(PdfTypeface.BOLD);

	private PdfText() {
	}

	/** The width of a text on one line, in thousandths of the font size. */
	static int width(String text, PdfTypeface typeface) {
		int width = plainWidth(text, 0, text.length(), table(typeface));
		return (width >= 0) ? width : PdfShaping.shaped(text).width();
	}

	/**
	 * Breaks a text into lines of at most a width, in thousandths of the font size, after
	 * blanks and hyphens where possible. Every line has at least one character.
	 */
	static List<PdfLine> lines(String text, PdfTypeface typeface, int maxWidth) {
		short[] widths = table(typeface);
		int width = plainWidth(text, 0, text.length(), widths);
		if (width >= 0 && width <= maxWidth) {
			return List.of(new PdfLine.Plain(text, width));
		}
		List<PdfLine> lines = new ArrayList<>();
		for (String paragraph : (width >= 0) ? new String[] { text } : printable(text).split("\n", -1)) {
			if (plainWidth(paragraph, 0, paragraph.length(), widths) >= 0) {
				breakPlain(paragraph, widths, maxWidth, lines);
			}
			else {
				breakShaped(paragraph, maxWidth, lines);
			}
		}
		return lines;
	}

	private static short[] table(PdfTypeface typeface) {
		return (typeface == PdfTypeface.BOLD) ? BOLD : REGULAR;
	}

	private static int plainWidth(String text, int start, int end, short[] widths) {
		int width = 0;
		for (int i = start; i < end; i++) {
			char c = text.charAt(i);
			if (c >= PLAIN_LIMIT || widths[c] < 0) {
				return -1;
			}
			width += widths[c];
		}
		return width;
	}

	private static void breakPlain(String text, short[] widths, int maxWidth, List<PdfLine> lines) {
		int start = 0;
		int afterBreak = 0;
		int width = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (width + widths[c] > maxWidth && i > start && c != ' ') {
				int end = (afterBreak > start) ? afterBreak : i;
				lines.add(plain(text, start, end, widths));
				start = end;
				width = plainWidth(text, start, i, widths);
			}
			width += widths[c];
			if (c == ' ' || c == '-' || c == '/' || c == '_') {
				afterBreak = i + 1;
			}
		}
		lines.add(plain(text, start, text.length(), widths));
	}

	private static PdfLine plain(String text, int start, int end, short[] widths) {
		String line = text.substring(start, end).stripTrailing();
		return new PdfLine.Plain(line, plainWidth(line, 0, line.length(), widths));
	}

	private static void breakShaped(String text, int maxWidth, List<PdfLine> lines) {
		StringBuilder line = new StringBuilder();
		int width = 0;
		for (String word : text.splitWithDelimiters(" ", 0)) {
			int wordWidth = width(word, PdfTypeface.LATIN);
			if (width + wordWidth > maxWidth && !word.equals(" ")) {
				if (!line.isEmpty()) {
					lines.add(shaped(line));
					width = 0;
				}
				if (wordWidth > maxWidth) {
					word = breakWord(word, maxWidth, lines);
					wordWidth = width(word, PdfTypeface.LATIN);
				}
			}
			line.append(word);
			width += wordWidth;
		}
		lines.add(shaped(line));
	}

	/** Breaks a long word between grapheme clusters and returns its last part. */
	private static String breakWord(String word, int maxWidth, List<PdfLine> lines) {
		BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
		characters.setText(word);
		StringBuilder part = new StringBuilder();
		int width = 0;
		int start = characters.first();
		for (int end = characters.next(); end != BreakIterator.DONE; end = characters.next()) {
			String character = word.substring(start, end);
			int characterWidth = width(character, PdfTypeface.LATIN);
			if (width + characterWidth > maxWidth && !part.isEmpty()) {
				lines.add(shaped(part));
				width = 0;
			}
			part.append(character);
			width += characterWidth;
			start = end;
		}
		return part.toString();
	}

	private static PdfLine shaped(StringBuilder line) {
		String text = line.toString().stripTrailing();
		line.setLength(0);
		int width = plainWidth(text, 0, text.length(), REGULAR);
		return (width >= 0) ? new PdfLine.Plain(text, width) : PdfShaping.shaped(text);
	}

	/**
	 * Normalises line ends to {@code \n} and replaces invisible characters that would
	 * affect their neighbours: control characters, unpaired surrogates and direction
	 * overrides.
	 */
	private static String printable(String text) {
		StringBuilder printable = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			boolean pair = Character.isHighSurrogate(c) && i + 1 < text.length()
					&& Character.isLowSurrogate(text.charAt(i + 1));
			if (pair) {
				printable.append(c).append(text.charAt(++i));
			}
			else if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
				continue;
			}
			else {
				printable.append(printable(c));
			}
		}
		return printable.toString();
	}

	private static char printable(char c) {
		return switch (c) {
			case '\n', '\r', '\u000B', '\f', '\u0085', '\u2028', '\u2029' -> '\n';
			case '\t' -> ' ';
			case '\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069' ->
				REPLACEMENT;
			default -> (Character.isISOControl(c) || Character.isSurrogate(c) || c >= '\uFFFE') ? REPLACEMENT : c;
		};
	}

	private static short[] plainWidths(PdfTypeface typeface) {
		BaseFont font = typeface.embedded();
		short[] widths = new short[PLAIN_LIMIT];
		Arrays.fill(widths, (short) -1);
		for (int c = ' '; c < PLAIN_LIMIT; c++) {
			if (font.charExists(c) && isPlain(c)) {
				widths[c] = (short) font.getWidth(c);
			}
		}
		return widths;
	}

	private static boolean isPlain(int c) {
		boolean letter = switch (UnicodeScript.of(c)) {
			case LATIN, GREEK, CYRILLIC, COMMON -> true;
			default -> false;
		};
		return letter && switch (Character.getType(c)) {
			case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK,
					Character.FORMAT, Character.CONTROL, Character.UNASSIGNED, Character.LINE_SEPARATOR,
					Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
