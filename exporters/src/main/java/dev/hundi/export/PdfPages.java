package dev.hundi.export;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

import org.openpdf.text.Document;
import org.openpdf.text.Rectangle;
import org.openpdf.text.pdf.PdfContentByte;
import org.openpdf.text.pdf.PdfName;
import org.openpdf.text.pdf.PdfString;
import org.openpdf.text.pdf.PdfTemplate;
import org.openpdf.text.pdf.PdfWriter;

/**
 * Writes the pages of a document. A full page goes to the stream at once. Every page has
 * the table head and its number; the first also has the report header.
 */
final class PdfPages {

	static final float MARGIN = 28;

	private static final float TITLE_SIZE = 13;

	private static final float FACT_SIZE = 7.5f;

	private static final float FACT_LEADING = 10;

	private static final float LABEL_WIDTH = 92;

	/** Width of a column of facts, at least. */
	private static final float FACT_WIDTH = 250;

	/** Size of the running title and the page number. */
	private static final float FOOT_SIZE = 7;

	private static final float FOOT = MARGIN + 12;

	private static final float HEAD_GRAY = 0.9f;

	private static final float RULE_GRAY = 0.8f;

	private static final float RULE = 0.3f;

	private static final float TOTAL_WIDTH = 60;

	private static final float TOTAL_HEIGHT = 9;

	/**
	 * A cell that must not be broken is set up to this much smaller.
	 */
	private static final float SMALLEST = 0.6f;

	/** Space below the base line of the page number, for descenders. */
	private static final float TOTAL_BASE = 2;

	/** Limits a heading, so that it cannot fill the page. */
	private static final int MAX_HEAD_LINES = 6;

	/** Limits a fact; an address of 300 wide letters needs 9 lines. */
	private static final int MAX_FACT_LINES = 12;

	/** Fast compression: more effort hardly shrinks pages of figures. */
	private static final int COMPRESSION = 2;

	private final ReportHeader header;

	private final List<? extends Column<?>> columns;

	private final PdfColumns layout;

	private final PdfDensity density;

	private final boolean[] whole;

	private final float[] lefts;

	/** Width of a cell without padding, in thousandths of the font size. */
	private final int[] rooms;

	private final List<List<PdfLine>> head = new ArrayList<>();

	private final PdfLine runningTitle;

	private final Document document;

	private final PdfWriter writer;

	private final PdfCanvas canvas;

	private final PdfTemplate pageTotal;

	private PdfContentByte under;

	private int page;

	/** The upper edge of the free space on the page. */
	private float y;

	PdfPages(ReportHeader header, List<? extends Column<?>> columns, PdfColumns layout, OutputStream out) {
		this.header = header;
		this.columns = columns;
		this.layout = layout;
		this.density = layout.density();
		this.whole = new boolean[columns.size()];
		this.lefts = new float[columns.size()];
		this.rooms = new int[columns.size()];
		float left = MARGIN;
		for (int i = 0; i < this.lefts.length; i++) {
			this.lefts[i] = left;
			this.rooms[i] = this.density.units(layout.widths()[i] - 2 * this.density.padding());
			left += layout.widths()[i];
			this.whole[i] = PdfCells.isWhole(columns.get(i));
			String heading = PdfCells.heading(columns.get(i));
			this.head.add(atMost(MAX_HEAD_LINES, PdfText.lines(heading, PdfTypeface.BOLD, this.rooms[i])));
		}
		this.document = new Document(layout.paper(), 0, 0, 0, 0);
		this.writer = PdfWriter.getInstance(this.document, out);
		this.writer.setPdfVersion(PdfWriter.VERSION_1_7);
		this.writer.setCompressionLevel(COMPRESSION);
		this.document.addTitle(header.title());
		this.document.addCreator("Hundi");
		this.document.open();
		this.writer.getExtraCatalog().put(PdfName.LANG, new PdfString("en-IN"));
		this.canvas = new PdfCanvas(this.writer);
		this.under = this.writer.getDirectContentUnder();
		this.pageTotal = this.writer.getDirectContent().createTemplate(TOTAL_WIDTH, TOTAL_HEIGHT);
		this.runningTitle = PdfText.lines(runningTitle(header), PdfTypeface.LATIN, units(bodyWidth() - 90, FOOT_SIZE))
			.getFirst();
		startPage();
	}

	private static int units(float points, float size) {
		return (int) (points * PdfText.UNITS_PER_EM / size);
	}

	/** Adds a row, on a new page if needed. Only a row higher than a page is broken. */
	void add(String[] cells) {
		List<List<PdfLine>> lines = new ArrayList<>(cells.length);
		int height = 1;
		for (int i = 0; i < cells.length; i++) {
			List<PdfLine> cell = lines(cells[i], i);
			lines.add(cell);
			height = Math.max(height, cell.size());
		}
		float leading = this.density.leading();
		float gap = this.density.rowGap();
		float needed = height * leading + gap;
		if (needed > this.y - FOOT && needed <= this.layout.paper().getHeight() / 2) {
			nextPage();
		}
		for (int line = 0; line < height; line++) {
			if (this.y - leading - gap < FOOT) {
				nextPage();
			}
			this.y -= leading;
			showLine(lines, line, PdfTypeface.LATIN);
		}
		this.y -= gap;
		this.under.moveTo(MARGIN, this.y);
		this.under.lineTo(MARGIN + bodyWidth(), this.y);
	}

	/** Shows a remark under the rows. */
	void addNote(String text) {
		for (PdfLine line : PdfText.lines(text, PdfTypeface.BOLD,
				this.density.units(bodyWidth() - 2 * this.density.padding()))) {
			if (this.y - this.density.leading() < FOOT) {
				nextPage();
			}
			this.y -= this.density.leading();
			this.canvas.show(line, PdfTypeface.BOLD, this.density.size(), MARGIN + this.density.padding(), this.y);
		}
	}

	/**
	 * Completes the document and closes the stream.
	 */
	void close() {
		endPage();
		this.canvas.start(this.pageTotal);
		PdfLine total = PdfText.lines(Integer.toString(this.page), PdfTypeface.LATIN, Integer.MAX_VALUE).getFirst();
		this.canvas.show(total, PdfTypeface.LATIN, FOOT_SIZE, 0, TOTAL_BASE);
		this.canvas.end();
		this.document.close();
	}

	private void nextPage() {
		endPage();
		this.document.newPage();
		startPage();
	}

	private void startPage() {
		this.page++;
		this.under = this.writer.getDirectContentUnder();
		this.canvas.start(this.writer.getDirectContent());
		this.y = this.layout.paper().getHeight() - MARGIN;
		// OpenPDF drops a page that contains only graphics written beside the text.
		this.writer.setPageEmpty(false);
		if (this.page == 1) {
			showStatement();
		}
		else {
			this.y -= FOOT_SIZE;
			this.canvas.show(this.runningTitle, PdfTypeface.LATIN, FOOT_SIZE, MARGIN, this.y);
			this.y -= 4;
		}
		showHead();
	}

	private void endPage() {
		this.under.setLineWidth(RULE);
		this.under.setGrayStroke(RULE_GRAY);
		this.under.stroke();
		String text = "Page " + this.page + " of ";
		PdfLine line = PdfText.lines(text, PdfTypeface.LATIN, Integer.MAX_VALUE).getFirst();
		float left = MARGIN + bodyWidth() - TOTAL_WIDTH;
		this.canvas.show(line, PdfTypeface.LATIN, FOOT_SIZE, left, MARGIN);
		this.canvas.end();
		this.writer.getDirectContent()
			.addTemplate(this.pageTotal,
					left + PdfText.width(text, PdfTypeface.LATIN) * FOOT_SIZE / PdfText.UNITS_PER_EM,
					MARGIN - TOTAL_BASE);
	}

	private void showStatement() {
		for (PdfLine line : atMost(2,
				PdfText.lines(this.header.title(), PdfTypeface.BOLD, units(bodyWidth(), TITLE_SIZE)))) {
			this.y -= TITLE_SIZE;
			this.canvas.show(line, PdfTypeface.BOLD, TITLE_SIZE, MARGIN, this.y);
			this.y -= 4;
		}
		List<Fact> facts = this.header.facts();
		int columns = (int) (bodyWidth() / FACT_WIDTH);
		int perColumn = (facts.size() + columns - 1) / columns;
		float width = bodyWidth() / columns;
		float lowest = this.y;
		for (int i = 0; i < facts.size(); i += perColumn) {
			float end = this.y;
			for (Fact fact : facts.subList(i, Math.min(i + perColumn, facts.size()))) {
				end = showFact(fact, MARGIN + i / perColumn * width, end, width);
			}
			lowest = Math.min(lowest, end);
		}
		this.y = lowest - 8;
	}

	private float showFact(Fact fact, float left, float top, float width) {
		float end = top;
		for (PdfLine line : atMost(MAX_HEAD_LINES,
				PdfText.lines(fact.label(), PdfTypeface.BOLD, units(LABEL_WIDTH - 4, FACT_SIZE)))) {
			end -= FACT_LEADING;
			this.canvas.show(line, PdfTypeface.BOLD, FACT_SIZE, left, end);
		}
		float valueEnd = top;
		for (PdfLine line : atMost(MAX_FACT_LINES,
				PdfText.lines(PdfCells.value(fact), PdfTypeface.LATIN, units(width - LABEL_WIDTH - 8, FACT_SIZE)))) {
			valueEnd -= FACT_LEADING;
			this.canvas.show(line, PdfTypeface.LATIN, FACT_SIZE, left + LABEL_WIDTH, valueEnd);
		}
		return Math.min(end, valueEnd);
	}

	private void showHead() {
		int height = 1;
		for (List<PdfLine> heading : this.head) {
			height = Math.max(height, heading.size());
		}
		float box = height * this.density.leading() + this.density.rowGap();
		this.under.setGrayFill(HEAD_GRAY);
		this.under.rectangle(MARGIN, this.y - box, bodyWidth(), box);
		this.under.fill();
		for (int line = 0; line < height; line++) {
			this.y -= this.density.leading();
			showLine(this.head, line, PdfTypeface.BOLD);
		}
		this.y -= this.density.rowGap();
	}

	/**
	 * The lines of a cell. One that must not be broken is one line, which may be wider
	 * than its column.
	 */
	private List<PdfLine> lines(String cell, int column) {
		List<PdfLine> lines = PdfText.lines(cell, PdfTypeface.LATIN, this.rooms[column]);
		if (this.whole[column] && lines.size() > 1) {
			List<PdfLine> unbroken = PdfText.lines(cell, PdfTypeface.LATIN, (int) (this.rooms[column] / SMALLEST));
			return (unbroken.size() == 1) ? unbroken : lines;
		}
		return lines;
	}

	/** Shows one line of every cell that has it; figures are right-aligned. */
	private void showLine(List<List<PdfLine>> cells, int number, PdfTypeface typeface) {
		for (int i = 0; i < this.lefts.length; i++) {
			List<PdfLine> cell = cells.get(i);
			if (number < cell.size()) {
				PdfLine line = cell.get(number);
				float size = this.density.size() * Math.min(1, (float) this.rooms[i] / Math.max(1, line.width()));
				float left = PdfCells.isFigure(this.columns.get(i)) ? this.lefts[i] + this.layout.widths()[i]
						- this.density.padding() - line.width() * size / PdfText.UNITS_PER_EM
						: this.lefts[i] + this.density.padding();
				this.canvas.show(line, typeface, size, left, this.y);
			}
		}
	}

	private float bodyWidth() {
		Rectangle paper = this.layout.paper();
		return paper.getWidth() - 2 * MARGIN;
	}

	private static String runningTitle(ReportHeader header) {
		StringBuilder title = new StringBuilder(header.title());
		for (Fact fact : header.facts().subList(0, Math.min(3, header.facts().size()))) {
			title.append(" · ").append(PdfCells.value(fact));
		}
		return title.toString();
	}

	/** The first lines, the last of which shows that more were left out. */
	private static List<PdfLine> atMost(int count, List<PdfLine> lines) {
		if (lines.size() <= count) {
			return lines;
		}
		List<PdfLine> first = new ArrayList<>(lines.subList(0, count - 1));
		first.addAll(PdfText.lines("\u2026", PdfTypeface.LATIN, Integer.MAX_VALUE));
		return first;
	}

}
