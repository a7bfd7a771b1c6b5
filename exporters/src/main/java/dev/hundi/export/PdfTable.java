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
		refusing(() -> add(cells));
	}

	@Override
	public void addNote(String text) {
		refusing(() -> {
			PdfPages started = (this.pages != null) ? this.pages : start();
			started.addNote(text);
		});
	}

	@Override
	public void close() throws IOException {
		if (this.closed) {
			return;
		}
		this.closed = true;
		try (this.out) {
			refusing(() -> {
				PdfPages started = (this.pages != null) ? this.pages : start();
				if (this.empty) {
					started.addNote("No rows");
				}
				started.close();
			});
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
			Column<R> column = this.columns.get(i);
			for (String[] cells : this.sample) {
				natural[i] = Math.max(natural[i], width(cells[i]));
			}
			if (column instanceof Column.Identifier<R> identifier) {
				natural[i] = Math.max(natural[i], width(identifier.example()));
			}
			else if (PdfCells.isFigure(column)) {
				natural[i] += width(GROWTH);
			}
			for (String word : PdfCells.heading(column).split(" ")) {
				longestWord[i] = Math.max(longestWord[i], PdfText.width(word, PdfTypeface.BOLD));
			}
		}
		return PdfColumns.fitted(this.columns, natural, longestWord, PdfPages.MARGIN);
	}

	/** The longest line of a cell, in thousandths of the font size. */
	private static int width(String cell) {
		return PdfText.lines(cell, PdfTypeface.LATIN, Integer.MAX_VALUE)
			.stream()
			.mapToInt(PdfLine::width)
			.max()
			.orElse(0);
	}

	/** Unwraps the exception of a stream, which OpenPDF wraps. */
	private static void refusing(Runnable write) {
		try {
			write.run();
		}
		catch (ExceptionConverter ex) {
			throw (ex.getException() instanceof IOException io) ? new UncheckedIOException(io) : ex;
		}
	}

}
