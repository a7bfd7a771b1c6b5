package dev.hundi.batch.bulkfile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file (RFC 4180) in any encoding that {@link TextEncoding} detects. The delimiter
 * is the one of a first line {@code sep=;}, else of comma, semicolon, tab and bar the one
 * that yields most headings. An unclosed quote, or text after a closing quote, refuses
 * the file: either could swallow rows.
 */
final class CsvRows implements RowSource {

	private static final int BUFFER_CHARS = 32 * 1024;

	private static final String DELIMITERS = ",;\t|";

	/** The directive with which spreadsheets name the delimiter. */
	private static final Pattern SEPARATOR = Pattern.compile("\"?sep=([^\r\n])\"?(?:\r\n|\r|\n)",
			Pattern.CASE_INSENSITIVE);

	private final CloseableIterator<RawRow> rows;

	private final Cells cells;

	private final Deque<RawRow> following = new ArrayDeque<>();

	private final List<String> headings;

	private CsvRows(Reader in, char delimiter, int skippedLines) throws IOException {
		this.cells = new Cells(skippedLines);
		this.rows = CsvReader.builder()
			.fieldSeparator(delimiter)
			.allowUnclosedQuote(false)
			.trimWhitespacesAroundQuotes(true)
			.extraFieldStrategy(FieldMismatchStrategy.IGNORE)
			.missingFieldStrategy(FieldMismatchStrategy.IGNORE)
			// Cells checks the exact limit of a cell.
			.maxBufferSize(2 * MAX_CELL_CHARS)
			.build(this.cells, in)
			.iterator();
		this.headings = readHeadings();
	}

	static CsvRows open(FileChannel file) throws IOException {
		if (XlsxRows.isWorkbook(file)) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The file is a workbook, not csv; upload it as .xlsx with the Content-Type of .xlsx");
		}
		TextEncoding encoding = TextEncoding.of(file);
		file.position(encoding.markBytes());
		BufferedReader in = new BufferedReader(Channels.newReader(file,
				encoding.charset()
					.newDecoder()
					.onMalformedInput(CodingErrorAction.REPORT)
					.onUnmappableCharacter(CodingErrorAction.REPORT),
				BUFFER_CHARS), BUFFER_CHARS);
		try {
			String head = head(in);
			Matcher separator = SEPARATOR.matcher(head);
			if (!separator.lookingAt()) {
				return new CsvRows(in, detectDelimiter(head), 0);
			}
			in.skip(separator.end());
			return new CsvRows(in, declared(separator.group(1).charAt(0)), 1);
		}
		catch (CharacterCodingException ex) {
			throw invalidCharacter(1);
		}
	}

	@Override
	public List<String> headings() {
		return this.headings;
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		return this.following.isEmpty() ? read() : this.following.remove();
	}

	private @Nullable RawRow read() throws IOException {
		try {
			while (this.rows.hasNext()) {
				RawRow row = this.rows.next();
				if (row.chars() > 0) {
					return row;
				}
			}
			return null;
		}
		catch (CsvParseException ex) {
			throw refusal(ex);
		}
		catch (UncheckedIOException ex) {
			if (ex.getCause() instanceof CharacterCodingException) {
				throw invalidCharacter(this.cells.line);
			}
			throw ex.getCause();
		}
	}

	@Override
	public void close() throws IOException {
		this.rows.close();
	}

	private List<String> readHeadings() throws IOException {
		List<String> found = new ArrayList<>(HeadingRow.find(this::read, this.following).cells());
		while (found.getLast().isEmpty()) {
			found.removeLast();
		}
		this.cells.columns = found.size();
		return List.copyOf(found);
	}

	private RefusedFileException refusal(CsvParseException ex) {
		if (ex.getCause() instanceof RefusedFileException refused) {
			return refused;
		}
		// FastCSV distinguishes its own errors by their messages only.
		String message = String.valueOf(ex.getMessage());
		if (message.startsWith("Unclosed quoted field")) {
			return new RefusedFileException(FileFault.TRUNCATED,
					"A quote in the row that begins in line %d is never closed".formatted(this.cells.line));
		}
		if (message.startsWith("Unexpected character after closing quote")) {
			return new RefusedFileException(FileFault.WRONG_CONTENT,
					"A cell in the row that begins in line %d has text after its closing quote"
						.formatted(this.cells.line));
		}
		return this.cells.tooLong();
	}

	private static RefusedFileException invalidCharacter(long line) {
		return new RefusedFileException(FileFault.UNKNOWN_ENCODING,
				"A character after line %d is invalid; save the file as UTF-8".formatted(line));
	}

	/** The beginning of the text, which remains to be read. */
	private static String head(BufferedReader in) throws IOException {
		char[] head = new char[BUFFER_CHARS];
		in.mark(BUFFER_CHARS);
		int length = in.read(head);
		in.reset();
		return new String(head, 0, Math.max(0, length));
	}

	private static char declared(char delimiter) {
		if (DELIMITERS.indexOf(delimiter) < 0) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The line sep= names a delimiter other than comma, semicolon, tab and bar");
		}
		return delimiter;
	}

	/** Lines above the headings may have other delimiters. */
	private static char detectDelimiter(String head) {
		char best = mostFrequent(head);
		int most = 1;
		for (String line : head.lines().filter(CsvRows::isFilled).limit(HeadingRow.SEARCHED).toList()) {
			for (char delimiter : DELIMITERS.toCharArray()) {
				int known = HeadingRow.known(List.of(line.split(Pattern.quote(String.valueOf(delimiter)))));
				if (known > most) {
					most = known;
					best = delimiter;
				}
			}
		}
		return best;
	}

	/** Whether a line has a cell that is not blank, whatever the delimiter. */
	private static boolean isFilled(String line) {
		return line.chars().anyMatch((c) -> !Character.isWhitespace(c) && c != '"' && DELIMITERS.indexOf(c) < 0);
	}

	/** Counts the delimiters of the first line outside its quotes. */
	private static char mostFrequent(String head) {
		int[] counts = new int[DELIMITERS.length()];
		boolean quoted = false;
		for (int i = 0; i < head.length() && (quoted || (head.charAt(i) != '\n' && head.charAt(i) != '\r')); i++) {
			quoted ^= head.charAt(i) == '"';
			int kind = quoted ? -1 : DELIMITERS.indexOf(head.charAt(i));
			if (kind >= 0) {
				counts[kind]++;
			}
		}
		int most = 0;
		for (int kind = 1; kind < counts.length; kind++) {
			most = (counts[kind] > counts[most]) ? kind : most;
		}
		return DELIMITERS.charAt(most);
	}

	/** Collects the cells of a row, up to the limits of {@link RowSource}. */
	private static final class Cells extends AbstractBaseCsvCallbackHandler<RawRow> {

		private List<String> cells = List.of();

		private final int skippedLines;

		private int chars;

		private long line = 1;

		/** The number of headings; empty cells beyond them are dropped. */
		private int columns = MAX_COLUMNS;

		Cells(int skippedLines) {
			this.skippedLines = skippedLines;
		}

		@Override
		protected void handleBegin(long startingLineNumber) {
			this.cells = new ArrayList<>(Math.max(12, this.cells.size()));
			this.chars = 0;
			this.line = startingLineNumber + this.skippedLines;
		}

		@Override
		protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
			if (index == MAX_COLUMNS) {
				throw new RefusedFileException(FileFault.TOO_MANY_COLUMNS,
						"Line %d has more than %d columns".formatted(this.line, MAX_COLUMNS));
			}
			this.chars += length;
			if (length > MAX_CELL_CHARS || this.chars > MAX_ROW_CHARS) {
				throw tooLong();
			}
			String cell = new String(buffer, offset, length);
			if (cell.indexOf(0) >= 0) {
				throw new RefusedFileException(FileFault.WRONG_CONTENT,
						"Line %d contains a zero character".formatted(this.line));
			}
			this.cells.add(OwnExports.original(cell.strip()));
		}

		@Override
		protected RawRow buildRecord() {
			while (this.cells.size() > this.columns && this.cells.getLast().isEmpty()) {
				this.cells.removeLast();
			}
			return new RawRow(this.cells);
		}

		RefusedFileException tooLong() {
			return new RefusedFileException(FileFault.CELL_TOO_LONG,
					"A cell in line %d has more than %d characters, or the line more than %d".formatted(this.line,
							MAX_CELL_CHARS, MAX_ROW_CHARS));
		}

	}

}
