package dev.hundi.batch.bulkfile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The texts that a workbook keeps apart from its cells: some bytes each instead of some
 * objects, because a workbook may have millions.
 */
final class PackedStrings {

	private static final int MAX_BYTES = 64 * 1024 * 1024;

	private byte[] bytes = new byte[16 * 1024];

	private int[] ends = new int[1024];

	private int count;

	void add(String text) {
		byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
		int begin = end(this.count - 1);
		if (begin + encoded.length > MAX_BYTES) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
					"The workbook has more than 64 MB of text; send it as csv");
		}
		if (begin + encoded.length > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(begin + encoded.length, 2 * this.bytes.length));
		}
		if (this.count == this.ends.length) {
			this.ends = Arrays.copyOf(this.ends, 2 * this.count);
		}
		System.arraycopy(encoded, 0, this.bytes, begin, encoded.length);
		this.ends[this.count++] = begin + encoded.length;
	}

	String get(int index) {
		if (index < 0 || index >= this.count) {
			throw new RefusedFileException(FileFault.MALFORMED_XML,
					"A cell of the workbook names a text that is not there");
		}
		int begin = end(index - 1);
		return new String(this.bytes, begin, this.ends[index] - begin, StandardCharsets.UTF_8);
	}

	private int end(int index) {
		return (index < 0) ? 0 : this.ends[index];
	}

}
