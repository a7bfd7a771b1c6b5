package dev.hundi.export;

import java.util.List;

import org.openpdf.text.PageSize;
import org.openpdf.text.Rectangle;

/**
 * Paper and column widths, chosen from the first rows.
 *
 * @param paper the size of every page
 * @param widths of the columns in points, with padding
 */
record PdfColumns(Rectangle paper, float[] widths) {

	/** Preferred maximum width of a text column, in points. */
	private static final float PREFERRED_TEXT = 130;

	/** Minimum width of a text column, in points. */
	private static final float LEAST_TEXT = 64;

	private static final List<Rectangle> PAPERS = List.of(PageSize.A4, landscape(PageSize.A4), landscape(PageSize.A3));

	/**
	 * Chooses the smallest paper on which the columns fit: portrait only without
	 * wrapping, otherwise with wrapped text.
	 * @param kinds the columns
	 * @param natural the widest cell of each among the first rows, in points
	 * @param longestWord the longest word of each heading, in points
	 * @param margin of the paper, in points
	 * @param padding of a cell, both sides together, in points
	 */
	static PdfColumns fitted(List<? extends Column<?>> kinds, float[] natural, float[] longestWord, float margin,
			float padding) {
		int count = natural.length;
		float[] preferred = new float[count];
		float[] least = new float[count];
		for (int i = 0; i < count; i++) {
			boolean text = kinds.get(i) instanceof Column.Text;
			float wanted = text ? Math.min(natural[i], PREFERRED_TEXT) : natural[i];
			preferred[i] = Math.max(wanted, longestWord[i]) + padding;
			least[i] = Math.max(text ? Math.min(natural[i], LEAST_TEXT) : natural[i], longestWord[i]) + padding;
		}
		Rectangle widest = PAPERS.getLast();
		for (Rectangle paper : PAPERS) {
			// Wrapped text on common paper beats unwrapped text on uncommon paper.
			float[] asked = (paper != PAPERS.getFirst() && sum(preferred) > room(paper, margin)) ? least : preferred;
			if (sum(asked) <= room(paper, margin)) {
				return new PdfColumns(paper, spread(asked, preferred, natural, room(paper, margin)));
			}
		}
		float scale = room(widest, margin) / sum(least);
		for (int i = 0; i < count; i++) {
			least[i] *= scale;
		}
		return new PdfColumns(widest, least);
	}

	/**
	 * Distributes the remaining space, first to columns below their preferred width, then
	 * to all.
	 */
	private static float[] spread(float[] given, float[] preferred, float[] natural, float available) {
		float left = available - sum(given);
		float[] lacking = new float[given.length];
		for (int i = 0; i < given.length; i++) {
			lacking[i] = Math.max(0, Math.max(preferred[i], Math.min(natural[i], available / 2)) - given[i]);
		}
		float lack = sum(lacking);
		float share = (lack > 0) ? Math.min(1, left / lack) : 0;
		float rest = (left - share * lack) / sum(given);
		float[] widths = new float[given.length];
		for (int i = 0; i < given.length; i++) {
			widths[i] = given[i] * (1 + rest) + share * lacking[i];
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

}
