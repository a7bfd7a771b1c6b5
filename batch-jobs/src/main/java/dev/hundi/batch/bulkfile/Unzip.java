package dev.hundi.batch.bulkfile;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Iterator;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a zip file in the order of its {@linkplain ZipDirectory directory}. Limits
 * the unpacked size of all parts together, including those that are not read.
 */
final class Unzip {

	static final int MAX_PARTS = 1_000;

	private static final int STORED = 0;

	private static final int DEFLATED = 8;

	private static final int BUFFER_BYTES = 16 * 1024;

	private static final long LEAST_BYTES = 64L * 1024 * 1024;

	private static final long MOST_BYTES = 2L * 1024 * 1024 * 1024;

	/** Sheets with identical rows have ratios of about 60. */
	private static final int MAX_RATIO = 200;

	private final FileChannel file;

	private final Iterator<ZipDirectory.Entry> entries;

	private final Inflater inflater = new Inflater(true);

	private Part part = new Part(InputStream.nullInputStream(), 0);

	private long left;

	Unzip(FileChannel file) throws IOException {
		this.file = file;
		this.left = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, MAX_RATIO * file.size()));
		this.entries = ZipDirectory.read(file).iterator();
	}

	/** The name of the next part, or null after the last. */
	@Nullable String next() throws IOException {
		drain();
		if (!this.entries.hasNext()) {
			this.inflater.end();
			return null;
		}
		ZipDirectory.Entry entry = this.entries.next();
		this.inflater.reset();
		this.part = new Part(switch (entry.method()) {
			case STORED -> new Packed(this.file, entry.at(), entry.bytes());
			// The inflater may ask for a byte after the last one; the directory follows.
			case DEFLATED -> new InflaterInputStream(new Packed(this.file, entry.at(), entry.bytes() + 1),
					this.inflater, BUFFER_BYTES);
			default -> throw broken();
		}, entry.crc());
		return entry.name();
	}

	/** The content of the part; closing it does nothing. */
	InputStream content() {
		return this.part;
	}

	private void drain() throws IOException {
		byte[] buffer = new byte[BUFFER_BYTES];
		while (this.part.read(buffer, 0, buffer.length) >= 0) {
			// Each read counts.
			continue;
		}
	}

	static RefusedFileException broken() {
		return new RefusedFileException(FileFault.WRONG_CONTENT,
				"The workbook is broken; open it in a spreadsheet and save it again");
	}

	/** Bytes of the file. Positions are explicit, because parts share the channel. */
	private static final class Packed extends InputStream {

		private final FileChannel file;

		private final long end;

		private long at;

		Packed(FileChannel file, long at, long bytes) throws IOException {
			if (bytes < 0 || at > file.size() - bytes) {
				throw broken();
			}
			this.file = file;
			this.at = at;
			this.end = at + bytes;
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xff;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			int most = (int) Math.min(length, this.end - this.at);
			int count = (most > 0) ? this.file.read(ByteBuffer.wrap(bytes, offset, most), this.at) : -1;
			this.at += Math.max(0, count);
			return count;
		}

	}

	private final class Part extends FilterInputStream {

		private final CRC32 crc = new CRC32();

		private final long expectedCrc;

		Part(InputStream content, long expectedCrc) {
			super(content);
			this.expectedCrc = expectedCrc;
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xff;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			try {
				int count = super.read(bytes, offset, length);
				if (count < 0 && this.crc.getValue() != this.expectedCrc) {
					throw broken();
				}
				this.crc.update(bytes, offset, Math.max(0, count));
				Unzip.this.left -= Math.max(0, count);
				if (Unzip.this.left < 0) {
					throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
							"The unpacked workbook is more than " + MAX_RATIO + " times as large as the file");
				}
				return count;
			}
			catch (EOFException ex) {
				throw new RefusedFileException(FileFault.TRUNCATED, "The workbook is incomplete");
			}
			catch (ZipException ex) {
				throw broken();
			}
		}

		@Override
		public int available() {
			return 0;
		}

		@Override
		public void close() {
			// The next part follows.
		}

	}

}
