package dev.hundi.api.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ErrorAnswersIntegrationTests {

	private final Merchant merchant = new Merchant();

	@Test
	void answersUnknownRoute() {
		assertThat(refusal(Call.get("/v1/nothing"))).isEqualTo("404 route_not_found");
		assertThat(refusal(Call.get("/v1/wallet/"))).isEqualTo("404 route_not_found");
		assertThat(raw("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").refusal())
			.isEqualTo("404 route_not_found");
		assertThat(raw("GET /error HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").refusal())
			.isEqualTo("404 route_not_found");
	}

	@Test
	void answersUnsupportedMethod() {
		Answer answer = this.merchant.send(Call.of("DELETE", "/v1/wallet"));

		assertThat(answer.refusal()).isEqualTo("405 method_not_allowed");
		assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
		assertThat(this.merchant.send(Call.of("PUT", "/v1/payouts")).header("Allow"))
			.isEqualTo("GET, HEAD, OPTIONS, POST");
		assertThat(refusal(Call.of("patch", "/v1/payouts"))).isEqualTo("405 method_not_allowed");
		assertThat(refusal(Call.of("PUT", "/v1/payouts"))).isEqualTo("405 method_not_allowed");
	}

	@Test
	void answersOptionsInTheEnvelope() {
		for (Call call : List.of(Call.of("OPTIONS", "/v1/wallet"),
				Call.of("OPTIONS", "/v1/wallet")
					.header("Origin", "https://example.com")
					.header("Access-Control-Request-Method", "GET"))) {
			Answer answer = this.merchant.send(call);

			assertThat(answer.status()).as(answer.body()).isEqualTo(200);
			assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
			assertThat(answer.json().propertyNames()).containsExactly("status", "data", "message", "meta");
			assertThat(answer.data().isNull()).isTrue();
		}
		String beneficiary = "/v1/beneficiaries/" + UUID.randomUUID();
		assertThat(this.merchant.send(Call.of("OPTIONS", beneficiary)).header("Allow"))
			.isEqualTo("DELETE, OPTIONS, PATCH");
		assertThat(refusal(Call.of("OPTIONS", "/v1/nothing"))).isEqualTo("404 route_not_found");
		assertThat(raw("OPTIONS /v1/wallet HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").refusal())
			.isEqualTo("401 auth_headers_missing");
	}

	@Test
	void servesOnlyOneSpellingOfPath() {
		String payout = "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f";
		for (String path : List.of("/v1/wallet;x=1", "/v1;x=1/wallet", "/v1/wallet;", "/v1/%77allet", "/%761/wallet",
				"/v1/wallet/bank%2Ddetails", "/v1//wallet", "/v1/./wallet", "/v1/x/../wallet", "//v1/wallet",
				"/v1/payouts/" + payout + ";x=1", "/v1/payouts/%30" + payout.substring(1))) {
			assertThat(refusal(Call.get(path))).as(path).isEqualTo("404 route_not_found");
		}
		assertThat(refusal(Call.get("/v1/payouts/" + payout))).isEqualTo("404 payout_not_found");
		assertThat(refusal(Call.post("/v1/payouts;a=b", "{}"))).isEqualTo("404 route_not_found");
		assertThat(refusal(Call.post("/v1/%70ayouts", "{}"))).isEqualTo("404 route_not_found");
	}

	@Test
	void requiresContentTypeOfEveryBody() {
		String beneficiary = "/v1/beneficiaries/" + UUID.randomUUID();
		for (Call call : List.of(Call.of("POST", "/v1/payouts").body(bytes("{}")),
				Call.of("POST", "/v1/beneficiaries").body(bytes("{}")), Call.of("PATCH", beneficiary).body(bytes("{}")),
				Call.of("POST", beneficiary + "/reactivate").body(bytes("{}")), Call.of("POST", "/v1/payouts"))) {
			assertThat(refusal(call)).isEqualTo("415 unsupported_media_type");
		}
		assertThat(refusal(Call.of("POST", beneficiary + "/reactivate"))).isEqualTo("404 beneficiary_not_found");
	}

	@Test
	void answersOnlyInJson() {
		assertThat(refusal(Call.get("/v1/wallet").header("Accept", "text/html"))).isEqualTo("406 not_acceptable");
		assertThat(refusal(Call.get("/v1/wallet").header("Accept", "nonsense"))).isEqualTo("406 not_acceptable");
		assertThat(this.merchant.send(Call.get("/v1/wallet").header("Accept", "text/html, */*;q=0.1")).status())
			.isEqualTo(200);
	}

	@Test
	void acceptsBodiesInPlainUtf8JsonOnly() {
		for (String type : List.of("text/plain", "application/xml", "application/json; charset=utf-16",
				"application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "nonsense")) {
			Call call = Call.of("POST", "/v1/payouts").body(bytes("{}")).header("Content-Type", type);
			assertThat(refusal(call)).as(type).isEqualTo("415 unsupported_media_type");
		}
		assertThat(refusal(Call.post("/v1/payouts", "{}").header("Content-Encoding", "gzip")))
			.isEqualTo("415 unsupported_media_type");
		assertThat(this.merchant
			.send(Call.of("POST", "/v1/payouts")
				.body(bytes("{}"))
				.header("Content-Type", "application/json; charset=utf-16"))
			.json()
			.path("message")
			.asString()).contains("charset", "UTF-8");
		for (String type : List.of("application/json;charset=UTF-8", "Application/JSON", "application/json;",
				"application/json; charset=utf8", "application/json; version=1; charset=\"utf-8\"")) {
			Call call = Call.of("POST", "/v1/payouts").body(bytes("{}")).header("Content-Type", type);
			assertThat(refusal(call)).as(type).isEqualTo("400 validation_error");
		}
	}

	@Test
	void acceptsBodiesUpTo64KiB() {
		String padding = " ".repeat(65_536 - 2);

		assertThat(refusal(Call.post("/v1/payouts", "{" + padding + "}"))).isEqualTo("400 validation_error");
		assertThat(refusal(Call.post("/v1/payouts", "{" + padding + " }"))).isEqualTo("413 payload_too_large");
		String chunk = "10000\r\n" + "x".repeat(65_536) + "\r\n1\r\nx\r\n0\r\n\r\n";
		assertThat(raw("POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: pk_12345678\r\nx-timestamp: "
				+ System.currentTimeMillis() + "\r\nx-signature: " + "0".repeat(64)
				+ "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunk)
			.refusal()).isEqualTo("413 payload_too_large");
	}

	@Test
	void answersMalformedHttpInTheEnvelope() {
		for (String request : List.of("GET /v1/wallet?a=b|c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet HTTP/1.1\r\nConnection: close\r\n\r\n",
				"G@T /v1/wallet HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
				"GET /v1/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\n" + "X-Many: x\r\n".repeat(100) + "\r\n")) {
			Answer answer = raw(request);

			assertThat(answer.refusal()).as(request).isEqualTo("400 bad_request");
			assertThat(answer.header("Server")).isEmpty();
		}
	}

	@Test
	void answersFuzzTestFindingsAsClientErrors() {
		for (String request : List.of("GET /v1/payouts;a=% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /x;a=%z HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet?a=%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet HTTP/2.0\r\nHost: a\r\nConnection: close\r\n\r\n",
				"GET /v1/wallet HTTP/9.9\r\nHost: a\r\nConnection: close\r\n\r\n",
				"POST /v1/payouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\n",
				"\u0001 / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
				"POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: pk_12345678\r\nx-timestamp: "
						+ System.currentTimeMillis() + "\r\nx-signature: " + "0".repeat(64)
						+ "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n"
						+ "T: x\r\n".repeat(2_000) + "\r\n")) {
			Answer answer = raw(request);

			assertThat(answer.refusal()).as(request).isEqualTo("400 bad_request");
			assertThat(answer.header("X-Request-Id")).as(request).isNotEmpty();
		}
	}

	@Test
	void rejectsTrace() {
		assertThat(raw("TRACE /v1/wallet HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").refusal())
			.isIn("405 method_not_allowed", "401 auth_headers_missing");
	}

	@Test
	void healthAndMetricsNeedNoSignature() {
		for (String path : List.of("/actuator/health/liveness", "/actuator/health/readiness", "/actuator/prometheus")) {
			assertThat(RunningApi.shared().manage(path).status()).as(path).isEqualTo(200);
		}
	}

	private String refusal(Call call) {
		return this.merchant.send(call).refusal();
	}

	private static Answer raw(String request) {
		return RunningApi.shared().sendBytes(bytes(request));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
