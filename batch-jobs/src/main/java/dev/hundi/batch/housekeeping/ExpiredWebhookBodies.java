package dev.hundi.batch.housekeeping;

import java.time.Duration;

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

	/** The proof reads every delivery that is older. */
	@Override
	public Duration interval() {
		return Duration.ofDays(1);
	}

	@Override
	public int removeExpired(int limit) {
		return this.bodies.olderThan(this.settings.webhookAge(), limit);
	}

	@Override
	public Proof prove() {
		return Proof.of(this.bodies.remaining(Proof.overdueAfter(this.settings.webhookAge())));
	}

}
