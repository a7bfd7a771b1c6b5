package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Rotation of an endpoint's secret at a scheduled time. */
class SecretRotationIntegrationTests {

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private final Clock clock = Clock.systemUTC();

	private final TestDatabase database = TestDatabase.create();

	private final Rows rows = new Rows(this.database).withNumbers();

	private final Instances instances = new Instances(this.database);

	private final Receiver receiver = new Receiver();

	@AfterEach
	void close() {
		this.instances.close();
		this.receiver.close();
		this.database.close();
	}

	@Test
	void signsWithTheNewSecretFromTheScheduledTime() {
		UUID business = this.rows.business();
		var instance = this.instances.start(Instances.settings(List.of(), Instances.NEVER_PARKED));
		WebhookEndpoints endpoints = instance.getBean(WebhookEndpoints.class);
		UUID endpoint = endpoints.register(business, this.receiver.url(), "whsec_first");
		publish(instance, business);
		Instant later = this.clock.instant().plusSeconds(3600);
		assertThat(Duration.between(endpoints.rotateSecret(endpoint, "whsec_second", later).orElseThrow(), later))
			.isBetween(Duration.ZERO, Duration.ofMillis(1));
		// On a busy machine this time has passed already.
		Instant soon = this.clock.instant().plusSeconds(6);
		Instant from = endpoints.rotateSecret(endpoint, "whsec_second", soon).orElseThrow();
		while (this.clock.instant().isBefore(from.plusMillis(200))) {
			publish(instance, business);
		}
		publish(instance, business);
		assertThat(signedBy("whsec_first")).isNotEmpty().allMatch((sentAt) -> sentAt.isBefore(from));
		assertThat(signedBy("whsec_second")).isNotEmpty().noneMatch((sentAt) -> sentAt.isBefore(from));
		assertThat(signedBy("whsec_first").size() + signedBy("whsec_second").size())
			.isEqualTo(this.receiver.received().size());

		// The secret in use stays valid while another rotation is scheduled, and the
		// schedule can be changed.
		endpoints.rotateSecret(endpoint, "whsec_never", this.clock.instant().plusSeconds(3600));
		publish(instance, business);
		assertThat(last()).isEqualTo("whsec_second");
		Instant now = endpoints.rotateSecret(endpoint, "whsec_third", Instant.EPOCH).orElseThrow();
		assertThat(now).isAfter(from);
		publish(instance, business);
		assertThat(last()).isEqualTo("whsec_third");
		assertThat(signedBy("whsec_never")).isEmpty();
	}

	@Test
	void encryptsSecretsPerEndpoint() {
		var instance = this.instances.start(Instances.settings(List.of(), Instances.NEVER_PARKED));
		WebhookEndpoints endpoints = instance.getBean(WebhookEndpoints.class);
		UUID endpoint = endpoints.register(this.rows.business(), this.receiver.url(), "whsec_first");
		assertThat(endpoints.rotateSecret(UUID.randomUUID(), "whsec_other", this.clock.instant())).isEmpty();
		endpoints.rotateSecret(endpoint, "whsec_second", this.clock.instant().plusSeconds(60));
		byte[] stored = this.rows.jdbc()
			.sql("SELECT secret_ciphertext || next_secret_ciphertext FROM webhook_endpoint")
			.query(byte[].class)
			.single();
		assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("whsec");
	}

	/** Publishes another payout and waits until the receiver has it. */
	private void publish(AnnotationConfigApplicationContext instance, UUID business) {
		int before = this.receiver.received().size();
		UUID event = this.rows.created(this.rows.payout(business));
		assertThat(instance.getBean(FanOutWebhooks.class).of(List.of(event))).isEqualTo(1);
		instance.getBean(DeliverWebhooks.class).wake();
		Awaitility.await().atMost(TIMEOUT).until(() -> this.receiver.received().size() > before);
	}

	private String last() {
		Receiver.Received last = this.receiver.received().getLast();
		return List.of("whsec_first", "whsec_second", "whsec_third", "whsec_never")
			.stream()
			.filter((secret) -> isSignedBy(last, secret))
			.findFirst()
			.orElseThrow();
	}

	private List<Instant> signedBy(String secret) {
		return this.receiver.received()
			.stream()
			.filter((webhook) -> isSignedBy(webhook, secret))
			.map((webhook) -> Instant.ofEpochMilli(Long.parseLong(webhook.header("x-webhook-timestamp"))))
			.toList();
	}

	private static boolean isSignedBy(Receiver.Received webhook, String secret) {
		var signature = WebhookSignature.of(WebhookSignature.key(secret.getBytes(StandardCharsets.UTF_8)),
				webhook.header("x-webhook-timestamp"), webhook.body());
		return signature.v2().equals(webhook.header("x-webhook-signature-v2"))
				&& signature.legacy().equals(webhook.header("x-webhook-signature"));
	}

}
