package dev.hundi.api.export;

import java.io.IOException;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.ExportRequestResult.NoBusiness;
import dev.hundi.walletexport.ExportRequestResult.Accepted;
import dev.hundi.walletexport.ExportRequestResult.TooMany;
import dev.hundi.walletexport.WalletExport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/wallet/transactions/export}. Ignores the Accept header: files have their
 * own media type and errors are JSON.
 */
@RestController
class ExportEndpoint {

	/** A second request replaces a file that is missing in the file store. */
	private static final int MAX_ATTEMPTS = 2;

	private final RequestExport requests;

	private final AwaitExport ends;

	private final SendFile sendFile;

	private final ExportLimitSettings settings;

	ExportEndpoint(RequestExport requests, AwaitExport ends, SendFile sendFile, ExportLimitSettings settings) {
		this.requests = requests;
		this.ends = ends;
		this.sendFile = sendFile;
		this.settings = settings;
	}

	@GetMapping("/v1/wallet/transactions/export")
	void export(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		ExportRequest asked = read(businessId, request);
		for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			if (this.sendFile.send(await(asked), response)) {
				return;
			}
		}
		throw retryLater();
	}

	private static ExportRequest read(UUID businessId, HttpServletRequest request) {
		QueryFields query = QueryFields.read(request);
		ExportFormat format = query.oneOf("format", ExportFormat.values(), ExportFormat::extension);
		SearchPhrase search = query.search();
		Window window = query.window();
		query.finish();
		return new ExportRequest(businessId, Objects.requireNonNullElse(format, ExportFormat.CSV), search, window);
	}

	private WalletExport await(ExportRequest asked) {
		WalletExport export = this.ends.await(request(asked), this.settings.waitAtMost());
		if (export.status().isOpen()) {
			throw retryLater();
		}
		if (export.status() == ExportStatus.FAILED) {
			throw new Refusal(ErrorCode.INTERNAL_ERROR, "The export could not be written");
		}
		return export;
	}

	private WalletExport request(ExportRequest asked) {
		return switch (this.requests.request(asked, this.settings.limits())) {
			case Accepted(WalletExport export) -> export;
			case TooMany.OF_THE_BUSINESS ->
				throw new Refusal(ErrorCode.RATE_LIMITED, "Too many exports of this business are being written");
			case TooMany.OF_ALL -> throw new Refusal(ErrorCode.RATE_LIMITED, "Too many exports are being written");
			case NoBusiness() -> throw new Refusal(ErrorCode.BUSINESS_NOT_FOUND);
		};
	}

	private static Refusal retryLater() {
		return new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "The export is being written; repeat the request later");
	}

}
