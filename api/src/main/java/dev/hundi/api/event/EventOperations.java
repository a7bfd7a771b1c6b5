package dev.hundi.api.event;

import java.util.Collection;
import java.util.List;

import dev.hundi.api.json.JsonType;
import dev.hundi.api.json.Schema;
import dev.hundi.api.openapi.EventSchemas;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.webhook.WebhookEvent;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operation of events.
 */
@Component
class EventOperations implements Operations {

	static final JsonType<Collection<String>> EVENTS = JsonType.rawObject(EventSchemas.ANY).list("Newest first.");

	private static final Parameter EVENT = Parameter.query("event", "Only this event.",
			Schema.oneOf("", WebhookEvent.codes()), "Successful");

	@Override
	public List<Operation> all() {
		return List.of(Operation.of(Group.EVENTS, "GET", "/v1/events", "listEvents")
			.says("List events",
					"Every event of the business as its webhook reports it, newest first, with the same payoutWebhookId. Events "
							+ "are listed whether or not an endpoint received them, so that you can catch up. Initiated, "
							+ "Successful and Failed are kept as long as their payouts; the other events for 400 days. An event "
							+ "can become visible some seconds after a later one: let the windows of your polls overlap by a "
							+ "minute, and discard duplicates by payoutWebhookId.")
			.takes(EVENT, Lists.LIMIT, Lists.OFFSET, Lists.SINCE, Lists.UNTIL)
			.answers(200, "A page of events.", EVENTS, null));
	}

}
