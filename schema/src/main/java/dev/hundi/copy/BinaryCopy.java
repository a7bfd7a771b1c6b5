package dev.hundi.copy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Encodes rows in PostgreSQL's binary COPY format, in which nothing needs escaping and
 * neither side formats or parses dates, amounts and ids. The bytes collect in a buffer
 * that the caller empties with {@link #take()}.
 */
public final class BinaryCopy {

	/** Buffered bytes that are worth sending. */
	public static final int PART_BYTES = 64 * 1024;

	/** Signature, no flags, no header extension. */
	private static final byte[] HEADER = "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

	private static final short END_OF_ROWS = -1;

	private static final int NULL = -1;

	private static final int TEXT_OID = 25;

	private static final byte JSONB_VERSION = 1;

	/** Day 0 of PostgreSQL's dates. */
	private static final long FIRST_DAY = LocalDate.of(2000, 1, 1).toEpochDay();

	private ByteBuffer bytes = ByteBuffer.allocate(2 * PART_BYTES);

	/** Number of buffered bytes. */
	public int length() {
		return this.bytes.position();
	}

	/** Returns the buffered bytes and empties the buffer. */
	public byte[] take() {
		byte[] part = new byte[this.bytes.flip().limit()];
		this.bytes.get(part).clear();
		return part;
	}

	/** Begins a COPY. */
	public void begin() {
		ensure(HEADER.length).put(HEADER);
	}

	/** Ends a COPY. */
	public void end() {
		ensure(Short.BYTES).putShort(END_OF_ROWS);
	}

	/** Begins a row, which that many values follow. */
	public void row(int columns) {
		ensure(Short.BYTES).putShort((short) columns);
	}

	public void bool(boolean value) {
		field(Byte.BYTES).put((byte) (value ? 1 : 0));
	}

	public void integer(@Nullable Integer value) {
		if (value == null) {
			nothing();
		}
		else {
			field(Integer.BYTES).putInt(value);
		}
	}

	public void bigint(@Nullable Long value) {
		if (value == null) {
			nothing();
		}
		else {
			field(Long.BYTES).putLong(value);
		}
	}

	public void date(LocalDate value) {
		field(Integer.BYTES).putInt(Math.toIntExact(value.toEpochDay() - FIRST_DAY));
	}

	public void uuid(@Nullable UUID value) {
		if (value == null) {
			nothing();
		}
		else {
			field(2 * Long.BYTES).putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
		}
	}

	public void text(@Nullable String value) {
		if (value == null) {
			nothing();
		}
		else {
			byte[] encoded = utf8(value);
			field(encoded.length).put(encoded);
		}
	}

	public void jsonb(@Nullable String value) {
		if (value == null) {
			nothing();
		}
		else {
			byte[] encoded = utf8(value);
			field(1 + encoded.length).put(JSONB_VERSION).put(encoded);
		}
	}

	/** An array of one dimension whose indexes begin at 1. */
	public void texts(List<String> values) {
		List<byte[]> elements = values.stream().map(BinaryCopy::utf8).toList();
		int headerInts = elements.isEmpty() ? 3 : 5;
		int length = headerInts * Integer.BYTES
				+ elements.stream().mapToInt((element) -> Integer.BYTES + element.length).sum();
		int dimensions = elements.isEmpty() ? 0 : 1;
		ByteBuffer field = field(length).putInt(dimensions).putInt(0).putInt(TEXT_OID);
		if (dimensions == 1) {
			field.putInt(elements.size()).putInt(1);
		}
		elements.forEach((element) -> field.putInt(element.length).put(element));
	}

	private static byte[] utf8(String value) {
		return value.getBytes(StandardCharsets.UTF_8);
	}

	private void nothing() {
		ensure(Integer.BYTES).putInt(NULL);
	}

	/** A field whose value of that many bytes the caller puts next. */
	private ByteBuffer field(int length) {
		return ensure(Integer.BYTES + length).putInt(length);
	}

	private ByteBuffer ensure(int length) {
		if (this.bytes.remaining() < length) {
			this.bytes = ByteBuffer.allocate(2 * (this.bytes.position() + length)).put(this.bytes.flip());
		}
		return this.bytes;
	}

}
