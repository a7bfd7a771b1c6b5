package dev.hundi.api.export;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.list.Page;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The exports of a business, including monthly statements, and their files:
 * {@code GET /v1/wallet/exports} and {@code GET /v1/wallet/exports/:exportId/file}.
 */
@RestController
class ExportsEndpoint {

	private static final String ID = "exportId";

	private final WalletExports exports;

	private final SendFile sendFile;

	ExportsEndpoint(WalletExports exports, SendFile sendFile) {
		this.exports = exports;
		this.sendFile = sendFile;
	}

	@GetMapping(path = "/v1/wallet/exports", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		query.finish();
		List<WalletExport> found = this.exports.list(businessId, page);
		Envelope.ok(response, null, ExportJson.EXPORTS.of(found));
	}

	/** Answers 503 until the export has ended. */
	@GetMapping("/v1/wallet/exports/{id}/file")
	void file(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		WalletExport export = this.exports.find(businessId, RequestIds.ofPath(ID, id))
			.orElseThrow(() -> new Refusal(ErrorCode.EXPORT_NOT_FOUND));
		if (export.status().isOpen()) {
			throw new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "The export is being written");
		}
		if (!this.sendFile.send(export, response)) {
			throw new Refusal(ErrorCode.EXPORT_NOT_FOUND);
		}
	}

}
