package dev.hundi.export;

/**
 * How closely a table is set. All measures are in points.
 */
enum PdfDensity {

	/** For tables whose columns have room. */
	NORMAL(7, 9, 3.5f, 3),

	/** Fifty rows on A4 in landscape format. */
	COMPACT(6, 7.4f, 2.2f, 2);

	private final float size;

	private final float leading;

	private final float rowGap;

	private final float padding;

	PdfDensity(float size, float leading, float rowGap, float padding) {
		this.size = size;
		this.leading = leading;
		this.rowGap = rowGap;
		this.padding = padding;
	}

	/** Font size of the cells. */
	float size() {
		return this.size;
	}

	/** Distance of two lines of a cell. */
	float leading() {
		return this.leading;
	}

	/** Additional distance of two rows. */
	float rowGap() {
		return this.rowGap;
	}

	/** Space on each side of a cell. */
	float padding() {
		return this.padding;
	}

	/** A width in thousandths of the font size, in points. */
	float points(float units) {
		return units * this.size / PdfText.UNITS_PER_EM;
	}

	/** A width in points, in thousandths of the font size. */
	int units(float points) {
		return (int) (points * PdfText.UNITS_PER_EM / this.size);
	}

}
