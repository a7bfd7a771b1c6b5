package dev.hundi.export;

import java.util.List;

/**
 * One line of text, measured and ready to be drawn.
 */
sealed interface PdfLine {

	/**
	 * Thousandths of the font size.
	 */
	int width();

	/**
	 * Text whose characters stand one after another, each with a glyph of its own.
	 */
	record Plain(String text, int width) implements PdfLine {

	}

	/**
	 * Text that had to be shaped: its runs stand one after another from the left.
	 */
	record Shaped(String text, int width, List<Run> runs) implements PdfLine {

	}

	/**
	 * Glyphs of one typeface.
	 *
	 * @param typeface whose glyphs they are
	 * @param glyphs their numbers, from the left
	 * @param gaps thousandths of the font size between the natural place of each glyph
	 * and where it stands
	 * @param rises thousandths of the font size that each glyph stands above the line
	 * @param end what is left between the last glyph and the end of the run, in
	 * thousandths
	 */
	record Run(PdfTypeface typeface, int[] glyphs, float[] gaps, float[] rises, float end) {

	}

}
