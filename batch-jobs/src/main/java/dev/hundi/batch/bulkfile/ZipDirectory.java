package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory at the end of a zip file (APPNOTE 6.3, 4.3). Spreadsheets open the parts
 * that it names. What precedes each part could name another one, or be a part that the
 * directory does not have: the person who looks at the file would see other payments than
 * those that are made.
 */
final class ZipDirectory {

	private static final int LOCAL_HEADER = 0x04034b50;

	private static final int LOCAL_HEADER_BYTES = 30;

	private static final int CENTRAL_HEADER = 0x02014b50;

	private static final int CENTRAL_HEADER_BYTES = 46;

	private static final int END = 0x06054b50;

	private static final int END_BYTES = 22;

	private static final int END_64 = 0x06064b50;

	private static final int END_64_BYTES = 56;

	private static final int LOCATOR_64 = 0x07064b50;

	private static final int LOCATOR_64_BYTES = 20;

	private static final int FIELD_64 = 1;

	private static final int MAX_COMMENT = 0xffff;

	/** Of all entries: a thousand names and their fields. */
	private static final int MAX_BYTES = 1024 * 1024;

	private static final long MASK = 0xffffffffL;

	private final FileChannel file;

	private final long size;

	private ZipDirectory(FileChannel file) throws IOException {
		this.file = file;
		this.size = file.size();
	}

	/**
	 * A part of the file.
	 *
	 * @param method how it is compressed
	 * @param crc CRC-32 of its content
	 * @param bytes its size in the file
	 * @param at where it begins in the file
	 */
	record Entry(String name, int method, long crc, long bytes, long at) {
	}

	/**
	 * Reads the directory.
	 * @return at most {@link Unzip#MAX_PARTS} entries, in its order
	 * @throws RefusedFileException if it is missing, broken or too large
	 */
	static List<Entry> read(FileChannel file) throws IOException {
		try {
			return new ZipDirectory(file).entries();
		}
		catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw Unzip.broken();
		}
	}

	private List<Entry> entries() throws IOException {
		long endAt = endAt();
		ByteBuffer end = bytes(endAt, END_BYTES);
		int number = end.getShort(10) & 0xffff;
		long bytes = end.getInt(12) & MASK;
		long at = end.getInt(16) & MASK;
		long directoryEnd = endAt;
		long locatorAt = endAt - LOCATOR_64_BYTES;
		if (number == 0xffff || bytes == MASK || at == MASK || hasLocator64(locatorAt)) {
			directoryEnd = locatorAt - END_64_BYTES;
			ByteBuffer large = end64(locatorAt, directoryEnd);
			if ((number != 0xffff && number != large.getLong(32)) || (bytes != MASK && bytes != large.getLong(40))
					|| (at != MASK && at != large.getLong(48))) {
				throw Unzip.broken();
			}
			number = Math.clamp(large.getLong(32), 0, Integer.MAX_VALUE);
			bytes = large.getLong(40);
			at = large.getLong(48);
		}
		if (number > Unzip.MAX_PARTS || bytes > MAX_BYTES) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED, "The workbook has too many parts");
		}
		// Programs look for it before this record, whatever place the record names.
		if (at != directoryEnd - bytes) {
			throw Unzip.broken();
		}
		ByteBuffer directory = bytes(at, (int) Math.max(0, bytes));
		List<Entry> entries = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			entries.add(entry(directory));
		}
		if (directory.hasRemaining()) {
			throw Unzip.broken();
		}
		return entries;
	}

	/**
	 * Where the last record is. Programs may have sent bytes after it; a comment of an
	 * earlier one that contains it makes two directories of one file.
	 */
	private long endAt() throws IOException {
		int length = (int) Math.min(this.size, END_BYTES + MAX_COMMENT);
		ByteBuffer tail = bytes(this.size - length, length);
		int last = -1;
		for (int at = length - END_BYTES; at >= 0; at--) {
			if (tail.getInt(at) == END) {
				boolean reachesEnd = (tail.getShort(at + 20) & 0xffff) == length - at - END_BYTES;
				if (last >= 0 && reachesEnd) {
					throw Unzip.broken();
				}
				last = Math.max(last, at);
			}
		}
		if (last < 0) {
			throw new RefusedFileException(FileFault.TRUNCATED, "The workbook is incomplete");
		}
		return this.size - length + last;
	}

	private boolean hasLocator64(long locatorAt) throws IOException {
		return locatorAt >= 0 && bytes(locatorAt, LOCATOR_64_BYTES).getInt(0) == LOCATOR_64;
	}

	/**
	 * The record for files that need larger numbers. A locator between it and the other
	 * one names its place.
	 */
	private ByteBuffer end64(long locatorAt, long recordAt) throws IOException {
		ByteBuffer locator = bytes(locatorAt, LOCATOR_64_BYTES);
		ByteBuffer end = bytes(recordAt, END_64_BYTES);
		if (locator.getInt(0) != LOCATOR_64 || locator.getLong(8) != recordAt || end.getInt(0) != END_64) {
			throw Unzip.broken();
		}
		return end;
	}

	private Entry entry(ByteBuffer directory) throws IOException {
		int begin = directory.position();
		if (directory.getInt(begin) != CENTRAL_HEADER || (directory.getShort(begin + 8) & 1) != 0) {
			throw Unzip.broken();
		}
		byte[] name = new byte[directory.getShort(begin + 28) & 0xffff];
		int fields = directory.getShort(begin + 30) & 0xffff;
		directory.position(begin + CENTRAL_HEADER_BYTES).get(name);
		long unpacked = directory.getInt(begin + 24) & MASK;
		long bytes = directory.getInt(begin + 20) & MASK;
		long at = directory.getInt(begin + 42) & MASK;
		ByteBuffer large = field64(directory.slice(directory.position(), fields).order(ByteOrder.LITTLE_ENDIAN));
		if (unpacked == MASK) {
			large.getLong();
		}
		bytes = (bytes == MASK) ? large.getLong() : bytes;
		at = (at == MASK) ? large.getLong() : at;
		directory.position(directory.position() + fields + (directory.getShort(begin + 32) & 0xffff));
		return new Entry(text(name), directory.getShort(begin + 10), directory.getInt(begin + 16) & MASK, bytes,
				content(at, name));
	}

	/** The numbers of an entry that need eight bytes, or none. */
	private static ByteBuffer field64(ByteBuffer fields) {
		while (fields.remaining() >= Integer.BYTES) {
			int id = fields.getShort();
			int length = fields.getShort() & 0xffff;
			if (id == FIELD_64) {
				return fields.slice(fields.position(), length).order(ByteOrder.LITTLE_ENDIAN);
			}
			fields.position(fields.position() + length);
		}
		return ByteBuffer.allocate(0);
	}

	/** Where the content of a part begins, after a header with the same name. */
	private long content(long at, byte[] name) throws IOException {
		ByteBuffer header = bytes(at, LOCAL_HEADER_BYTES);
		int length = header.getShort(26) & 0xffff;
		if (header.getInt(0) != LOCAL_HEADER || length != name.length
				|| !bytes(at + LOCAL_HEADER_BYTES, length).equals(ByteBuffer.wrap(name))) {
			throw Unzip.broken();
		}
		return at + LOCAL_HEADER_BYTES + length + (header.getShort(28) & 0xffff);
	}

	private static String text(byte[] name) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The name of a part of the workbook is not readable");
		}
	}

	/** Bytes of the file, at index 0. */
	private ByteBuffer bytes(long at, int length) throws IOException {
		if (at < 0 || at > this.size - length) {
			throw Unzip.broken();
		}
		ByteBuffer read = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
		while (read.hasRemaining() && this.file.read(read, at + read.position()) >= 0) {
			// A channel may read less than it is asked for.
			continue;
		}
		return read.flip();
	}

}
