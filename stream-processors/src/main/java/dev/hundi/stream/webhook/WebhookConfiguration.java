package dev.hundi.stream.webhook;

import java.util.List;
import java.util.UUID;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.stream.kafka.Consumers;
import dev.hundi.stream.kafka.Poison;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.webhook.FanOutWebhooks;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Puts webhooks together: status events come in by message and become deliveries, which
 * the workers of any copy take from the database.
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
		return () -> consumers.batch(Processor.WEBHOOK, Topics.PAYOUT_STATUS, EVENTS_PER_POLL,
				(messages) -> tell(messages, fanOut, deliver));
	}

	private static List<Poison> tell(List<PayoutMessage> messages, FanOutWebhooks fanOut, DeliverWebhooks deliver) {
		List<UUID> told = messages.stream()
			.filter((message) -> message.data().stage().isPublished())
			.map(PayoutMessage::eventId)
			.toList();
		if (!told.isEmpty() && fanOut.of(told) > 0) {
			deliver.wake();
		}
		return List.of();
	}

}
