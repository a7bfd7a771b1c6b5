package dev.hundi.api.bulk;

import java.io.IOException;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.BulkUploadResult.Duplicate;
import dev.hundi.bulk.BulkUploadResult.Accepted;
import dev.hundi.bulk.BulkUploadResult.TooManyFiles;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /v1/bulk-payouts}. Authentication has already streamed the body into the
 * file store ({@link ReceiveUploads}).
 */
@RestController
class UploadBulkFileEndpoint {

	private final ReceiveBulkFile files;

	private final UploadSettings settings;

	UploadBulkFileEndpoint(ReceiveBulkFile files, UploadSettings settings) {
		this.files = files;
		this.settings = settings;
	}

	@PostMapping(path = "/v1/bulk-payouts", produces = MediaType.APPLICATION_JSON_VALUE)
	void upload(HttpServletRequest request, HttpServletResponse response) throws IOException {
		SignedCall call = SignedCall.of(request);
		Upload upload = Upload.of(request);
		UploadFields fields = UploadFields.read(request, upload);
		if (upload.sizeBytes() == 0) {
			throw Refusal.field("body", Rule.REQUIRED, "The body must be the file");
		}
		FileContent.require(fields.format(), upload.head());
		switch (received(call, upload, fields)) {
			case Accepted(var file) -> Envelope.answer(response, 202, 202, "File received", BulkJson.FILE.of(file));
			case Duplicate(var earlier) ->
				Envelope.error(response, ErrorCode.BULK_FILE_EXISTS, BulkJson.FILE.of(earlier));
			case TooManyFiles() ->
				throw new Refusal(ErrorCode.RATE_LIMITED, "Too many files of this business are waiting to be loaded");
		}
	}

	/**
	 * Publishes the file before its row is stored, and deletes it if it is not accepted.
	 */
	private BulkUploadResult received(SignedCall call, Upload upload, UploadFields fields) throws IOException {
		NewBulkFile file = new NewBulkFile(call.caller().businessId(), call.caller().apiKey(), fields.fileName(),
				fields.clientReference(), fields.format(), fields.releaseMode(), fields.declaredRows(),
				fields.declaredTotalPaise(), upload.storedAs(), upload.publish());
		BulkUploadResult received = this.files.receive(file, this.settings.loadingPerBusiness());
		if (!(received instanceof Accepted)) {
			upload.delete();
		}
		return received;
	}

}
