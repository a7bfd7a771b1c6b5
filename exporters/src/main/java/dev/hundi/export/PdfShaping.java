package dev.hundi.export;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.lang.Character.UnicodeScript;
import java.text.Bidi;
import java.util.ArrayList;
import java.util.List;

/**
 * Shapes a line of text in any script: forms conjuncts, places vowel signs and orders
 * right-to-left text. A character without a glyph in any typeface becomes an empty box.
 * Needs the font support of Java, and so the libraries fontconfig and FreeType.
 */
final class PdfShaping {

	/** The glyph that every font shows for a missing character. */
	private static final int BOX = 0;

	/** Glyph numbers from here on are invisible. */
	private static final int INVISIBLE = 0xFFFE;

	private static final FontRenderContext EXACT = new FontRenderContext(null, false, true);

	private PdfShaping() {
	}

	static PdfLine.Shaped shaped(String text) {
		char[] chars = text.toCharArray();
		List<PdfLine.Run> runs = new ArrayList<>();
		float width = 0;
		if (Bidi.requiresBidi(chars, 0, chars.length)) {
			Bidi bidi = new Bidi(text, Bidi.DIRECTION_LEFT_TO_RIGHT);
			byte[] levels = new byte[bidi.getRunCount()];
			Integer[] order = new Integer[levels.length];
			for (int i = 0; i < levels.length; i++) {
				levels[i] = (byte) bidi.getRunLevel(i);
				order[i] = i;
			}
			Bidi.reorderVisually(levels, 0, order, 0, levels.length);
			for (int run : order) {
				boolean fromTheRight = bidi.getRunLevel(run) % 2 != 0;
				width += addRuns(chars, bidi.getRunStart(run), bidi.getRunLimit(run), fromTheRight, runs);
			}
		}
		else {
			width = addRuns(chars, 0, chars.length, false, runs);
		}
		return new PdfLine.Shaped(text, Math.round(width), runs);
	}

	/** Adds the runs of text in one direction, from the left, and returns their width. */
	private static float addRuns(char[] text, int start, int limit, boolean fromTheRight, List<PdfLine.Run> runs) {
		float width = 0;
		int first = runs.size();
		PdfTypeface typeface = PdfTypeface.LATIN;
		for (int from = start; from < limit;) {
			boolean has = true;
			int to = from;
			while (to < limit) {
				int codePoint = Character.codePointAt(text, to, limit);
				PdfTypeface next = typefaceOf(codePoint, typeface);
				boolean nextHas = next.has(codePoint) || isIgnorable(codePoint);
				if (to > from && (next != typeface || nextHas != has)) {
					break;
				}
				typeface = next;
				has = nextHas;
				to += Character.charCount(codePoint);
			}
			width += has ? addGlyphs(text, from, to, fromTheRight, typeface, (fromTheRight) ? first : runs.size(), runs)
					: addBoxes(Character.codePointCount(text, from, to - from), (fromTheRight) ? first : runs.size(),
							runs);
			from = to;
		}
		return width;
	}

	/**
	 * A character of no script, such as a digit or a joiner, takes the typeface of its
	 * predecessor.
	 */
	private static PdfTypeface typefaceOf(int codePoint, PdfTypeface before) {
		UnicodeScript script = UnicodeScript.of(codePoint);
		boolean anyScript = script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
		if (anyScript && (before.has(codePoint) || isIgnorable(codePoint))) {
			return before;
		}
		return PdfTypeface.of(codePoint);
	}

	private static boolean isIgnorable(int codePoint) {
		return Character.getType(codePoint) == Character.FORMAT || (codePoint >= 0xFE00 && codePoint <= 0xFE0F);
	}

	private static float addGlyphs(char[] text, int start, int limit, boolean fromTheRight, PdfTypeface typeface,
			int at, List<PdfLine.Run> runs) {
		GlyphVector vector = typeface.shaping()
			.layoutGlyphVector(EXACT, text, start, limit,
					fromTheRight ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT);
		int count = vector.getNumGlyphs();
		float[] positions = vector.getGlyphPositions(0, count + 1, null);
		int[] glyphs = new int[count];
		float[] gaps = new float[count];
		float[] rises = new float[count];
		float natural = 0;
		int shown = 0;
		for (int i = 0; i < count; i++) {
			int glyph = vector.getGlyphCode(i);
			if (glyph >= INVISIBLE) {
				continue;
			}
			glyphs[shown] = glyph;
			gaps[shown] = positions[2 * i] - natural;
			rises[shown] = -positions[2 * i + 1];
			natural = positions[2 * i] + vector.getGlyphMetrics(i).getAdvanceX();
			shown++;
		}
		float width = positions[2 * count];
		runs.add(at, new PdfLine.Run(typeface, java.util.Arrays.copyOf(glyphs, shown), gaps, rises, width - natural));
		return width;
	}

	private static float addBoxes(int count, int at, List<PdfLine.Run> runs) {
		float width = PdfTypeface.LATIN.shaping()
			.createGlyphVector(EXACT, new int[] { BOX })
			.getGlyphMetrics(0)
			.getAdvanceX();
		runs.add(at, new PdfLine.Run(PdfTypeface.LATIN, new int[count], new float[count], new float[count], 0));
		return count * width;
	}

}
