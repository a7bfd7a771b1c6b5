package dev.hundi.batch.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

import dev.hundi.statement.RejectedStatementException;
import org.jspecify.annotations.Nullable;

/**
 * A text file line by line. Lines are in UTF-8, or else in ISO 8859-1, which every file
 * is.
 */
final class TextLines implements AutoCloseable {

	private static final int LONGEST_LINE = 8_192;

	private final InputStream in;

	private final byte[] line = new byte[LONGEST_LINE];

	private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder()
		.onMalformedInput(CodingErrorAction.REPORT)
		.onUnmappableCharacter(CodingErrorAction.REPORT);

	private int number;

	TextLines(InputStream in) {
		this.in = new BufferedInputStream(in, 64 * 1024);
	}

	/** Of the line that was read last, from 1. */
	int number() {
		return this.number;
	}

	/** The next line without its end, or null after the last. */
	@Nullable String next() throws RejectedStatementException, IOException {
		int length = 0;
		int single = this.in.read();
		if (single < 0) {
			return null;
		}
		this.number++;
		while (single >= 0 && single != '\n') {
			if (length == LONGEST_LINE) {
				throw new RejectedStatementException(this.number, "A line of more than " + LONGEST_LINE + " bytes");
			}
			this.line[length++] = (byte) single;
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
