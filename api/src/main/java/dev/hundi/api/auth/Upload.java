package dev.hundi.api.auth;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way into the file store. Thrown away unless it is published: whatever a
 * request ends with, it leaves nothing behind.
 */
public final class Upload implements AutoCloseable {

	private static final int BUFFER_BYTES = 64 * 1024;

	private static final byte[] EMPTY = {};

	private final FileStore files;

	private final UploadSettings settings;

	private final Runnable ended;

	private final String storedAs = "bulk-file/" + UUID.randomUUID() + ".upload";

	private @Nullable UnfinishedFile file;

	private byte[] sha256 = EMPTY;

	private long sizeBytes;

	Upload(FileStore files, UploadSettings settings, Runnable ended) {
		this.files = files;
		this.settings = settings;
		this.ended = ended;
	}

	/**
	 * Reads the body to its end.
	 * @param keep whether it is stored; hashed it is either way
	 * @throws Refusal {@code payload_too_large}, {@code request_timeout}, or
	 * {@code bad_request} where the body is not what its headers announce
	 */
	void receive(HttpServletRequest request, boolean keep) {
		if (request.getContentLengthLong() > this.settings.maxSize().toBytes()) {
			throw tooLarge();
		}
		try (OutputStream out = keep ? create() : OutputStream.nullOutputStream()) {
			copy(body(request), out);
		}
		catch (SocketTimeoutException ex) {
			throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
		}
		catch (StoreException ex) {
			throw new UncheckedIOException((IOException) ex.getCause());
		}
		catch (IOException | IllegalStateException ex) {
			throw new Refusal(ErrorCode.BAD_REQUEST, "The body could not be read");
		}
	}

	/** The name it is stored under once it is published. */
	public String storedAs() {
		return this.storedAs;
	}

	public long sizeBytes() {
		return this.sizeBytes;
	}

	/**
	 * Brings the body to the disk under its name.
	 * @throws IOException when the disk refuses
	 */
	public StoredFile publish() throws IOException {
		if (this.file == null) {
			throw new IllegalStateException("Nothing was received");
		}
		return this.file.publish();
	}

	/** Takes back what was published for nothing. */
	public void delete() {
		this.files.delete(this.storedAs);
	}

	@Override
	public void close() throws IOException {
		try {
			if (this.file != null) {
				this.file.close();
			}
		}
		finally {
			this.ended.run();
		}
	}

	byte[] sha256() {
		return this.sha256.clone();
	}

	private OutputStream create() {
		try {
			UnfinishedFile made = this.files.create(this.storedAs);
			this.file = made;
			return made.out();
		}
		catch (IOException ex) {
			throw new StoreException(ex);
		}
	}

	private static InputStream body(HttpServletRequest request) throws IOException {
		long announced = request.getContentLengthLong();
		boolean none = announced == 0 || (announced < 0 && request.getHeader("Transfer-Encoding") == null);
		return none ? InputStream.nullInputStream() : request.getInputStream();
	}

	private void copy(InputStream in, OutputStream out) throws IOException {
		MessageDigest digest = digest();
		long start = System.nanoTime();
		byte[] buffer = new byte[BUFFER_BYTES];
		for (int read = in.read(buffer, 0, buffer.length); read >= 0; read = in.read(buffer, 0, buffer.length)) {
			this.sizeBytes += read;
			if (this.sizeBytes > this.settings.maxSize().toBytes()) {
				throw tooLarge();
			}
			if (System.nanoTime() - start > this.settings.uploadTimeout().toNanos()) {
				throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
			}
			digest.update(buffer, 0, read);
			write(out, buffer, read);
		}
		this.sha256 = digest.digest();
	}

	/** A full disk is no fault of the caller's. */
	private static void write(OutputStream out, byte[] buffer, int length) {
		try {
			out.write(buffer, 0, length);
		}
		catch (IOException ex) {
			throw new StoreException(ex);
		}
	}

	private Refusal tooLarge() {
		return new Refusal(ErrorCode.PAYLOAD_TOO_LARGE,
				"The file is larger than %d MB".formatted(this.settings.maxSize().toMegabytes()));
	}

	private static MessageDigest digest() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

	private static final class StoreException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		StoreException(IOException cause) {
			super(cause);
		}

	}

}
