package dev.hundi.export;

import java.util.List;

import org.openpdf.text.PageSize;
import org.openpdf.text.Rectangle;

/**
 * Paper, density and column widths, chosen from the first rows.
 *
 * @param paper the size of every page
 * @param widths of the columns in points, with padding
 */
record PdfColumns(Rectangle paper, PdfDensity density, float[] widths) {

	/** Preferred maximum width of free text, in thousandths of the font size. */
	private static final float PREFERRED_TEXT = 18_500;

	/** Minimum width of free text, in thousandths of the font size. */
	private static final float LEAST_TEXT = 9_000;

	/** Slightly more than measured, so that rounding never breaks an exact fit. */
	private static final int ROUNDING = 10;

	private static final Rectangle WIDE_A4 = landscape(PageSize.A4);

	/** In order of preference. */
	private static final List<Paper> PAPERS = List.of(new Paper(PageSize.A4, PdfDensity.NORMAL, false),
			new Paper(WIDE_A4, PdfDensity.NORMAL, false), new Paper(WIDE_A4, PdfDensity.COMPACT, false),
			new Paper(WIDE_A4, PdfDensity.COMPACT, true), new Paper(landscape(PageSize.A3), PdfDensity.COMPACT, true));

	/**
	 * Chooses the first paper on which the columns fit. A smaller font on common paper
	 * comes before uncommon paper, and before free text that wraps after a few words.
	 * @param kinds the columns
	 * @param natural the widest cell of each among the first rows, in thousandths of the
	 * font size
	 * @param longestWord the longest word of each heading, in thousandths
	 * @param margin of the paper, in points
	 */
	static PdfColumns fitted(List<? extends Column<?>> kinds, float[] natural, float[] longestWord, float margin) {
		for (Paper paper : PAPERS) {
			float room = room(paper.size(), margin);
			float[] preferred = widths(kinds, natural, longestWord, PREFERRED_TEXT, paper.density());
			float[] asked = paper.wraps() ? widths(kinds, natural, longestWord, LEAST_TEXT, paper.density())
					: preferred;
			if (sum(asked) <= room) {
				return new PdfColumns(paper.size(), paper.density(), spread(asked, preferred, room));
			}
		}
		Paper widest = PAPERS.getLast();
		float[] least = widths(kinds, natural, longestWord, LEAST_TEXT, widest.density());
		float scale = room(widest.size(), margin) / sum(least);
		for (int i = 0; i < least.length; i++) {
			least[i] *= scale;
		}
		return new PdfColumns(widest.size(), widest.density(), least);
	}

	private static float[] widths(List<? extends Column<?>> kinds, float[] natural, float[] longestWord, float maxText,
			PdfDensity density) {
		float[] widths = new float[natural.length];
		for (int i = 0; i < widths.length; i++) {
			float cells = (kinds.get(i) instanceof Column.Text) ? Math.min(natural[i], maxText) : natural[i];
			widths[i] = density.points(Math.max(cells, longestWord[i]) + ROUNDING) + 2 * density.padding();
		}
		return widths;
	}

	/**
	 * Distributes the remaining space, first to columns below their preferred width, then
	 * to all.
	 */
	private static float[] spread(float[] given, float[] preferred, float available) {
		float left = available - sum(given);
		float lack = sum(preferred) - sum(given);
		float share = (lack > 0) ? Math.min(1, left / lack) : 0;
		float rest = (left - share * lack) / sum(given);
		float[] widths = new float[given.length];
		for (int i = 0; i < given.length; i++) {
			widths[i] = given[i] * (1 + rest) + share * (preferred[i] - given[i]);
		}
		return widths;
	}

	/** A wide page without rotation: some programs ignore the rotation. */
	private static Rectangle landscape(Rectangle upright) {
		return new Rectangle(upright.getHeight(), upright.getWidth());
	}

	private static float room(Rectangle paper, float margin) {
		return paper.getWidth() - 2 * margin;
	}

	private static float sum(float[] widths) {
		float sum = 0;
		for (float width : widths) {
			sum += width;
		}
		return sum;
	}

	/**
	 * A choice of paper.
	 *
	 * @param wraps whether free text may wrap after a few words
	 */
	private record Paper(Rectangle size, PdfDensity density, boolean wraps) {
	}

}
