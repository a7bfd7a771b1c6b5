package dev.hundi.bench.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hundi.sandbox.receiver.ReceivedWebhook;
import dev.hundi.sandbox.receiver.WebhookReceiver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The ids of all webhooks that merchants received in a campaign. The receiver keeps only
 * the newest ones, so it is read during the campaign.
 */
final class ReceivedEvents {

	private static final JsonMapper json = JsonMapper.shared();

	/** Webhook ids by payout and event. */
	private final Map<String, Set<String>> ids = new HashMap<>();

	private final List<String> violations = new ArrayList<>();

	private long lastSequence;

	/** Reads what was received since the last call. */
	void read(WebhookReceiver receiver) {
		for (ReceivedWebhook webhook : receiver.received(this.lastSequence)) {
			if (webhook.sequence() != this.lastSequence + 1) {
				this.violations.add("the campaign itself missed the webhooks %d to %d".formatted(this.lastSequence + 1,
						webhook.sequence() - 1));
			}
			this.lastSequence = webhook.sequence();
			add(webhook);
		}
	}

	private void add(ReceivedWebhook webhook) {
		JsonNode body = json.readTree(webhook.body());
		this.ids
			.computeIfAbsent(
					body.path("data").path("payoutTransactionId").asString() + " " + body.path("event").asString(),
					(event) -> new HashSet<>())
			.add(body.path("payoutWebhookId").asString());
		if (!Boolean.TRUE.equals(webhook.verified())) {
			this.violations.add("a webhook with an invalid signature: " + webhook);
		}
	}

	/** Compares what was read with what the database records as delivered. */
	List<String> violations(JdbcClient jdbc) {
		List<String> found = new ArrayList<>(this.violations);
		this.ids.forEach((event, webhookIds) -> {
			if (webhookIds.size() > 1) {
				found.add("one event under several webhook ids: " + event + " " + webhookIds);
			}
		});
		jdbc.sql("SELECT payout_id, event FROM webhook_delivery WHERE state = 'DELIVERED'").query((row) -> {
			String event = row.getString("payout_id") + " " + row.getString("event");
			if (!this.ids.containsKey(event)) {
				found.add("recorded as delivered but never received: " + event);
			}
		});
		return found;
	}

}
