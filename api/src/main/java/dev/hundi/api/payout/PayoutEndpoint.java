package dev.hundi.api.payout;

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
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutFilter;
import dev.hundi.payout.Payouts;
import dev.hundi.payout.StatusEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/payouts}, {@code GET /v1/payouts/:payoutTransactionId} and its status
 * events.
 */
@RestController
class PayoutEndpoint {

	static final String ID = "payoutTransactionId";

	private final Payouts payouts;

	PayoutEndpoint(Payouts payouts) {
		this.payouts = payouts;
	}

	/** {@code search} covers all dates and ignores the window. */
	@GetMapping(path = "/v1/payouts", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		SearchPhrase phrase = query.search();
		List<PayoutDetail> payouts;
		if (phrase != null) {
			query.ignore("since");
			query.ignore("until");
			PayoutFilters.rejectWithSearch(query);
			query.finish();
			payouts = this.payouts.search(businessId, phrase, page);
		}
		else {
			Window window = query.window();
			PayoutFilter filter = PayoutFilters.read(query);
			query.finish();
			payouts = this.payouts.list(businessId, window, filter, page);
		}
		Envelope.ok(response, null, PayoutJson.ITEMS.of(payouts));
	}

	/** An array with one element, as the specification requires. */
	@GetMapping(path = "/v1/payouts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		PayoutDetail payout = this.payouts.detail(businessId, RequestIds.ofPath(ID, id))
			.orElseThrow(() -> new Refusal(ErrorCode.PAYOUT_NOT_FOUND));
		Envelope.ok(response, null, PayoutJson.ONE.of(List.of(payout)));
	}

	/** No event means no payout, because every payout has an event for its creation. */
	@GetMapping(path = "/v1/payouts/{id}/status-events", produces = MediaType.APPLICATION_JSON_VALUE)
	void statusEvents(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		List<StatusEvent> events = this.payouts.statusEvents(businessId, RequestIds.ofPath(ID, id));
		if (events.isEmpty()) {
			throw new Refusal(ErrorCode.PAYOUT_NOT_FOUND);
		}
		Envelope.ok(response, null, PayoutJson.EVENTS.of(events));
	}

}
