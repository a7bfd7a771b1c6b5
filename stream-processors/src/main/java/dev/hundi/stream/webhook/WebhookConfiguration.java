package dev.hundi.stream.webhook;

import java.util.List;
import java.util.UUID;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.stream.kafka.Consumers;
import dev.hundi.stream.kafka.PoisonMessage;
import dev.hundi.stream.processor.Processor;
import dev.hundi.webhook.FanOutWebhooks;

import dev.hundi.stream.message.PayoutMessage;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures webhooks: messages with status events become deliveries. This instance
 * attempts those for which it has capacity; the others are stored, and the workers of any
 * instance claim them.
 */
@Configuration(proxyBeanMethods = false)
class WebhookConfiguration {

	private static final int EVENTS_PER_POLL = 500;

	@Bean
	SendWebhook sendWebhook(WebhookSettings settings, SecretEncryption encryption) {
		return new SendWebhook(settings, encryption);
	}

	@Bean
	InitializingBean webhookConsumer(Consumers consumers, FanOutWebhooks fanOut, DeliverWebhooks deliver) {
		return () -> consumers.payouts(Processor.WEBHOOK, EVENTS_PER_POLL,
				(messages) -> fanOut(messages, fanOut, deliver));
	}

	private static List<PoisonMessage> fanOut(List<PayoutMessage> messages, FanOutWebhooks fanOut,
			DeliverWebhooks deliver) {
		List<UUID> events = messages.stream()
			.filter((message) -> message.stage().hasWebhook())
			.map(PayoutMessage::eventId)
			.toList();
		if (!events.isEmpty() && fanOut.store(deliver.attemptAtOnce(fanOut.missing(events))) > 0) {
			deliver.wake();
		}
		return List.of();
	}

}
