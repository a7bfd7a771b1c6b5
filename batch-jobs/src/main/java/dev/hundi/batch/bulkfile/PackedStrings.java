package dev.hundi.batch.bulkfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The shared strings of a workbook, packed into byte blocks because a workbook may have
 * millions. Blocks grow without copying. The size limit includes the index.
 */
final class PackedStrings {

	private static final int MAX_BYTES = 48 * 1024 * 1024;

	private static final int BLOCK_BYTES = 256 * 1024;

	private static final int BLOCK_TEXTS = 64 * 1024;

	private final List<byte[]> blocks = new ArrayList<>();

	/** The end of each text, as an offset over all blocks. */
	private final List<int[]> ends = new ArrayList<>();

	private int bytes;

	private int count;

	/**
	 * Appends a text.
	 * @throws RefusedFileException if the texts exceed their limit
	 */
	void add(String text) {
		byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
		if ((long) this.bytes + encoded.length + (long) Integer.BYTES * this.count > MAX_BYTES) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
					"The workbook has more than 48 MB of text; upload it as CSV");
		}
		int from = 0;
		while (from < encoded.length) {
			int place = this.bytes % BLOCK_BYTES;
			if (place == 0) {
				this.blocks.add(new byte[BLOCK_BYTES]);
			}
			int length = Math.min(encoded.length - from, BLOCK_BYTES - place);
			System.arraycopy(encoded, from, this.blocks.getLast(), place, length);
			from += length;
			this.bytes += length;
		}
		if (this.count % BLOCK_TEXTS == 0) {
			this.ends.add(new int[BLOCK_TEXTS]);
		}
		this.ends.getLast()[this.count % BLOCK_TEXTS] = this.bytes;
		this.count++;
	}

	String get(int index) {
		if (index < 0 || index >= this.count) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "A cell of the workbook refers to a missing text");
		}
		int begin = end(index - 1);
		int end = end(index);
		int place = begin % BLOCK_BYTES;
		if (begin == end) {
			return "";
		}
		if (place + end - begin <= BLOCK_BYTES) {
			return new String(this.blocks.get(begin / BLOCK_BYTES), place, end - begin, StandardCharsets.UTF_8);
		}
		byte[] first = Arrays.copyOfRange(this.blocks.get(begin / BLOCK_BYTES), place, place + end - begin);
		System.arraycopy(this.blocks.get(begin / BLOCK_BYTES + 1), 0, first, BLOCK_BYTES - place,
				end - begin - (BLOCK_BYTES - place));
		return new String(first, StandardCharsets.UTF_8);
	}

	private int end(int index) {
		return (index < 0) ? 0 : this.ends.get(index / BLOCK_TEXTS)[index % BLOCK_TEXTS];
	}

}
