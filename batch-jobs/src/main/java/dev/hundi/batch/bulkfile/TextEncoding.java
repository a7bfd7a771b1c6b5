package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Detects the encoding of a text from all its bytes: by the byte order mark, else UTF-16
 * if most even or most odd bytes are zero, else UTF-8 if the whole text is valid UTF-8,
 * else Windows-1252 if all characters are defined there and none looks like UTF-8.
 *
 * @param markBytes length of the byte order mark
 */
record TextEncoding(Charset charset, int markBytes) {

	private static final Charset WINDOWS = Charset.forName("windows-1252");

	private static final int BUFFER_BYTES = 64 * 1024;

	/**
	 * Reads the file from its beginning to its end.
	 * @throws RefusedFileException if the encoding cannot be detected
	 */
	static TextEncoding of(FileChannel file) throws IOException {
		Scan scan = new Scan();
		ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
		file.position(0);
		while (file.read(buffer) >= 0) {
			for (int i = 0; i < buffer.position(); i++) {
				scan.add(buffer.array()[i] & 0xff);
			}
			buffer.clear();
		}
		return scan.encoding();
	}

	/** Statistics of the bytes read so far. */
	private static final class Scan {

		private final int[] first = new int[3];

		private long length;

		private long zerosAtEven;

		private long zerosAtOdd;

		private long multiByte;

		private long invalid;

		private boolean undefinedInWindows;

		private int expected;

		private int lower = 0x80;

		private int upper = 0xbf;

		void add(int octet) {
			if (this.length < this.first.length) {
				this.first[(int) this.length] = octet;
			}
			if (octet == 0) {
				if (this.length % 2 == 0) {
					this.zerosAtEven++;
				}
				else {
					this.zerosAtOdd++;
				}
			}
			this.length++;
			if (octet < 0x80 && this.expected == 0) {
				return;
			}
			this.undefinedInWindows |= octet == 0x81 || octet == 0x8d || octet == 0x8f || octet == 0x90
					|| octet == 0x9d;
			utf8(octet);
		}

		/** The well-formed byte sequences of the Unicode standard, table 3-7. */
		private void utf8(int octet) {
			if (this.expected > 0) {
				if (octet >= this.lower && octet <= this.upper) {
					this.expected--;
					this.multiByte += (this.expected == 0) ? 1 : 0;
					this.lower = 0x80;
					this.upper = 0xbf;
					return;
				}
				this.invalid++;
				this.expected = 0;
				this.lower = 0x80;
				this.upper = 0xbf;
				if (octet < 0x80) {
					return;
				}
			}
			begin(octet);
		}

		private void begin(int octet) {
			if (octet >= 0xc2 && octet <= 0xdf) {
				this.expected = 1;
			}
			else if (octet >= 0xe0 && octet <= 0xef) {
				this.expected = 2;
				this.lower = (octet == 0xe0) ? 0xa0 : 0x80;
				this.upper = (octet == 0xed) ? 0x9f : 0xbf;
			}
			else if (octet >= 0xf0 && octet <= 0xf4) {
				this.expected = 3;
				this.lower = (octet == 0xf0) ? 0x90 : 0x80;
				this.upper = (octet == 0xf4) ? 0x8f : 0xbf;
			}
			else {
				this.invalid++;
			}
		}

		TextEncoding encoding() {
			if (this.length == 0) {
				throw new RefusedFileException(FileFault.NO_ROWS, "The file is empty");
			}
			if (this.first[0] == 0xff && this.first[1] == 0xfe) {
				return utf16(StandardCharsets.UTF_16LE, 2);
			}
			if (this.first[0] == 0xfe && this.first[1] == 0xff) {
				return utf16(StandardCharsets.UTF_16BE, 2);
			}
			if (this.zerosAtEven + this.zerosAtOdd > 0) {
				return withZeros();
			}
			boolean marked = this.first[0] == 0xef && this.first[1] == 0xbb && this.first[2] == 0xbf;
			if (this.expected > 0) {
				// A last byte that only begins a character of UTF-8 is a whole one of
				// Windows-1252.
				if (marked || (this.invalid == 0 && this.multiByte > 0)) {
					throw new RefusedFileException(FileFault.TRUNCATED, "The file ends in the middle of a character");
				}
				this.invalid++;
			}
			if (this.invalid == 0) {
				return new TextEncoding(StandardCharsets.UTF_8, marked ? 3 : 0);
			}
			if (marked || this.multiByte > 0) {
				throw new RefusedFileException(FileFault.MIXED_ENCODING,
						"Parts of the text are UTF-8 and others are not; save the whole file as UTF-8");
			}
			if (this.undefinedInWindows) {
				throw unknown();
			}
			return new TextEncoding(WINDOWS, 0);
		}

		/** In UTF-16, nearly every character of Latin text has a zero byte. */
		private TextEncoding withZeros() {
			long characters = this.length / 2;
			if (this.zerosAtOdd > characters / 2 && this.zerosAtEven == 0) {
				return utf16(StandardCharsets.UTF_16LE, 0);
			}
			if (this.zerosAtEven > characters / 2 && this.zerosAtOdd == 0) {
				return utf16(StandardCharsets.UTF_16BE, 0);
			}
			throw unknown();
		}

		private TextEncoding utf16(Charset charset, int markBytes) {
			if (this.length % 2 != 0) {
				throw new RefusedFileException(FileFault.TRUNCATED, "The file ends in the middle of a character");
			}
			return new TextEncoding(charset, markBytes);
		}

		private static RefusedFileException unknown() {
			return new RefusedFileException(FileFault.UNKNOWN_ENCODING,
					"The encoding of the text is neither UTF-8, UTF-16 nor Windows-1252; save the file as UTF-8");
		}

	}

}
