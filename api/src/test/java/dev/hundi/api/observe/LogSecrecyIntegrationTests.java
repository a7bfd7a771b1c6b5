package dev.hundi.api.observe;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Forwarder;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls every endpoint with success and every kind of failure, using values that must not
 * be logged, and searches the log for them.
 */
class LogSecrecyIntegrationTests {

	private static final String ACCOUNT = "918273645012";

	private static final String PHONE = "9823456701";

	private static final List<String> CANARIES = List.of(ACCOUNT, PHONE, "canary.mail@example.com", "Canary Person",
			"canaryvpa@okbank", "CANARYREF", "canary-idempotency", "canaryquery", "canarypath", "canaryheader",
			"canary-nonce", "canaryjson", "CANARYMETHOD");

	private static final String BANK_TARGET = """
			{"name":"Canary Person","email":"canary.mail@example.com","phoneNumber":"9823456701","accountNumber":"918273645012","ifsc":"HDFC0000001"}""";

	private static final String VPA_TARGET = """
			{"name":"Canary Person","phoneNumber":"9823456701","vpa":"canaryvpa@okbank"}""";

	private final List<String> signatures = new ArrayList<>();

	private int answered;

	@Test
	void logsNeitherSecretsNorPersonalData() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				Forwarder postgresql = Forwarder.to(database);
				RunningApi api = RunningApi.startAt(postgresql.url(), "--hundi.export.wait-at-most=1s");
				CapturedLog log = CapturedLog.open()) {
			IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
			List<Call> calls = calls(api, succeed(api, key));
			calls.forEach((call) -> send(api, key, call));
			refuseEverywhere(api, key, calls);
			malformed(api);
			breakConstraints(api, key, database);

			postgresql.beginOutage();
			List<Integer> statuses = together(api, key, calls(api, UUID.randomUUID().toString()));
			assertThat(statuses).as("answers without a database").contains(503).doesNotContain(500);

			assertThat(log.lines()).anyMatch((line) -> line.level().equals("ERROR"))
				.anyMatch((line) -> line.level().equals("WARN"));
			// A line is written after the answer is sent.
			Awaitility.await()
				.untilAsserted(() -> assertThat(
						log.lines().stream().filter((line) -> line.logger().equals("dev.hundi.api.access")))
					.as("one line per request")
					.hasSize(this.answered));
			assertNothingIn(log, key);
		}
	}

	private void assertNothingIn(CapturedLog log, IssuedKey key) {
		List<String> secrets = new ArrayList<>(CANARIES);
		secrets.addAll(this.signatures);
		secrets.add(key.signingKey());
		secrets.add(Base64.getEncoder().encodeToString(key.signingKey().getBytes(StandardCharsets.UTF_8)));
		assertThat(log.lines().stream().filter((line) -> secrets.stream().anyMatch(line.text()::contains)))
			.as("lines with secrets")
			.isEmpty();
	}

	/** Returns the id of a payout. */
	private String succeed(RunningApi api, IssuedKey key) {
		String beneficiary = send(api, key, Call.post("/v1/beneficiaries", BANK_TARGET)).data()
			.path("beneficiaryId")
			.asString();
		assertThat(send(api, key, Call.post("/v1/beneficiaries", BANK_TARGET)).status()).isEqualTo(409);
		assertThat(send(api, key, Call.post("/v1/beneficiaries", VPA_TARGET)).status()).isEqualTo(201);
		String body = """
				{"beneficiaryId":"%s","amount":"10.00","transactionType":"I","merchantReferenceId":"CANARYREF"}"""
			.formatted(beneficiary);
		Answer payout = send(api, key, Call.post("/v1/payouts", body).header("Idempotency-Key", "canary-idempotency"));
		assertThat(payout.status()).isEqualTo(200);
		return payout.data().path("payoutTransactionId").asString();
	}

	/** Every endpoint, with secrets in every part that callers control. */
	private static List<Call> calls(RunningApi api, String id) {
		List<Call> calls = new ArrayList<>();
		for (RequestMappingInfo info : api.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.keySet()) {
			for (String pattern : info.getPatternValues()) {
				for (RequestMethod method : info.getMethodsCondition().getMethods()) {
					for (String pathId : List.of(id, "canarypath", PHONE, "0-0-0-0-" + PHONE)) {
						String path = pattern.replaceAll("\\{\\w+}", pathId);
						if (path.startsWith("/v1/")) {
							calls.addAll(calls(method.name(), path));
						}
					}
				}
			}
		}
		assertThat(calls).hasSizeGreaterThan(20);
		return calls;
	}

	private static List<Call> calls(String method, String path) {
		if (method.equals("GET")) {
			return List.of(Call.get(path), Call.get(path + "?search=canaryquery" + ACCOUNT + "&limit=canaryquery"));
		}
		List<Call> calls = new ArrayList<>();
		for (String body : List.of(BANK_TARGET, VPA_TARGET, "{\"canaryjson\":\"" + ACCOUNT + "\"}",
				"{\"name\":canaryjson}", "canaryjson " + PHONE, "{\"reason\":\"Canary Person\"}",
				"{\"amount\":" + ACCOUNT + ",\"beneficiaryId\":\"" + PHONE + "\"}")) {
			calls.add(Call.of(method, path)
				.body(body.getBytes(StandardCharsets.UTF_8))
				.header("Content-Type", "application/json")
				.header("Idempotency-Key", "canary-idempotency-" + UUID.randomUUID()));
		}
		return calls;
	}

	private void refuseEverywhere(RunningApi api, IssuedKey key, List<Call> calls) {
		for (Call call : calls) {
			send(api, key, call.nonce("canary-nonce" + UUID.randomUUID()).replace("x-signature", "0".repeat(64)));
		}
		send(api, key, Call.get("/v1/wallet").replace("x-api-key", "canaryheader|" + PHONE));
		send(api, key, Call.get("/v1/wallet").header("Accept", "canaryheader/canaryheader;q=canaryheader"));
		send(api, key, Call.post("/v1/payouts", BANK_TARGET).header("Content-Encoding", "canaryheader"));
		send(api, key, Call.of("CANARYMETHOD", "/v1/wallet"));
		send(api, key, Call.get("/v1/canarypath/" + ACCOUNT));
	}

	private void malformed(RunningApi api) {
		for (String head : List.of("GET /v1/wallet?a=canaryquery|" + PHONE + " HTTP/1.1\r\nHost: a\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nx-canaryheader " + PHONE + ": b\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: canaryheader_" + PHONE + "@\r\n",
				"CANARYMETHOD@ /v1 HTTP/1.1\r\nHost: a\r\n", "GET /v1/canarypath%zz HTTP/1.1\r\nHost: a\r\n",
				"GET /canarypath" + PHONE + " HTTP/9.9\r\nHost: a\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nCookie: canaryheader=" + PHONE + "\"; =;\r\n",
				"POST /v1/payouts?canaryquery HTTP/1.1\r\nHost: a\r\nContent-Length: canaryheader\r\n",
				"POST /v1/payouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: canaryheader\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nx-canaryheader: " + "canaryheader".repeat(2000) + "\r\n")) {
			this.answered++;
			api.sendBytes((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
		}
	}

	private void breakConstraints(RunningApi api, IssuedKey key, TestDatabase database) {
		JdbcClient.create(database.dataSource()).sql("""
				ALTER TABLE beneficiary ADD CONSTRAINT no_such_name CHECK (name <> 'Canary Person') NOT VALID
				""").update();
		JdbcClient.create(database.dataSource())
			.sql("""
					ALTER TABLE payout ADD CONSTRAINT no_such_reference CHECK (merchant_reference_id <> 'CANARYREF') NOT VALID
					""")
			.update();
		String beneficiary = JdbcClient.create(database.dataSource())
			.sql("SELECT beneficiary_id::text FROM beneficiary WHERE account_number = '918273645012'")
			.query(String.class)
			.single();
		assertThat(
				send(api, key, Call.post("/v1/beneficiaries", BANK_TARGET.replace(ACCOUNT, "1" + ACCOUNT))).refusal())
			.isEqualTo("500 internal_error");
		assertThat(send(api, key, Call.post("/v1/payouts", """
				{"beneficiaryId":"%s","amount":"10.00","transactionType":"I","merchantReferenceId":"CANARYREF"}"""
			.formatted(beneficiary))).refusal()).isEqualTo("500 internal_error");
	}

	/** Concurrently, because each request waits for a connection. */
	private List<Integer> together(RunningApi api, IssuedKey key, List<Call> calls) throws Exception {
		List<Callable<Integer>> tasks = new ArrayList<>();
		for (Call call : calls) {
			byte[] bytes = sign(call, key);
			tasks.add(() -> api.sendBytes(bytes).status());
		}
		List<Integer> statuses = new ArrayList<>();
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Future<Integer> answer : threads.invokeAll(tasks)) {
				statuses.add(answer.get());
			}
		}
		return statuses;
	}

	private Answer send(RunningApi api, IssuedKey key, Call call) {
		return api.sendBytes(sign(call.nonce("canary-nonce" + UUID.randomUUID()), key));
	}

	private byte[] sign(Call call, IssuedKey key) {
		this.answered++;
		byte[] bytes = call.bytes(key);
		new String(bytes, StandardCharsets.ISO_8859_1).lines()
			.filter((line) -> line.startsWith("x-signature: "))
			.forEach((line) -> this.signatures.add(line.substring("x-signature: ".length())));
		return bytes;
	}

}
