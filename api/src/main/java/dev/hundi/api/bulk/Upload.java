package dev.hundi.api.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.UUID;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.StreamedBody;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.digest.Sha256;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.port.LeastRate;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded file. Its content is discarded at the end of the request unless it was
 * published.
 */
final class Upload implements StreamedBody {

	private static final String ATTRIBUTE = Upload.class.getName();

	private static final int BUFFER_BYTES = 64 * 1024;

	private final FileStore files;

	private final UploadSettings settings;

	private final UploadSlots slots;

	private final String storedAs = NewBulkFile.unusedName();

	private @Nullable UnfinishedFile file;

	private @Nullable UUID businessId;

	private boolean admitted;

	private long sizeBytes;

	private byte[] head = {};

	Upload(FileStore files, UploadSettings settings, UploadSlots slots) {
		this.files = files;
		this.settings = settings;
		this.slots = slots;
	}

	/**
	 * The received upload of an authenticated request.
	 * @throws Refusal {@code route_not_found} for a different spelling of the path, whose
	 * body was not streamed
	 */
	static Upload of(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof Upload upload) {
			return upload;
		}
		throw new Refusal(ErrorCode.ROUTE_NOT_FOUND);
	}

	void attachTo(HttpServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	@Override
	public void requireSize(HttpServletRequest request) {
		if (request.getContentLengthLong() > this.settings.maxSize().toBytes()) {
			throw tooLarge();
		}
	}

	@Override
	public void admit(@Nullable UUID business) {
		if (!this.slots.take(business)) {
			throw new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "Too many files are being received");
		}
		this.businessId = business;
		this.admitted = true;
	}

	@Override
	public byte[] receive(HttpServletRequest request) {
		try (OutputStream out = (this.businessId != null) ? create() : OutputStream.nullOutputStream()) {
			return copy(body(request), out);
		}
		catch (SocketTimeoutException ex) {
			throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
		}
		catch (IOException | IllegalStateException ex) {
			throw new Refusal(ErrorCode.BAD_REQUEST, "The body could not be read");
		}
	}

	/** The name in the file store once published. */
	String storedAs() {
		return this.storedAs;
	}

	long sizeBytes() {
		return this.sizeBytes;
	}

	/** Whether the content is a workbook, of the kind .xlsx or older. */
	boolean isWorkbook() {
		return FileContent.isWorkbook(this.head);
	}

	/** The first bytes, up to {@link FileContent#HEAD_BYTES}. */
	byte[] head() {
		return this.head;
	}

	/** Makes the content durable under its name in the file store. */
	StoredFile publish() throws IOException {
		if (this.file == null) {
			throw new IllegalStateException("Nothing was received");
		}
		return this.file.publish();
	}

	/** Deletes the published file. */
	void delete() {
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
			if (this.admitted) {
				this.slots.free(this.businessId);
			}
		}
	}

	private OutputStream create() {
		try {
			UnfinishedFile made = this.files.create(this.storedAs);
			this.file = made;
			return made.out();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static InputStream body(HttpServletRequest request) throws IOException {
		long announced = request.getContentLengthLong();
		boolean none = announced == 0 || (announced < 0 && request.getHeader("Transfer-Encoding") == null);
		return none ? InputStream.nullInputStream() : request.getInputStream();
	}

	private byte[] copy(InputStream in, OutputStream out) throws IOException {
		MessageDigest digest = Sha256.newDigest();
		LeastRate leastRate = new LeastRate(this.settings.leastRate().toBytes(), System::nanoTime);
		long start = System.nanoTime();
		byte[] buffer = new byte[BUFFER_BYTES];
		for (int read = in.read(buffer, 0, buffer.length); read >= 0; read = in.read(buffer, 0, buffer.length)) {
			this.sizeBytes += read;
			if (this.sizeBytes > this.settings.maxSize().toBytes()) {
				throw tooLarge();
			}
			if (!leastRate.add(read) || System.nanoTime() - start > this.settings.uploadTimeout().toNanos()) {
				throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
			}
			keepHead(buffer, read);
			digest.update(buffer, 0, read);
			write(out, buffer, read);
		}
		return digest.digest();
	}

	private void keepHead(byte[] buffer, int length) {
		int missing = Math.min(FileContent.HEAD_BYTES - this.head.length, length);
		if (missing > 0) {
			byte[] longer = Arrays.copyOf(this.head, this.head.length + missing);
			System.arraycopy(buffer, 0, longer, this.head.length, missing);
			this.head = longer;
		}
	}

	/** Distinguishes a full disk from an unreadable body. */
	private static void write(OutputStream out, byte[] buffer, int length) {
		try {
			out.write(buffer, 0, length);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Refusal tooLarge() {
		return new Refusal(ErrorCode.PAYLOAD_TOO_LARGE, tooLarge(this.settings.maxSize().toMegabytes()));
	}

	/** What is answered for a file of more megabytes. */
	static String tooLarge(long megabytes) {
		return "The file is larger than %d MB".formatted(megabytes);
	}

}
