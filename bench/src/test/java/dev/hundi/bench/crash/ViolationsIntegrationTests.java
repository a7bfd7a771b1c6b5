package dev.hundi.bench.crash;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

import dev.hundi.sandbox.receiver.WebhookReceiver;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class ViolationsIntegrationTests {

	private static final String PAYOUT = UUID.randomUUID().toString();

	/** It was successful first, and its merchant must have learned that, too. */
	@Test
	void aReturnedPayoutNeedsTheWebhooksOfBothItsFinalStatuses() {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			WithoutTriggers
				.sql(jdbc,
						"""
								INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
								                          response_message)
								VALUES ('%1$s', '%1$s', 1, NULL, 3, 'CREATED', 'API', 'x', 'x'),
								       ('%1$s', '%1$s', 2, 3, 4, 'WALLET_DEBITED', 'DEBIT', 'x', 'x'),
								       ('%1$s', '%1$s', 3, 4, 11, 'SUCCESS', 'BANK', 'x', 'x'),
								       ('%1$s', '%1$s', 4, 11, 12, 'RETURNED', 'BANK', 'x', 'x');
								INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, state, due_at, completed_at)
								SELECT business_id, business_id, payout_id, event_id,
								       CASE stage WHEN 'CREATED' THEN 'Initiated' WHEN 'SUCCESS' THEN 'Successful' ELSE 'Failed' END,
								       'DELIVERED', NULL, now()
								  FROM payout_event WHERE stage <> 'WALLET_DEBITED'
								"""
							.formatted(PAYOUT))
				.update();
			assertThat(Violations.eventsWithoutWebhook(jdbc)).isEmpty();
			comparesDeliveriesWithWhatWasReceived(jdbc);

			jdbc.sql("DELETE FROM webhook_delivery WHERE event = 'Successful'").update();

			assertThat(Violations.eventsWithoutWebhook(jdbc))
				.containsExactly("payout " + PAYOUT + " has for SUCCESS the webhooks none");
		}
	}

	/** The receiver keeps the newest webhooks only; clearing it stands for that. */
	private static void comparesDeliveriesWithWhatWasReceived(JdbcClient jdbc) {
		ReceivedEvents received = new ReceivedEvents();
		try (WebhookReceiver receiver = WebhookReceiver.start("127.0.0.1", 0)) {
			send(unsigned(receiver, "Initiated"));
			send(unsigned(receiver, "Successful"));
			received.read(receiver);
			assertThat(received.violations(jdbc)).filteredOn((violation) -> violation.contains("invalid signature"))
				.hasSize(2);
			send(clear(receiver));
			assertThat(receiver.received()).isEmpty();
			assertThat(besideSignatures(received, jdbc))
				.containsExactly("recorded as delivered but never received: " + PAYOUT + " Failed");
			send(unsigned(receiver, "Failed"));
			received.read(receiver);
			assertThat(besideSignatures(received, jdbc)).isEmpty();
			send(unsigned(receiver, "Failed"));
			send(clear(receiver));
			send(unsigned(receiver, "Failed"));
			received.read(receiver);
			assertThat(besideSignatures(received, jdbc))
				.containsExactly("the campaign itself missed the webhooks 4 to 4");
		}
	}

	private static List<String> besideSignatures(ReceivedEvents received, JdbcClient jdbc) {
		return received.violations(jdbc)
			.stream()
			.filter((violation) -> !violation.contains("invalid signature"))
			.toList();
	}

	private static HttpRequest unsigned(WebhookReceiver receiver, String event) {
		String body = "{\"payoutWebhookId\":\"W-%2$s\",\"event\":\"%2$s\",\"data\":{\"payoutTransactionId\":\"%1$s\"}}"
			.formatted(PAYOUT, event);
		return HttpRequest.newBuilder(receiver.hookUrl("BIZ1")).POST(HttpRequest.BodyPublishers.ofString(body)).build();
	}

	private static HttpRequest clear(WebhookReceiver receiver) {
		return HttpRequest.newBuilder(receiver.url().resolve("/received")).DELETE().build();
	}

	private static void send(HttpRequest request) {
		try (HttpClient http = HttpClient.newHttpClient()) {
			assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
