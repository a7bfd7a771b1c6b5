package dev.hundi.api.export;

import java.io.IOException;
import java.util.UUID;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportRequestResult.Accepted;
import dev.hundi.walletexport.ExportRequestResult.NoBusiness;
import dev.hundi.walletexport.ExportRequestResult.TooMany;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.WalletExport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/wallet/transactions/export}. The file has its own media type, so the
 * Accept header decides nothing here; errors are JSON.
 */
@RestController
class ExportEndpoint {

	/** Often enough for what is written in a second or two. */
	private static final String RETRY_AFTER_SECONDS = "5";

	/** A file that was lost is written again when it is asked for again. */
	private static final int TIMES = 2;

	private final RequestExport requests;

	private final AwaitExport ends;

	private final SendFile sendFile;

	private final ExportSettings settings;

	ExportEndpoint(RequestExport requests, AwaitExport ends, SendFile sendFile, ExportSettings settings) {
		this.requests = requests;
		this.ends = ends;
		this.sendFile = sendFile;
		this.settings = settings;
	}

	@GetMapping("/v1/wallet/transactions/export")
	void export(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		ExportRequest asked = ExportQuery.read(businessId, request);
		for (int times = 1; times <= TIMES; times++) {
			if (this.sendFile.send(awaited(asked, response), response)) {
				return;
			}
		}
		throw later(response);
	}

	private WalletExport awaited(ExportRequest asked, HttpServletResponse response) {
		WalletExport export = this.ends.await(taken(asked, response), this.settings.waitAtMost());
		if (export.status().isOpen()) {
			throw later(response);
		}
		if (export.status() == ExportStatus.FAILED) {
			throw new Refusal(ErrorCode.INTERNAL_ERROR, "The export could not be written");
		}
		return export;
	}

	private WalletExport taken(ExportRequest asked, HttpServletResponse response) {
		return switch (this.requests.request(asked, this.settings.limits())) {
			case Accepted(WalletExport export) -> export;
			case TooMany full -> {
				response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
				throw new Refusal(ErrorCode.RATE_LIMITED, switch (full) {
					case OF_THE_BUSINESS -> "Too many exports of this business are being written";
					case OF_ALL -> "Too many exports are being written";
				});
			}
			case NoBusiness() -> throw new Refusal(ErrorCode.BUSINESS_NOT_FOUND);
		};
	}

	private static Refusal later(HttpServletResponse response) {
		response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
		return new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE,
				"The export is being written; the same request will find it");
	}

}
