package dev.hundi.batch.housekeeping;

import dev.hundi.webhook.RemoveWebhookBodies;

import org.springframework.stereotype.Component;

/** Removes recorded events after the retention of webhooks. */
@Component
class ExpiredEvents implements HousekeepingStep {

	private final RemoveWebhookBodies bodies;

	private final HousekeepingSettings settings;

	ExpiredEvents(RemoveWebhookBodies bodies, HousekeepingSettings settings) {
		this.bodies = bodies;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "expired-events";
	}

	@Override
	public int removeExpired(int limit) {
		return this.bodies.eventsOlderThan(this.settings.webhookAge(), limit);
	}

	@Override
	public Proof prove() {
		return Proof.of(this.bodies.remainingEvents(Proof.overdueAfter(this.settings.webhookAge())));
	}

}
