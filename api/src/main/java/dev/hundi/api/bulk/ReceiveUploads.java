package dev.hundi.api.bulk;

import java.util.concurrent.Semaphore;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.StreamedBody;
import dev.hundi.filestore.FileStore;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Streams uploaded files into the file store, so that no upload is held in memory. Limits
 * the number of concurrent uploads.
 */
@Component
class ReceiveUploads implements StreamedBody.Receiver {

	private static final String PATH = "/v1/bulk-payouts";

	private final FileStore files;

	private final UploadSettings settings;

	private final Semaphore permits;

	ReceiveUploads(FileStore files, UploadSettings settings) {
		this.files = files;
		this.settings = settings;
		this.permits = new Semaphore(settings.uploadsAtOnce());
	}

	@Override
	public @Nullable StreamedBody begin(HttpServletRequest request) {
		if (!request.getMethod().equals("POST") || !request.getRequestURI().equals(PATH)) {
			return null;
		}
		if (!this.permits.tryAcquire()) {
			throw new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "Too many files are being received");
		}
		Upload upload = new Upload(this.files, this.settings, this.permits::release);
		upload.attachTo(request);
		return upload;
	}

}
