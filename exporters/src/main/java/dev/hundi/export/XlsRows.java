package dev.hundi.export;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;

import dev.hundi.money.Rupees;

import org.apache.poi.hssf.record.LabelSSTRecord;
import org.apache.poi.hssf.record.NumberRecord;
import org.apache.poi.hssf.record.RowRecord;
import org.apache.poi.hssf.usermodel.HSSFCellStyle;

/**
 * The rows of one sheet as BIFF8 records: about fourteen bytes a cell, where a cell of
 * HSSF takes a hundred.
 */
final class XlsRows {

	/** Excel expects blocks of this many row records followed by their cells. */
	private static final int BLOCK_ROWS = 32;

	private static final int CHUNK_BYTES = 256 * 1024;

	/** Larger than a full row of the widest table. */
	private static final int MAX_ROW_BYTES = 8 * 1024;

	private static final int RECORD_HEADER_BYTES = 4;

	private static final int ROW_BYTES = 16;

	private static final int NUMBER_BYTES = 14;

	private static final int LABEL_BYTES = 10;

	private static final short DEFAULT_HEIGHT = 0xFF;

	private static final int ALWAYS_SET = 0x100;

	private static final int HEIGHT_IS_SET = 0x40;

	private static final short DEFAULT_STYLE = 0xF;

	private static final double PAISE_PER_RUPEE = 100;

	private final XlsStyles styles;

	private final ToIntFunction<String> sharedStrings;

	private final List<byte[]> chunks = new ArrayList<>();

	private ByteBuffer heads = buffer(BLOCK_ROWS * (RECORD_HEADER_BYTES + ROW_BYTES));

	private ByteBuffer cells = buffer(CHUNK_BYTES);

	private final int[] widths;

	private int row = -1;

	/**
	 * Creates an empty sheet.
	 * @param columns cells of a row
	 * @param sharedStrings adds a text to the shared strings of the workbook and returns
	 * its index
	 */
	XlsRows(int columns, XlsStyles styles, ToIntFunction<String> sharedStrings) {
		this.widths = new int[columns];
		this.styles = styles;
		this.sharedStrings = sharedStrings;
	}

	/** The number of rows. */
	int count() {
		return this.row + 1;
	}

	/**
	 * The longest text of each column, in characters.
	 */
	int[] widths() {
		return this.widths;
	}

	void startRow() {
		startRow(DEFAULT_HEIGHT, ALWAYS_SET);
	}

	/**
	 * Starts a row of a given height.
	 * @param twips twentieths of a point
	 */
	void startRow(int twips) {
		startRow((short) twips, ALWAYS_SET | HEIGHT_IS_SET);
	}

	private void startRow(short height, int options) {
		if (!this.heads.hasRemaining() || this.cells.remaining() < MAX_ROW_BYTES) {
			endBlock();
		}
		this.row++;
		this.heads.putShort(RowRecord.sid).putShort((short) ROW_BYTES);
		this.heads.putShort((short) this.row).putShort((short) 0).putShort((short) this.widths.length);
		this.heads.putShort(height).putInt(0).putShort((short) options).putShort(DEFAULT_STYLE);
	}

	void text(int column, String text) {
		text(column, text, this.styles.text);
	}

	/** Adds a text; an empty one leaves the cell out. */
	void text(int column, String text, HSSFCellStyle style) {
		if (!text.isEmpty()) {
			label(column, XlsText.cell(text), style);
		}
	}

	/** Adds a text to the first cell that extends over the empty cells beside it. */
	void note(String text) {
		int width = this.widths[0];
		text(0, text, this.styles.label);
		this.widths[0] = width;
	}

	/** Numbers need no neutralising, because they are not free text. */
	private void label(int column, String text, HSSFCellStyle style) {
		widen(column, text.length());
		this.cells.putShort(LabelSSTRecord.sid).putShort((short) LABEL_BYTES);
		cell(column, style).putInt(this.sharedStrings.applyAsInt(text));
	}

	void rupees(int column, long paise) {
		if (XlsNumbers.isExact(paise)) {
			widen(column, XlsNumbers.rupeesWidth(paise));
			number(column, paise / PAISE_PER_RUPEE, this.styles.rupees(paise));
		}
		else {
			label(column, Rupees.format(paise), this.styles.longNumber);
		}
	}

	void wholeNumber(int column, long number) {
		if (XlsNumbers.isExact(number)) {
			widen(column, XlsNumbers.digits(number) + 1);
			number(column, number, this.styles.number);
		}
		else {
			label(column, Long.toString(number), this.styles.longNumber);
		}
	}

	void moment(int column, Instant instant) {
		if (XlsNumbers.isExact(instant)) {
			widen(column, XlsNumbers.MOMENT_WIDTH);
			number(column, XlsNumbers.serial(instant), this.styles.moment);
		}
		else {
			text(column, IndianTimes.moment(instant), this.styles.text);
		}
	}

	/** Ends the rows and returns their records. */
	InputStream records() {
		endBlock();
		return new SequenceInputStream(
				Collections.enumeration(this.chunks.stream().map(ByteArrayInputStream::new).toList()));
	}

	/** Size of {@link #records()} in bytes. */
	int size() {
		endBlock();
		return this.chunks.stream().mapToInt((chunk) -> chunk.length).sum();
	}

	private void number(int column, double number, HSSFCellStyle style) {
		this.cells.putShort(NumberRecord.sid).putShort((short) NUMBER_BYTES);
		cell(column, style).putDouble(number);
	}

	private ByteBuffer cell(int column, HSSFCellStyle style) {
		return this.cells.putShort((short) this.row).putShort((short) column).putShort(style.getIndex());
	}

	private void endBlock() {
		keep(this.heads);
		keep(this.cells);
	}

	private void keep(ByteBuffer records) {
		if (records.position() > 0) {
			byte[] chunk = new byte[records.position()];
			records.get(0, chunk);
			this.chunks.add(chunk);
			records.clear();
		}
	}

	private void widen(int column, int characters) {
		if (characters > this.widths[column]) {
			this.widths[column] = characters;
		}
	}

	private static ByteBuffer buffer(int bytes) {
		return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
	}

}
