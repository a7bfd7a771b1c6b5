package dev.hundi.batch.housekeeping;

import dev.hundi.webhook.RemoveWebhookBodies;

import org.springframework.stereotype.Component;

/** Removes bodies of webhook deliveries after their retention. */
@Component
class ExpiredWebhookBodies implements HousekeepingStep {

	private final RemoveWebhookBodies bodies;

	private final HousekeepingSettings settings;

	ExpiredWebhookBodies(RemoveWebhookBodies bodies, HousekeepingSettings settings) {
		this.bodies = bodies;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "expired-webhook-bodies";
	}

	@Override
	public int removeExpired(int limit) {
		return this.bodies.olderThan(this.settings.webhookAge(), limit);
	}

}
