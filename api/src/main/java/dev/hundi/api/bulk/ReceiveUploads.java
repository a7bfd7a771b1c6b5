package dev.hundi.api.bulk;

import dev.hundi.api.auth.StreamedBody;
import dev.hundi.filestore.FileStore;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Streams uploaded files into the file store, so that no upload is held in memory. Limits
 * the number and the slowness of concurrent uploads.
 */
@Component
class ReceiveUploads implements StreamedBody.Receiver {

	private static final String PATH = "/v1/bulk-payouts";

	private final FileStore files;

	private final UploadSettings settings;

	private final UploadSlots slots;

	ReceiveUploads(FileStore files, UploadSettings settings) {
		this.files = files;
		this.settings = settings;
		this.slots = new UploadSlots(settings);
	}

	@Override
	public @Nullable StreamedBody begin(HttpServletRequest request) {
		if (!request.getMethod().equals("POST") || !request.getRequestURI().equals(PATH)) {
			return null;
		}
		Upload upload = new Upload(this.files, this.settings, this.slots);
		upload.attachTo(request);
		return upload;
	}

}
