package dev.hundi.stream.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.stream.testing.RawServer;
import dev.hundi.stream.testing.RawServer.Reaction;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.stream.webhook.SendWebhook.Outcome;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.EndpointSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One attempt is one POST, because a receiver may have processed what it read. */
class SendWebhookOnceIntegrationTests {

	private final SecretEncryption encryption = SecretEncryption.open(TestKeys.file());

	private final RawServer receiver = new RawServer();

	private final SendWebhook send = new SendWebhook(Instances.settings(List.of(), Instances.NEVER_PARKED),
			this.encryption);

	@AfterEach
	void close() throws IOException {
		this.send.close();
		this.receiver.close();
	}

	@Test
	void postsOnceIfTheReceiverHangsUpWithoutAnAnswer() {
		this.receiver.reacts(Reaction.HANG_UP);
		assertThat(attempt("1")).isInstanceOf(Outcome.Unanswered.class);
		assertThat(this.receiver.requests()).containsExactly("1");
	}

	@Test
	void postsOnceIfTheReceiverHangsUpOnAReusedConnection() {
		this.receiver.reacts(Reaction.ANSWER, Reaction.HANG_UP);
		assertThat(attempt("1")).isInstanceOf(Outcome.Answered.class);
		assertThat(attempt("2")).isInstanceOf(Outcome.Unanswered.class);
		assertThat(this.receiver.requests()).containsExactly("1", "2");
		assertThat(this.receiver.connections()).isEqualTo(1);
	}

	@Test
	void usesANewConnectionIfTheReceiverHasClosedThePooledOne() {
		this.receiver.reacts(Reaction.ANSWER_AND_CLOSE);
		assertThat(attempt("1")).isInstanceOf(Outcome.Answered.class);
		await().atMost(Duration.ofSeconds(30)).until(() -> this.receiver.closed() == 1);
		assertThat(attempt("2")).isInstanceOf(Outcome.Answered.class);
		assertThat(this.receiver.requests()).containsExactly("1", "2");
		assertThat(this.receiver.connections()).isEqualTo(2);
	}

	private Outcome attempt(String body) {
		UUID endpoint = UUID.randomUUID();
		SecretPlace place = EndpointSecret.place(UUID.randomUUID(), endpoint);
		byte[] secret = this.encryption.encrypt("whsec_1".getBytes(StandardCharsets.UTF_8), place);
		ClaimedDelivery delivery = new ClaimedDelivery(UUID.randomUUID(), UUID.randomUUID(), endpoint,
				"http://localhost:" + this.receiver.port() + "/hook", new EndpointSecret(place, secret, null),
				body.getBytes(StandardCharsets.UTF_8), 0, Instant.now(), ClaimedDelivery.Endpoint.WELL);
		return Instances.send(this.send, delivery);
	}

}
