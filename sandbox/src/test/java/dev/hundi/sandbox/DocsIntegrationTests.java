package dev.hundi.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.sandbox.OtherProgram.Printed;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.receiver.ReceivedWebhook;
import dev.hundi.sandbox.server.PostgresServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs the samples of {@code docs/} against the platform of
 * {@link EndToEndIntegrationTests}, which runs these tests to save a second start.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DocsIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final Path VECTORS = Sample.DIRECTORY.resolve("signatures.json");

	private static final HttpClient http = HttpClient.newHttpClient();

	private final Platform platform;

	private final Path directory;

	private DemoBusiness business;

	private Path sandboxFile;

	DocsIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
	}

	@BeforeAll
	void seed() {
		this.business = new DemoBusinesses(this.platform, this.directory).create("Asha Traders", 10_00_000_00L, true);
		DemoBusiness closed = new DemoBusinesses(this.platform, this.directory).create("Dhruv Finserv", 0, false);
		this.sandboxFile = SandboxFile.in(this.directory);
		PrivateFile.write(this.sandboxFile,
				new SandboxFile(this.platform.apiUrl(), this.platform.url(Part.PORTAL), this.platform.url(Part.STAFF),
						this.platform.bankUrl(), this.platform.receiverUrl(),
						new SandboxFile.Database(this.platform.databaseUrl(), PostgresServer.username,
								PostgresServer.password),
						this.platform.bootstrapServers(), List.of(this.business, closed), List.of()));
	}

	@ParameterizedTest
	@EnumSource
	void everyClientInitiatesAndTracksAPayout(Sample sample) {
		Printed printed = sample.clientFromFile(this.sandboxFile.toString());

		assertThat(printed.exit()).as("%s", printed).isZero();
		String[] payout = printed.after("payout").split(" ", -1);
		assertThat(payout[1]).matches("TXN[0-9]{8}[0-9A-Z]{10}");
		assertThat(printed.after("status")).matches("11 SUCCESS utr [0-9]{12}");
		assertThat(printed.after("found")).startsWith(payout[0] + " by ");
		UUID.fromString(printed.after("beneficiary"));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.platform.receiver().received(payout[0]))
				.anyMatch((webhook) -> webhook.body().contains("\"Successful\"")));
	}

	@ParameterizedTest
	@EnumSource
	void everyClientVerifiesABeneficiary(Sample sample) {
		String beneficiary = sample.client(Map.of(), "", this.sandboxFile.toString()).after("beneficiary");

		Printed printed = sample.client(Map.of(), "", "verify", this.sandboxFile.toString(), beneficiary);

		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(printed.after("verified")).isEqualTo("MATCH 100 RAMESH KUMAR");
	}

	@ParameterizedTest
	@EnumSource
	void everyClientSignsTheVectors(Sample sample) throws IOException {
		if (sample != Sample.BASH) {
			Printed printed = sample.client(Map.of(), "", "vectors", VECTORS.toString());

			assertThat(printed.exit()).as("%s", printed).isZero();
			assertThat(printed.output()).isEqualTo("vectors 14\n");
			return;
		}
		for (JsonNode vector : vectors("requests")) {
			String[] arguments = (vector.path("version").asInt() == 1)
					? texts(vector, "sign-v1", "method", "target", "timestamp")
					: texts(vector, "sign-v2", "method", "host", "target", "timestamp", "nonce");
			Printed printed = sample.client(Map.of("API_KEY", vector.path("apiKey").asString(), "SIGNING_KEY",
					vector.path("signingKey").asString()), vector.path("body").asString(), arguments);

			assertThat(printed.output().strip()).as("%s %s", vector, printed)
				.isEqualTo(vector.path("signature").asString());
		}
	}

	@Test
	void theVectorsAreThoseOfTheApisOwnTests() throws IOException {
		assertThat(VECTORS)
			.hasSameBinaryContentAs(Path.of("..", "api", "src", "test", "resources", "vectors", "signatures.json"));
	}

	@ParameterizedTest
	@EnumSource
	void everyWebhookSampleVerifiesTheVectors(Sample sample) throws IOException {
		for (JsonNode vector : vectors("webhooks")) {
			byte[] body = vector.path("body").asString().getBytes(StandardCharsets.UTF_8);
			String secret = vector.path("secret").asString();
			String time = vector.path("timestamp").asString();
			String late = Long.toString(Long.parseLong(time) + 300_001);
			String first = vector.path("signature").asString();
			String second = vector.path("signatureV2").asString();

			assertThat(sample.verify(body, secret, time, time, "sha256", second, "").output()).isEqualTo("good\n");
			assertThat(sample.verify(body, secret, time, time, "", "", first).output()).isEqualTo("good\n");
			assertThat(sample.verify(body, secret, late, time, "sha256", second, first).output())
				.isEqualTo("refused\n");
			assertThat(sample.verify(body, secret + "x", time, time, "sha256", second, first).output())
				.isEqualTo("refused\n");
			assertThat(sample.verify(body, secret, time, time, "sha256", "no hex", first).output())
				.isEqualTo("refused\n");
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BASH")
	void everyWebhookSampleAcceptsRealWebhooksOnceAndRejectsOthers(Sample sample) throws Exception {
		DemoBusiness owner = new DemoBusinesses(this.platform, this.directory).create("Bharat Logistics", 10_000_00L,
				true);
		List<ReceivedWebhook> real = realWebhooks(owner);
		String payout = JsonMapper.shared()
			.readTree(real.getFirst().body())
			.path("data")
			.path("payoutTransactionId")
			.asString();
		try (OtherProgram receiver = sample.receive(0, owner.webhookSecret())) {
			await().atMost(PATIENCE).until(() -> !receiver.lines().isEmpty());
			URI url = URI.create("http://127.0.0.1:" + receiver.lines().getFirst().replace("listening ", ""));

			for (ReceivedWebhook webhook : real) {
				assertThat(post(url, webhook.headers(), webhook.body())).isEqualTo(200);
				assertThat(post(url, webhook.headers(), webhook.body())).as("again").isEqualTo(200);
			}
			refusesWhatIsChanged(url, owner, real.getLast());

			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(receiver.lines()).filteredOn((line) -> line.startsWith("event "))
					.extracting((line) -> line.replaceFirst("event \\S+ ", ""))
					.containsExactly("Initiated " + payout, "Successful " + payout);
				assertThat(receiver.lines()).filteredOn((line) -> line.startsWith("again ")).hasSize(3);
			});
		}
	}

	/** The last webhook is sent again with only its legacy signature. */
	private static void refusesWhatIsChanged(URI url, DemoBusiness owner, ReceivedWebhook webhook) throws Exception {
		String changed = webhook.body().replace("Successful", "Successfui");
		assertThat(post(url, webhook.headers(), changed)).as("a changed byte").isEqualTo(401);
		Map<String, String> headers = new TreeMap<>(webhook.headers());
		headers.put("x-webhook-signature-v2", "0".repeat(64));
		assertThat(post(url, headers, webhook.body())).as("v2 wrong, legacy right").isEqualTo(401);
		String old = Long.toString(System.currentTimeMillis() - 301_000);
		assertThat(post(url, signed(owner.webhookSecret(), old, webhook.body()), webhook.body())).as("an old one")
			.isEqualTo(401);
		String now = Long.toString(System.currentTimeMillis());
		assertThat(post(url, signed("whsec_other", now, webhook.body()), webhook.body())).as("another secret")
			.isEqualTo(401);
		headers.remove("x-webhook-signature-v2");
		assertThat(post(url, headers, webhook.body())).as("legacy alone").isEqualTo(200);
	}

	@Test
	void realWebhooksAreAsDocumented() throws Exception {
		JsonNode schemas = JsonMapper.shared()
			.readTree(get(this.platform.referenceUrl().resolve("openapi.json")).body())
			.path("components")
			.path("schemas");
		JsonNode payload = schemas.path("PayoutWebhook").path("properties");

		for (ReceivedWebhook webhook : realWebhooks(this.business)) {
			JsonNode body = JsonMapper.shared().readTree(webhook.body());
			assertThat(body.propertyNames()).containsExactlyElementsOf(payload.propertyNames());
			assertThat(body.path("data").propertyNames())
				.containsExactlyElementsOf(payload.path("data").path("properties").propertyNames());
			assertThat(payload.path("event").path("enum")).contains(body.path("event"));
			assertThat(payload.path("data").path("properties").path("status").path("enum"))
				.contains(body.path("data").path("status"));
		}
	}

	/** Initiates a payout and returns its webhooks, oldest first. */
	private List<ReceivedWebhook> realWebhooks(DemoBusiness owner) {
		var client = new MerchantClient(this.platform.apiUrl(), owner.apiKey(), owner.signingKey());
		String beneficiary = client
			.post("/v1/beneficiaries",
					Map.of("name", "Ramesh Kumar", "phoneNumber", "9876543210", "vpa", "success@upi"))
			.expect(201)
			.data()
			.path("beneficiaryId")
			.asString();
		String payout = client
			.postPayout(UUID.randomUUID().toString(),
					Map.of("beneficiaryId", beneficiary, "amount", "100.00", "transactionType", "U"))
			.expect(200)
			.data()
			.path("payoutTransactionId")
			.asString();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.platform.receiver().received(payout))
				.anyMatch((webhook) -> webhook.body().contains("\"Initiated\""))
				.anyMatch((webhook) -> webhook.body().contains("\"Successful\"")));
		return this.platform.receiver()
			.received(payout)
			.stream()
			.sorted(Comparator.comparing((webhook) -> !webhook.body().contains("\"Initiated\"")))
			.toList();
	}

	private static Map<String, String> signed(String secret, String time, String body) throws GeneralSecurityException {
		return Map.of("x-webhook-timestamp", time, "x-webhook-alg", "sha256", "x-webhook-signature-v2",
				hmac(secret, time + "|sha256|" + body), "x-webhook-signature", hmac(secret, time + "|" + body));
	}

	private static String hmac(String secret, String text) throws GeneralSecurityException {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
	}

	private static int post(URI url, Map<String, String> headers, String body) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(PATIENCE);
		headers.forEach((name, value) -> {
			if (name.startsWith("x-webhook-")) {
				request.header(name, value);
			}
		});
		// A new client, since an HTTP 1.0 server closes pooled connections.
		try (HttpClient once = HttpClient.newHttpClient()) {
			return once
				.send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
						HttpResponse.BodyHandlers.discarding())
				.statusCode();
		}
	}

	private static HttpResponse<String> get(URI url) throws Exception {
		return http.send(HttpRequest.newBuilder(url).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
	}

	private static List<JsonNode> vectors(String kind) throws IOException {
		return JsonMapper.shared().readTree(Files.readString(VECTORS)).path(kind).valueStream().toList();
	}

	/** The first value verbatim, the others as fields of a vector. */
	private static String[] texts(JsonNode vector, String first, String... fields) {
		return Stream.concat(Stream.of(first), Stream.of(fields).map((field) -> vector.path(field).asString()))
			.toArray(String[]::new);
	}

}
