package dev.hundi.batch.statement.mt940;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.RejectedStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Splits a file into the fields of its messages. Of SWIFT blocks only block 4 is read.
 */
final class Mt940Fields implements AutoCloseable {

	/** Lines of one field; the standard allows six, some banks write more. */
	private static final int MAX_LINES = 64;

	private static final Pattern TAG = Pattern.compile(":(\\d{2}[A-Z]?):(.*)");

	private static final Pattern BLOCK_4 = Pattern.compile("\\{4:");

	private final TextLines lines;

	private @Nullable String ahead;

	private int aheadLine;

	Mt940Fields(TextLines lines) {
		this.lines = lines;
	}

	/** The next field of any message, or null at the end of the file. */
	@Nullable Field next() throws RejectedStatementException, IOException {
		String begin = line();
		while (begin != null && !TAG.matcher(begin).matches()) {
			requireEnvelope(begin);
			begin = line();
		}
		if (begin == null) {
			return null;
		}
		Matcher tag = TAG.matcher(begin);
		if (!tag.matches()) {
			throw new IllegalStateException(begin);
		}
		int at = this.aheadLine;
		List<String> text = new ArrayList<>();
		text.add(tag.group(2));
		for (String more = line(); more != null; more = line()) {
			if (TAG.matcher(more).matches() || isEnvelope(more)) {
				this.ahead = more;
				break;
			}
			text.add(more);
			if (text.size() > MAX_LINES) {
				throw new RejectedStatementException(this.lines.number(),
						"A field of more than " + MAX_LINES + " lines");
			}
		}
		return new Field(tag.group(1), text, at);
	}

	private @Nullable String line() throws RejectedStatementException, IOException {
		if (this.ahead != null) {
			String known = this.ahead;
			this.ahead = null;
			return known;
		}
		String read = this.lines.next();
		this.aheadLine = this.lines.number();
		return (read != null) ? withoutBlocks(read) : null;
	}

	/** Removes blocks 1 to 3 and the begin of block 4 before a field. */
	private static String withoutBlocks(String line) {
		String rest = line;
		if (rest.startsWith("\u0001")) {
			rest = rest.substring(1);
		}
		Matcher block = BLOCK_4.matcher(rest);
		if (rest.startsWith("{") && block.find()) {
			rest = rest.substring(block.end());
			return rest.isEmpty() ? "{4:" : rest;
		}
		return rest;
	}

	/** Whether a line separates messages. */
	private static boolean isEnvelope(String line) {
		return line.startsWith("{") || line.equals("-") || line.startsWith("-}") || line.equals("\u0003")
				|| line.equals("$");
	}

	private void requireEnvelope(String line) throws RejectedStatementException {
		if (!isEnvelope(line) && !line.isBlank()) {
			throw new RejectedStatementException(this.aheadLine, "Not a field: " + Texts.masked(line));
		}
	}

	@Override
	public void close() throws IOException {
		this.lines.close();
	}

	/**
	 * A field.
	 *
	 * @param tag such as {@code 61} or {@code 60F}
	 * @param lines lines of its text, at least one
	 * @param at first line in the file
	 */
	record Field(String tag, List<String> lines, int at) {

		String first() {
			return this.lines.getFirst().strip();
		}

	}

}
