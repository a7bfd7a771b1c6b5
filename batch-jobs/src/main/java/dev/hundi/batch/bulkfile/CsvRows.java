package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A csv file (RFC 4180) in any encoding that {@link TextEncoding} tells, with commas,
 * semicolons or tabs, whichever its first line has most of. A quote that is never closed
 * refuses the file, because it would swallow rows.
 */
final class CsvRows implements RowSource {

	private static final int BUFFER_CHARS = 32 * 1024;

	private static final int END = -1;

	private final Reader in;

	private final char[] buffer = new char[BUFFER_CHARS];

	private int position;

	private int limit;

	private final StringBuilder cell = new StringBuilder();

	private char delimiter = ',';

	private int rowChars;

	private long line = 1;

	private List<String> headings = List.of();

	private CsvRows(Reader in) {
		this.in = in;
	}

	static CsvRows open(FileChannel file) throws IOException {
		TextEncoding encoding = TextEncoding.of(file);
		file.position(encoding.markBytes());
		CsvRows rows = new CsvRows(Channels.newReader(file,
				encoding.charset()
					.newDecoder()
					.onMalformedInput(CodingErrorAction.REPORT)
					.onUnmappableCharacter(CodingErrorAction.REPORT),
				BUFFER_CHARS));
		rows.readHeadings();
		return rows;
	}

	@Override
	public List<String> headings() {
		return this.headings;
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		List<String> cells;
		do {
			cells = readRow();
			if (cells == null) {
				return null;
			}
		}
		while (cells.stream().allMatch(String::isEmpty));
		return new RawRow(cells, Map.of());
	}

	@Override
	public void close() throws IOException {
		this.in.close();
	}

	private void readHeadings() throws IOException {
		fill();
		this.delimiter = guessedDelimiter();
		RawRow first = next();
		if (first == null) {
			throw new RefusedFileException(FileFault.NO_ROWS, "The file has no headings and no rows");
		}
		List<String> cells = new ArrayList<>(first.cells());
		while (cells.getLast().isEmpty()) {
			cells.removeLast();
		}
		this.headings = List.copyOf(cells);
	}

	/** Of the first line, outside its quotes. */
	private char guessedDelimiter() {
		int[] counts = new int[3];
		boolean quoted = false;
		for (int i = 0; i < this.limit && (quoted || (this.buffer[i] != '\n' && this.buffer[i] != '\r')); i++) {
			char character = this.buffer[i];
			quoted ^= character == '"';
			int kind = quoted ? -1 : ",;\t".indexOf(character);
			if (kind >= 0) {
				counts[kind]++;
			}
		}
		if (counts[0] >= counts[1] && counts[0] >= counts[2]) {
			return ',';
		}
		return (counts[1] >= counts[2]) ? ';' : '\t';
	}

	private @Nullable List<String> readRow() throws IOException {
		int first = read();
		if (first == END) {
			return null;
		}
		List<String> cells = new ArrayList<>(Math.max(12, this.headings.size()));
		this.rowChars = 0;
		int next = first;
		boolean more = true;
		while (more) {
			next = readCell(next);
			cells.add(this.cell.toString().strip());
			if (cells.size() > MAX_COLUMNS) {
				throw new RefusedFileException(FileFault.TOO_MANY_COLUMNS,
						"Line %d has more than %d columns".formatted(this.line, MAX_COLUMNS));
			}
			more = next == this.delimiter;
			next = more ? read() : next;
		}
		if (next == '\r' && peek() == '\n') {
			read();
		}
		this.line++;
		return cells;
	}

	/** Reads a cell that begins with a character, and answers what follows the cell. */
	private int readCell(int first) throws IOException {
		this.cell.setLength(0);
		int next = first;
		if (next == '"') {
			readQuoted();
			next = read();
		}
		while (next != this.delimiter && next != '\n' && next != '\r' && next != END) {
			append(next);
			next = read();
		}
		return next;
	}

	private void readQuoted() throws IOException {
		long begin = this.line;
		while (true) {
			int next = read();
			if (next == END) {
				throw new RefusedFileException(FileFault.TRUNCATED,
						"A quote that begins in line " + begin + " is never closed");
			}
			if (next == '"') {
				if (peek() != '"') {
					return;
				}
				read();
			}
			this.line += (next == '\n') ? 1 : 0;
			append(next);
		}
	}

	private void append(int character) {
		if (character == 0) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "Line " + this.line + " holds a zero character");
		}
		if (this.cell.length() >= MAX_CELL_CHARS || ++this.rowChars > MAX_ROW_CHARS) {
			throw new RefusedFileException(FileFault.CELL_TOO_LONG,
					"A cell in line %d has more than %d characters, or the line more than %d".formatted(this.line,
							MAX_CELL_CHARS, MAX_ROW_CHARS));
		}
		this.cell.append((char) character);
	}

	private int read() throws IOException {
		if (this.position == this.limit && !fill()) {
			return END;
		}
		return this.buffer[this.position++];
	}

	private int peek() throws IOException {
		if (this.position == this.limit && !fill()) {
			return END;
		}
		return this.buffer[this.position];
	}

	private boolean fill() throws IOException {
		try {
			this.position = 0;
			this.limit = Math.max(0, this.in.read(this.buffer, 0, this.buffer.length));
			return this.limit > 0;
		}
		catch (CharacterCodingException ex) {
			throw new RefusedFileException(FileFault.UNKNOWN_ENCODING,
					"A character after line " + this.line + " is broken; save the file as UTF-8");
		}
	}

}
