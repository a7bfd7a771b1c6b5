package dev.hundi.api.event;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.list.Page;
import dev.hundi.list.Window;
import dev.hundi.webhook.ListEvents;
import dev.hundi.webhook.WebhookEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/events}.
 */
@RestController
class EventsEndpoint {

	private final ListEvents events;

	EventsEndpoint(ListEvents events) {
		this.events = events;
	}

	@GetMapping(path = "/v1/events", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		Window window = query.window();
		WebhookEvent event = query.oneOf("event", WebhookEvent.values(), WebhookEvent::code);
		query.finish();
		List<String> events = this.events.list(businessId, window, event, page);
		Envelope.ok(response, null, EventOperations.EVENTS.of(events));
	}

}
