package dev.hundi.sandbox.bank;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.crypto.spec.SecretKeySpec;

import dev.hundi.sandbox.bank.callback.CallbackTarget;
import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class CallbackIntegrationTests {

	private final List<Request> received = new CopyOnWriteArrayList<>();

	private volatile int status = 204;

	private final JsonServer client = JsonServer.bind("127.0.0.1", 0).on("POST", "/called", (request) -> {
		this.received.add(request);
		return new Answer.Json(this.status, Map.of());
	}).start();

	private final CallbackTarget target = new CallbackTarget(this.client.url().resolve("/called"),
			new SecretKeySpec("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));

	private final Path directory;

	private SandboxBank bank;

	CallbackIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.bank = SandboxBank.start(directory, "127.0.0.1", 0, this.target);
	}

	@AfterEach
	void close() {
		this.bank.close();
		this.client.close();
	}

	@Test
	void sendsASignedCallbackWhenAPaymentChanges() throws Exception {
		post("/behaviour", "{\"delayMs\": 0, \"settleDelayMs\": 50, \"returnDelayMs\": 50}");
		pay("plain", "123456789012", "ABCD0123456");
		pay("later", "00224412311300", "YESB0000001");
		pay("back", "02014457596969", "CITI0000001");
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.received.stream()
				.map((request) -> body(request).path("reference"))
				.distinct()
				.count() == 2);
		assertThat(this.received).extracting(
				(request) -> body(request).path("reference").asString() + " " + body(request).path("status").asString())
			.containsOnly("later SUCCESS", "back RETURNED");
		assertThat(this.received).allSatisfy((request) -> assertThat(request.headers().get("x-bank-signature"))
			.isEqualTo(this.target.sign(request.headers().getOrDefault("x-bank-timestamp", ""), request.body())));
	}

	@ParameterizedTest
	@ValueSource(ints = { 500, 202 })
	void retriesACallbackWithTheSameBodyAlsoAfterARestart(int notStored) throws Exception {
		this.status = notStored;
		post("/behaviour", "{\"delayMs\": 0, \"settleDelayMs\": 50}");
		pay("later", "7766666351000", "YESB0000001");
		await().atMost(Duration.ofMinutes(2)).until(() -> !this.received.isEmpty());
		this.bank.close();
		this.status = 204;
		int before = this.received.size();
		this.bank = SandboxBank.start(this.directory, "127.0.0.1", 0, this.target);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.received.size() > before);
		assertThat(this.received).extracting((request) -> new String(request.body(), StandardCharsets.UTF_8))
			.containsOnly(new String(this.received.getFirst().body(), StandardCharsets.UTF_8));
	}

	@Test
	void declinesNewOrdersButReturnsKnownOnes() throws Exception {
		pay("known", "123456789012", "ABCD0123456");
		post("/behaviour", "{\"declining\": true}");
		assertThat(pay("known", "123456789012", "ABCD0123456").statusCode()).isEqualTo(200);
		HttpResponse<String> declined = pay("new", "123456789012", "ABCD0123456");
		assertThat(declined.statusCode()).isEqualTo(503);
		assertThat(declined.body()).contains("NOT_ACCEPTED", "\"new\"");
	}

	private HttpResponse<String> pay(String reference, String account, String ifsc) throws Exception {
		return post("/v1/payments",
				"""
						{"reference":"%s","rail":"IMPS","amountPaise":100,"beneficiaryName":"Asha","accountNumber":"%s","ifsc":"%s"}"""
					.formatted(reference, account, ifsc));
	}

	private HttpResponse<String> post(String path, String body) throws Exception {
		URI url = this.bank.url().resolve(path);
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http.send(HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
					HttpResponse.BodyHandlers.ofString());
		}
	}

	private static JsonNode body(Request request) {
		return JsonMapper.shared().readTree(request.body());
	}

}
