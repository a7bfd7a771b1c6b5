package dev.hundi.api.observe;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class RequestMetricsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final RunningApi api = RunningApi.start(database, "--hundi.rate-limits.exports=1/h");

	private final IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());

	@AfterAll
	static void stop() {
		api.close();
		database.close();
	}

	@Test
	void recordsTimerPerRouteAndCode() {
		double before = count("/v1/wallet", "GET", 200, "ok");
		assertThat(send(Call.get("/v1/wallet")).status()).isEqualTo(200);
		assertThat(send(Call.get("/v1/wallet?search=x")).status()).isEqualTo(200);
		awaitCount(before + 2, "/v1/wallet", "GET", 200, "ok");
		assertThat(metrics().lines()
			.filter((line) -> line.startsWith("hundi_http_requests_seconds_bucket{")
					&& line.contains("route=\"/v1/wallet\"") && line.contains("code=\"ok\"")))
			.as("buckets up to 10 s and without end")
			.hasSize(13);
	}

	@Test
	void countsUnauthenticatedRequestsUnderTheirRoute() {
		Call read = Call.get("/v1/payouts/" + UUID.randomUUID() + "/status-events");
		double refused = count("/v1/payouts/{id}/status-events", "GET", 401, "signature_invalid");
		double replayed = count("/v1/payouts/{id}/status-events", "GET", 401, "request_replayed");
		double missing = count("/v1/payouts/{id}/status-events", "GET", 404, "payout_not_found");
		send(read);
		send(read);
		send(Call.get("/v1/payouts/" + UUID.randomUUID() + "/status-events").signature("0".repeat(64)));

		awaitCount(missing + 1, "/v1/payouts/{id}/status-events", "GET", 404, "payout_not_found");
		awaitCount(replayed + 1, "/v1/payouts/{id}/status-events", "GET", 401, "request_replayed");
		awaitCount(refused + 1, "/v1/payouts/{id}/status-events", "GET", 401, "signature_invalid");
	}

	@Test
	void countsRateLimitedRequests() {
		send(Call.get("/v1/wallet/transactions/export"));
		send(Call.get("/v1/wallet/transactions/export"));

		await().untilAsserted(
				() -> assertThat(
						metrics().lines()
							.filter((line) -> line.startsWith("hundi_http_requests_seconds_count{")
									&& line.contains("\"rate_limited\"") && line.contains("status=\"429\"")))
					.hasSize(1));
	}

	@Test
	void unknownCallersCannotCreateSeries() {
		double before = counts("hundi_http_requests_seconds_count{");
		strange(0);
		await().until(() -> counts("hundi_http_requests_seconds_count{") >= before + 4);
		long series = series();
		for (int i = 1; i < 40; i++) {
			strange(i);
		}
		await().untilAsserted(() -> {
			assertThat(count("none", "GET", 404, "route_not_found")).isGreaterThanOrEqualTo(40);
			assertThat(count("none", "OTHER", 401, "auth_headers_missing")).isGreaterThanOrEqualTo(40);
		});
		assertThat(series()).isEqualTo(series);
		assertThat(metrics()).doesNotContain("strange");
	}

	@Test
	void everyAnswerHasUniqueRequestId() {
		Set<String> ids = new HashSet<>();
		List<Answer> answers = List.of(send(Call.get("/v1/wallet")),
				send(Call.get("/v1/wallet").signature("0".repeat(64))),
				send(Call.get("/v1/wallet").header("X-Request-Id", "mine")), send(Call.get("/v1/nothing")),
				send(Call.get("/v1/wallet").header("Accept", "text/html")), raw("GET / HTTP/1.1\r\nHost: a\r\n"),
				raw("GET /v1/%zz HTTP/1.1\r\nHost: a\r\n"), raw("G@T / HTTP/1.1\r\nHost: a\r\n"),
				raw("GET / HTTP/1.1\r\n"), api.manage("/actuator/health/liveness"),
				raw("POST /v1/payouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n"),
				raw("GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + "x".repeat(20_000) + "\r\n"));
		for (Answer answer : answers) {
			assertThat(answer.headers().get("x-request-id")).as(answer.toString()).hasSize(1);
			assertThat(UUID.fromString(answer.header("X-Request-Id")).version()).isEqualTo(7);
			ids.add(answer.header("X-Request-Id"));
		}
		assertThat(ids).hasSize(answers.size());
	}

	private void strange(int i) {
		send(Call.get("/v1/strange" + i));
		raw("STRANGE" + i + " /v1/strange" + i + " HTTP/1.1\r\nHost: a\r\n");
		raw("GET /strange" + i + " HTTP/1.1\r\nHost: a\r\n");
		raw("GET /v1/%strange" + i + " HTTP/1.1\r\nHost: a\r\n");
	}

	private static long series() {
		return metrics().lines().filter((line) -> line.startsWith("hundi_http_requests_seconds_count{")).count();
	}

	/** A request is counted after its answer is sent. */
	private static void awaitCount(double expected, String route, String method, int status, String code) {
		await().until(() -> count(route, method, status, code) == expected);
	}

	private static double count(String route, String method, int status, String code) {
		return counts("hundi_http_requests_seconds_count{code=\"%s\",method=\"%s\",route=\"%s\",status=\"%d\"}"
			.formatted(code, method, route, status));
	}

	private static double counts(String prefix) {
		return metrics().lines()
			.filter((line) -> line.startsWith(prefix))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

	private static String metrics() {
		return api.manage("/actuator/prometheus").body();
	}

	private static Answer raw(String head) {
		return api.sendBytes((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
	}

	private Answer send(Call call) {
		return api.send(call, this.key);
	}

}
