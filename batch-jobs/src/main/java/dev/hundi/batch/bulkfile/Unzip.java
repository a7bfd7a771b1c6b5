package dev.hundi.batch.bulkfile;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a zip file in their order. Limits the unpacked size of all parts together,
 * including those that are not read.
 */
final class Unzip {

	static final int MAX_PARTS = 1_000;

	private static final long LEAST_BYTES = 64L * 1024 * 1024;

	private static final long MOST_BYTES = 2L * 1024 * 1024 * 1024;

	/** Sheets with identical rows have ratios of about 60. */
	private static final int MAX_RATIO = 200;

	private final ZipInputStream zip;

	private final Part part = new Part();

	private long left;

	private int parts;

	Unzip(FileChannel file) throws IOException {
		file.position(0);
		this.left = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, MAX_RATIO * file.size()));
		this.zip = new ZipInputStream(Channels.newInputStream(file));
	}

	/** The name of the next part, or null after the last. */
	@Nullable String next() throws IOException {
		if (this.parts > 0) {
			drain();
		}
		this.parts++;
		if (this.parts > MAX_PARTS) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED, "The workbook has too many parts");
		}
		try {
			ZipEntry entry = this.zip.getNextEntry();
			return (entry != null) ? entry.getName() : null;
		}
		catch (ZipException | EOFException ex) {
			throw broken(ex);
		}
		catch (IllegalArgumentException ex) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The name of a part of the workbook is not readable");
		}
	}

	/** The content of the part; closing it does nothing. */
	InputStream content() {
		return this.part;
	}

	private void drain() throws IOException {
		byte[] buffer = new byte[16 * 1024];
		while (this.part.read(buffer, 0, buffer.length) >= 0) {
			// Each read counts.
			continue;
		}
	}

	private static RefusedFileException broken(IOException ex) {
		return (ex instanceof EOFException)
				? new RefusedFileException(FileFault.TRUNCATED, "The workbook is incomplete")
				: new RefusedFileException(FileFault.WRONG_CONTENT, "The workbook is broken");
	}

	private final class Part extends FilterInputStream {

		Part() {
			super(InputStream.nullInputStream());
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xff;
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			try {
				int count = Unzip.this.zip.read(bytes, offset, length);
				Unzip.this.left -= Math.max(0, count);
				if (Unzip.this.left < 0) {
					throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
							"The unpacked workbook is more than " + MAX_RATIO + " times as large as the file");
				}
				return count;
			}
			catch (ZipException | EOFException ex) {
				throw broken(ex);
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
