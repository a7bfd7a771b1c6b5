package dev.hundi.export;

import java.util.List;

/**
 * A measured line of text.
 */
sealed interface PdfLine {

	/** In thousandths of the font size. */
	int width();

	/** Text with one glyph per character, one after another. */
	record Plain(String text, int width) implements PdfLine {

	}

	/** Shaped text: its runs follow each other from the left. */
	record Shaped(String text, int width, List<Run> runs) implements PdfLine {

	}

	/**
	 * Glyphs of one typeface.
	 *
	 * @param glyphs numbers, from the left
	 * @param gaps offset of each glyph from its natural position, in thousandths of the
	 * font size
	 * @param rises height of each glyph above the base line, in thousandths of the font
	 * size
	 * @param end distance from the last glyph to the end of the run, in thousandths
	 */
	record Run(PdfTypeface typeface, int[] glyphs, float[] gaps, float[] rises, float end) {

	}

}
