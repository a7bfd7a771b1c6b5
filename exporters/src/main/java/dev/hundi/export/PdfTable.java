package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.openpdf.text.ExceptionConverter;

/**
 * A table as a paginated document. The first rows are buffered to choose the column
 * widths; after that a page leaves memory as soon as it is full.
 *
 * @param <R> the row
 */
final class PdfTable<R> implements Table<R> {

	private static final int SAMPLE_ROWS = 200;

	private static final int SAMPLE_CHARS = 200_000;

	/** Allowance for later cells, which are often slightly wider. */
	private static final String GROWTH = "9,99";

	private final ReportHeader header;

	private final List<Column<R>> columns;

	private final OutputStream out;

	private final List<String[]> sample = new ArrayList<>();

	private int sampleChars;

	private @Nullable PdfPages pages;

	private boolean empty = true;

	private boolean closed;

	PdfTable(ReportHeader header, List<? extends Column<R>> columns, OutputStream out) {
		this.header = header;
		this.columns = Columns.checked(columns);
		this.out = out;
	}

	@Override
	public void add(R row) {
		String[] cells = new String[this.columns.size()];
		for (int i = 0; i < cells.length; i++) {
			cells[i] = PdfCells.value(this.columns.get(i), row);
		}
		this.empty = false;
		try {
			add(cells);
		}
		catch (ExceptionConverter ex) {
			throw refused(ex);
		}
	}

	@Override
	public void close() throws IOException {
		if (this.closed) {
			return;
		}
		this.closed = true;
		try (this.out) {
			PdfPages started = (this.pages != null) ? this.pages : start();
			if (this.empty) {
				started.addNothing();
			}
			started.close();
		}
		catch (ExceptionConverter ex) {
			throw refused(ex);
		}
	}

	private void add(String[] cells) {
		if (this.pages != null) {
			this.pages.add(cells);
			return;
		}
		this.sample.add(cells);
		for (String cell : cells) {
			this.sampleChars += cell.length();
		}
		if (this.sample.size() >= SAMPLE_ROWS || this.sampleChars >= SAMPLE_CHARS) {
			start();
		}
	}

	private PdfPages start() {
		PdfPages started = new PdfPages(this.header, this.columns, layout(), this.out);
		this.pages = started;
		for (String[] cells : this.sample) {
			started.add(cells);
		}
		this.sample.clear();
		return started;
	}

	private PdfColumns layout() {
		float[] natural = new float[this.columns.size()];
		float[] longestWord = new float[this.columns.size()];
		for (int i = 0; i < natural.length; i++) {
			for (String[] cells : this.sample) {
				for (PdfLine line : PdfText.lines(cells[i], PdfTypeface.LATIN, Integer.MAX_VALUE)) {
					natural[i] = Math.max(natural[i], points(line.width()));
				}
			}
			natural[i] += points(PdfText.width(GROWTH, PdfTypeface.LATIN));
			for (String word : PdfPages.heading(this.columns.get(i)).split(" ")) {
				longestWord[i] = Math.max(longestWord[i], points(PdfText.width(word, PdfTypeface.BOLD)));
			}
		}
		return PdfColumns.fitted(this.columns, natural, longestWord, PdfPages.MARGIN, 2 * PdfPages.PADDING);
	}

	/** Slightly more than measured, so that rounding never breaks an exact fit. */
	private static float points(int units) {
		return (units + 10) * PdfPages.SIZE / PdfText.UNITS_PER_EM;
	}

	/** Unwraps the exception of a stream, which OpenPDF wraps. */
	private static RuntimeException refused(ExceptionConverter ex) {
		return (ex.getException() instanceof IOException io) ? new UncheckedIOException(io) : ex;
	}

}
