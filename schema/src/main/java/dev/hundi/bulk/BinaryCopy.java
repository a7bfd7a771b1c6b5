package dev.hundi.bulk;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Rows in PostgreSQL's binary format of COPY, in which nothing has to be escaped.
 */
final class BinaryCopy {

	private static final byte[] SIGNATURE = { 'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0 };

	private static final int TEXT_OID = 25;

	private static final int NULL = -1;

	private final DataOutputStream out;

	BinaryCopy(OutputStream out) throws IOException {
		this.out = new DataOutputStream(out);
		this.out.write(SIGNATURE);
		// No flags, and no extension of the header.
		this.out.writeInt(0);
		this.out.writeInt(0);
	}

	void row(short columns) throws IOException {
		this.out.writeShort(columns);
	}

	void integer(int value) throws IOException {
		this.out.writeInt(Integer.BYTES);
		this.out.writeInt(value);
	}

	void bigint(@Nullable Long value) throws IOException {
		if (value == null) {
			this.out.writeInt(NULL);
			return;
		}
		this.out.writeInt(Long.BYTES);
		this.out.writeLong(value);
	}

	void uuid(@Nullable UUID value) throws IOException {
		if (value == null) {
			this.out.writeInt(NULL);
			return;
		}
		this.out.writeInt(2 * Long.BYTES);
		this.out.writeLong(value.getMostSignificantBits());
		this.out.writeLong(value.getLeastSignificantBits());
	}

	void text(@Nullable String value) throws IOException {
		if (value == null) {
			this.out.writeInt(NULL);
			return;
		}
		byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
		this.out.writeInt(bytes.length);
		this.out.write(bytes);
	}

	void jsonb(@Nullable String value) throws IOException {
		if (value == null) {
			this.out.writeInt(NULL);
			return;
		}
		byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
		this.out.writeInt(bytes.length + 1);
		// Version of jsonb on the wire.
		this.out.writeByte(1);
		this.out.write(bytes);
	}

	/** An array of one dimension, whose first element has the number 1. */
	void texts(List<String> values) throws IOException {
		byte[][] elements = values.stream()
			.map((value) -> value.getBytes(StandardCharsets.UTF_8))
			.toArray(byte[][]::new);
		int headerInts = (elements.length == 0) ? 3 : 5;
		int bytes = headerInts * Integer.BYTES;
		for (byte[] element : elements) {
			bytes += Integer.BYTES + element.length;
		}
		this.out.writeInt(bytes);
		this.out.writeInt((elements.length == 0) ? 0 : 1);
		this.out.writeInt(0);
		this.out.writeInt(TEXT_OID);
		if (elements.length > 0) {
			this.out.writeInt(elements.length);
			this.out.writeInt(1);
		}
		for (byte[] element : elements) {
			this.out.writeInt(element.length);
			this.out.write(element);
		}
	}

	void end() throws IOException {
		this.out.writeShort(-1);
		this.out.flush();
	}

}
