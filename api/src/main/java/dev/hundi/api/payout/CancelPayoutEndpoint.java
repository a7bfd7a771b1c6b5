package dev.hundi.api.payout;

import java.io.IOException;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.payout.CancelPayout;
import dev.hundi.payout.CancelPayout.Result.Cancelled;
import dev.hundi.payout.CancelPayout.Result.NotCancellable;
import dev.hundi.payout.CancelPayout.Result.NotFound;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /v1/payouts/:payoutTransactionId/cancel}. */
@RestController
class CancelPayoutEndpoint {

	private final CancelPayout cancel;

	CancelPayoutEndpoint(CancelPayout cancel) {
		this.cancel = cancel;
	}

	@PostMapping(path = "/v1/payouts/{id}/cancel", produces = MediaType.APPLICATION_JSON_VALUE)
	void cancel(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		switch (this.cancel.cancel(call.caller().businessId(), RequestIds.ofPath(PayoutEndpoint.ID, id), "API")) {
			case Cancelled(var payout) -> Envelope.ok(response, "Payout cancelled", PayoutJson.ITEM.of(payout));
			case NotCancellable(var payout) ->
				Envelope.error(response, ErrorCode.PAYOUT_NOT_CANCELLABLE, PayoutJson.ITEM.of(payout));
			case NotFound() -> throw new Refusal(ErrorCode.PAYOUT_NOT_FOUND);
		}
	}

}
