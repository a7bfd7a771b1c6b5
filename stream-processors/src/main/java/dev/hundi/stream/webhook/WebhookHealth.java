package dev.hundi.stream.webhook;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Reports DOWN while the HTTP client fails by itself, or while several endpoints were
 * tried and none responded.
 */
@Component("webhooks")
final class WebhookHealth implements HealthIndicator {

	private final WebhookClients clients;

	private final RecentAttempts recent;

	WebhookHealth(SendWebhook send, DeliverWebhooks deliver) {
		this.clients = send.clients();
		this.recent = deliver.recent();
	}

	@Override
	public Health health() {
		String failure = this.clients.failure();
		if (failure != null) {
			return Health.down().withDetail("clientFailed", failure).build();
		}
		if (this.recent.areAllSilent()) {
			return Health.down()
				.withDetail("noResponseFrom", this.recent.failing() + " endpoints, all that were tried recently")
				.build();
		}
		return Health.up().build();
	}

}
