package dev.hundi.api.auth;

import java.util.concurrent.Semaphore;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.filestore.FileStore;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Lets bodies that are files go straight into the file store, some at once and each up to
 * a limit, so that no upload is ever in memory.
 */
public final class ReceiveUploads {

	private static final String UPLOADS = "/v1/bulk-payouts";

	private final FileStore files;

	private final UploadSettings settings;

	private final Semaphore room;

	/** Receives into a file store. */
	public ReceiveUploads(FileStore files, UploadSettings settings) {
		this.files = files;
		this.settings = settings;
		this.room = new Semaphore(settings.uploadsAtOnce());
	}

	static boolean isUpload(HttpServletRequest request) {
		return request.getMethod().equals("POST") && request.getRequestURI().equals(UPLOADS);
	}

	/**
	 * Takes a place for an upload of which nothing is read yet.
	 * @throws Refusal {@code temporarily_unavailable} where all are taken
	 */
	Upload begin(HttpServletRequest request) {
		if (!this.room.tryAcquire()) {
			throw new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "As many files are being received as may be");
		}
		return new Upload(this.files, this.settings, this.room::release);
	}

}
