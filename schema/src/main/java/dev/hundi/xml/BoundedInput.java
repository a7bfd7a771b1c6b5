package dev.hundi.xml;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Limits the bytes that the parser may read for one event.
 */
final class BoundedInput extends FilterInputStream {

	private static final int MAX_EVENT_BYTES = 1024 * 1024;

	private long left = MAX_EVENT_BYTES;

	BoundedInput(InputStream in) {
		super(in);
	}

	void beginEvent() {
		this.left = MAX_EVENT_BYTES;
	}

	@Override
	public int read() throws IOException {
		check();
		int single = super.read();
		this.left--;
		return single;
	}

	@Override
	public int read(byte[] buffer, int offset, int length) throws IOException {
		check();
		int count = super.read(buffer, offset, length);
		this.left -= count;
		return count;
	}

	private void check() throws LimitExceededException {
		if (this.left <= 0) {
			throw new LimitExceededException();
		}
	}

	/** One event needs too many bytes. */
	static final class LimitExceededException extends IOException {

		private static final long serialVersionUID = 1;

		LimitExceededException() {
			super("A tag or text of more than 1 MB");
		}

	}

}
