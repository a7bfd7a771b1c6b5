package dev.hundi.batch.statement.mt940;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.hundi.statement.RejectedStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text file line by line. A line that is not valid UTF-8 is decoded as ISO
 * 8859-1. A byte order mark of UTF-8 before the first line is skipped.
 */
final class TextLines implements AutoCloseable {

	private static final int MAX_LINE_BYTES = 8_192;

	private static final byte[] MARK = { (byte) 0xef, (byte) 0xbb, (byte) 0xbf };

	private final InputStream in;

	private final byte[] line = new byte[MAX_LINE_BYTES];

	private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder()
		.onMalformedInput(CodingErrorAction.REPORT)
		.onUnmappableCharacter(CodingErrorAction.REPORT);

	private int number;

	TextLines(InputStream in) {
		this.in = new BufferedInputStream(in, 64 * 1024);
	}

	/** The number of the last line, from 1. */
	int number() {
		return this.number;
	}

	/** The next line without its line end, or null at the end of the file. */
	@Nullable String next() throws RejectedStatementException, IOException {
		int length = 0;
		int single = this.in.read();
		if (single < 0) {
			return null;
		}
		this.number++;
		while (single >= 0 && single != '\n') {
			if (length == MAX_LINE_BYTES) {
				throw new RejectedStatementException(this.number, "A line of more than " + MAX_LINE_BYTES + " bytes");
			}
			this.line[length++] = (byte) single;
			if (this.number == 1 && length == MARK.length && Arrays.equals(MARK, 0, length, this.line, 0, length)) {
				length = 0;
			}
			single = this.in.read();
		}
		while (length > 0 && this.line[length - 1] == '\r') {
			length--;
		}
		return decoded(length);
	}

	private String decoded(int length) {
		try {
			return this.utf8.decode(ByteBuffer.wrap(this.line, 0, length)).toString();
		}
		catch (CharacterCodingException ex) {
			return new String(this.line, 0, length, StandardCharsets.ISO_8859_1);
		}
	}

	@Override
	public void close() throws IOException {
		this.in.close();
	}

}
