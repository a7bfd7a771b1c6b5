package dev.hundi.statement;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Lines as the bytes of a COPY in binary format, part by part. Neither side spends time
 * on the digits of dates, amounts and ids.
 */
final class CopyRows {

	/** The format's signature, no flags and no extension. */
	private static final byte[] HEADER = "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

	private static final short COLUMNS = 20;

	private static final short NO_MORE_ROWS = -1;

	private static final int NULL = -1;

	/** Where dates of the database begin. */
	private static final long FIRST_DAY = LocalDate.of(2000, 1, 1).toEpochDay();

	private ByteBuffer bytes = ByteBuffer.allocate(128 * 1024);

	/** Bytes that wait. */
	int length() {
		return this.bytes.position();
	}

	/** The bytes that wait. */
	byte[] take() {
		byte[] part = new byte[this.bytes.flip().limit()];
		this.bytes.get(part).clear();
		return part;
	}

	/** Begins a COPY. */
	void begin() {
		room(HEADER.length).put(HEADER);
	}

	/** Ends a COPY. */
	void end() {
		room(Short.BYTES).putShort(NO_MORE_ROWS);
	}

	void add(UUID statementId, int lineNumber, long accountId, LocalDate businessDate, StatementLine line) {
		room(Short.BYTES).putShort(COLUMNS);
		field(2 * Long.BYTES).putLong(statementId.getMostSignificantBits())
			.putLong(statementId.getLeastSignificantBits());
		field(Integer.BYTES).putInt(lineNumber);
		field(Long.BYTES).putLong(accountId);
		date(businessDate);
		text(line.direction().name());
		field(Long.BYTES).putLong(line.amountPaise());
		date(line.bookedOn());
		date(line.valueOn());
		text(line.kind().name());
		text((line.rail() != null) ? line.rail().name() : null);
		text(line.utr());
		text(line.reference());
		text(line.bankReference());
		text(line.virtualAccountNumber());
		text(line.counterpartyAccount());
		text(line.counterpartyName());
		number(line.itemCount());
		text(line.bankCode());
		text(line.returnReason());
		text(line.narration());
	}

	private void date(LocalDate date) {
		field(Integer.BYTES).putInt(Math.toIntExact(date.toEpochDay() - FIRST_DAY));
	}

	private void number(@Nullable Integer number) {
		if (number == null) {
			room(Integer.BYTES).putInt(NULL);
		}
		else {
			field(Integer.BYTES).putInt(number);
		}
	}

	private void text(@Nullable String text) {
		if (text == null) {
			room(Integer.BYTES).putInt(NULL);
		}
		else {
			byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
			field(encoded.length).put(encoded);
		}
	}

	/** A field of so many bytes, which are put next. */
	private ByteBuffer field(int length) {
		return room(Integer.BYTES + length).putInt(length);
	}

	private ByteBuffer room(int length) {
		if (this.bytes.remaining() < length) {
			this.bytes = ByteBuffer.allocate(2 * (this.bytes.position() + length)).put(this.bytes.flip());
		}
		return this.bytes;
	}

}
