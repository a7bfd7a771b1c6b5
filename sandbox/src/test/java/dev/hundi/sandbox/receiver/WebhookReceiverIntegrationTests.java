package dev.hundi.sandbox.receiver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletionException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class WebhookReceiverIntegrationTests {

	private static final String body = "{\"payoutWebhookId\":\"w1\", \"data\":{\"payoutTransactionId\":\"p1\",  \"note\":\"₹\"}}";

	private final WebhookReceiver receiver = WebhookReceiver.start("127.0.0.1", 0);

	private final HttpClient http = HttpClient.newHttpClient();

	@AfterEach
	void close() {
		this.receiver.close();
	}

	@Test
	void showsReceivedWebhooksExactlyAndOldestFirst() {
		assertThat(hook("BIZ1", body, "sig").statusCode()).isEqualTo(200);
		hook("BIZ2", "{\"data\":{\"payoutTransactionId\":\"p2\",\"merchantReferenceId\":\"p1\"}}", "sig");
		JsonNode all = received("");
		assertThat(all).hasSize(2);
		assertThat(all.get(0).path("body").asString()).isEqualTo(body);
		assertThat(all.get(0).path("path").asString()).isEqualTo("/hooks/BIZ1");
		assertThat(all.get(0).path("method").asString()).isEqualTo("POST");
		assertThat(all.get(0).path("headers").path("x-webhook-alg").asString()).isEqualTo("sha256");
		assertThat(all.get(0).path("receivedAt").asString()).matches(".*T.*\\.\\d{3}Z");
		assertThat(all.get(0).path("verified").isNull()).isTrue();
		assertThat(received("?payoutTransactionId=p1")).hasSize(1);
		assertThat(received("?payoutTransactionId=p2")).hasSize(1);
		send(HttpRequest.newBuilder(url("/received")).DELETE().build());
		assertThat(received("")).isEmpty();
	}

	@Test
	void verifiesBothSignaturesOfAKnownBusiness() {
		post("/secrets", "{\"businessCode\":\"BIZ1\",\"secret\":\"whsec\"}", 200);
		hook("BIZ1", body, "whsec");
		hook("BIZ1", body, "another");
		JsonNode all = received("");
		assertThat(all.get(0).path("verified").asBoolean()).isTrue();
		assertThat(all.get(1).path("verified").asBoolean()).isFalse();
	}

	@Test
	void rejectsASignatureWithAnOldTimestamp() {
		this.receiver.learnSecret("BIZ1", "whsec");
		send(signed("BIZ1", body, "whsec", System.currentTimeMillis() - 400_000).build());
		assertThat(this.receiver.received().getFirst().verified()).isFalse();
	}

	@Test
	void failsOrHangsForOneBusinessOnly() {
		post("/behaviour", "{\"businessCode\":\"BIZ1\",\"mode\":\"FAIL\",\"status\":503}", 200);
		post("/behaviour", "{\"businessCode\":\"BIZ3\",\"mode\":\"HANG\"}", 200);
		assertThat(hook("BIZ1", body, "s").statusCode()).isEqualTo(503);
		assertThat(hook("BIZ2", body, "s").statusCode()).isEqualTo(200);
		HttpRequest hanging = signed("BIZ3", body, "s", System.currentTimeMillis()).timeout(Duration.ofSeconds(3))
			.build();
		assertThatThrownBy(() -> send(hanging)).isInstanceOf(CompletionException.class)
			.hasCauseInstanceOf(HttpTimeoutException.class);
		await().untilAsserted(
				() -> assertThat(received("")).extracting((webhook) -> webhook.path("answeredStatus").asString("none"))
					.containsExactly("503", "200", "none"));
	}

	@Test
	void refusesInvalidBehaviour() {
		post("/behaviour", "{\"businessCode\":\"BIZ1\",\"mode\":\"SULK\"}", 400);
		post("/behaviour", "{\"mode\":\"OK\"}", 400);
		post("/secrets", "{\"businessCode\":\"BIZ1\"}", 400);
	}

	private HttpResponse<String> hook(String businessCode, String content, String secret) {
		return send(signed(businessCode, content, secret, System.currentTimeMillis()).build());
	}

	private HttpRequest.Builder signed(String businessCode, String content, String secret, long timestamp) {
		return HttpRequest.newBuilder(this.receiver.hookUrl(businessCode))
			.header("X-Webhook-Timestamp", String.valueOf(timestamp))
			.header("X-Webhook-Alg", "sha256")
			.header("X-Webhook-Signature", hmac(secret, timestamp + "|" + content))
			.header("X-Webhook-Signature-V2", hmac(secret, timestamp + "|sha256|" + content))
			.POST(HttpRequest.BodyPublishers.ofString(content));
	}

	private static String hmac(String secret, String text) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
			return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void post(String path, String content, int expectedStatus) {
		HttpResponse<String> response = send(
				HttpRequest.newBuilder(url(path)).POST(HttpRequest.BodyPublishers.ofString(content)).build());
		assertThat(response.statusCode()).as(response.body()).isEqualTo(expectedStatus);
	}

	private JsonNode received(String query) {
		return JsonMapper.shared().readTree(send(HttpRequest.newBuilder(url("/received" + query)).build()).body());
	}

	private URI url(String path) {
		return this.receiver.url().resolve(path);
	}

	private HttpResponse<String> send(HttpRequest request) {
		return this.http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
	}

}
