package dev.hundi.api.conformance;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The tables of errors and limits, the access rules and the versioning rules of the
 * specification.
 */
class ErrorsAndVersionsIntegrationTests {

	private final Integrator integrator = new Integrator();

	@ParameterizedTest(name = "400 of creation: {0}")
	@CsvSource({ "'{}', validation_error", "'{\"name\":', malformed_json", "'[]', malformed_json", "'', malformed_json",
			"'{} {}', malformed_json", "'{\"name\":\"a\",\"name\":\"b\"}', malformed_json" })
	void validation(String body, String code) {
		assertThat(this.integrator.post("/v1/beneficiaries", body).refusal()).isEqualTo("400 " + code);
	}

	@ParameterizedTest(name = "401 missing header {0}")
	@ValueSource(strings = { "x-api-key", "x-timestamp", "x-signature", "x-nonce" })
	void missingHeaders(String header) {
		assertThat(send(Call.get("/v1/wallet").without(header)).refusal()).isEqualTo("401 auth_headers_missing");
	}

	@ParameterizedTest(name = "timestamp {0} s from now: {1}")
	@CsvSource({ "-310, 401 timestamp_expired", "330, 401 timestamp_expired", "-270, 200", "290, 200" })
	void expiredTimestamp(long seconds, String expected) {
		Answer answer = send(
				Call.get("/v1/wallet").timestamp(Long.toString(System.currentTimeMillis() + seconds * 1000)));

		assertThat((answer.status() == 200) ? "200" : answer.refusal()).isEqualTo(expected);
	}

	@Test
	void replayedRequest() {
		Call call = Call.get("/v1/wallet");

		assertThat(send(call).status()).isEqualTo(200);
		assertThat(send(call).refusal()).isEqualTo("401 request_replayed");
	}

	@Test
	void invalidSignature() {
		assertThat(send(Call.get("/v1/wallet").signature("0".repeat(64))).refusal()).isEqualTo("401 signature_invalid");
		assertThat(send(Call.post("/v1/beneficiaries", bank().toString())
			.bodyOnTheWire(bank().with("name", "Else").toString().getBytes(StandardCharsets.UTF_8))).refusal())
			.isEqualTo("401 signature_invalid");
	}

	@ParameterizedTest(name = "403 kyc_required for {0} {1} while API access is disabled")
	@CsvSource({ "GET, /v1/wallet", "GET, /v1/wallet/bank-details", "GET, /v1/wallet/transactions",
			"GET, /v1/beneficiaries", "POST, /v1/beneficiaries", "GET, /v1/payouts", "POST, /v1/payouts" })
	void accessDisabled(String method, String route) {
		this.integrator.merchant().sql("UPDATE business SET api_access_enabled = false WHERE business_id = :id");

		Answer answer = method.equals("GET") ? this.integrator.get(route) : this.integrator.post(route, "{}");

		assertThat(answer.refusal()).isEqualTo("403 kyc_required");
	}

	/** The test deletes the business itself; keys are cached for seconds. */
	@Test
	void businessOfTheKeyNotFound() {
		await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
			Integrator deleted = new Integrator(Merchant.withoutWallet());
			assertThat(deleted.get("/v1/wallet").status()).isEqualTo(200);
			delete(deleted.businessId());
			assertThat(deleted.get("/v1/wallet").refusal()).isEqualTo("404 business_not_found");
		});
	}

	@Test
	void beneficiaryArchivedOrNotOwned() {
		String id = this.integrator.beneficiary(bank());
		Integrator other = new Integrator();

		assertThat(other.delete("/v1/beneficiaries/" + id).refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(this.integrator.delete("/v1/beneficiaries/" + id).status()).isEqualTo(200);
		assertThat(this.integrator.delete("/v1/beneficiaries/" + id).refusal()).isEqualTo("404 beneficiary_not_found");
	}

	@Test
	void internalError() {
		String name = "Breaks " + Integrator.number();
		BehindTheApi.jdbc()
			.sql("ALTER TABLE beneficiary ADD CONSTRAINT breaks CHECK (name <> '%s')".formatted(name))
			.update();
		try {
			Answer answer = this.integrator.post("/v1/beneficiaries", bank().with("name", name));

			assertThat(answer.refusal()).isEqualTo("500 internal_error");
			assertThat(answer.body()).doesNotContain(name, "breaks", "SQL");
		}
		finally {
			BehindTheApi.jdbc().sql("ALTER TABLE beneficiary DROP CONSTRAINT breaks").update();
		}
	}

	@ParameterizedTest(name = "{0} {1} accepts signature version 1")
	@CsvSource({ "GET, /v1/wallet", "GET, /v1/wallet/bank-details", "POST, /v1/beneficiaries",
			"PATCH, /v1/beneficiaries/{beneficiary}", "POST, /v1/beneficiaries/{beneficiary}/reactivate",
			"DELETE, /v1/beneficiaries/{beneficiary}", "POST, /v1/payouts", "GET, /v1/payouts/{payout}",
			"GET, /v1/payouts/{payout}/status-events" })
	void acceptsVersion1OnRoutesWithoutParameters(String method, String route) {
		BehindTheApi.activateNodalAccount();
		String beneficiary = this.integrator.beneficiary(bank());
		String payout = this.integrator.payout(payoutTo(beneficiary));
		String target = route.replace("{beneficiary}", beneficiary).replace("{payout}", payout);
		String body = switch (route) {
			case "/v1/beneficiaries" -> bank().toString();
			case "/v1/payouts" -> payoutTo(beneficiary).toString();
			default -> "{\"name\":\"Asha\"}";
		};
		Call call = Call.of(method, target).v1();
		if (method.equals("POST") || method.equals("PATCH")) {
			call.body((route.endsWith("reactivate") ? "{}" : body).getBytes(StandardCharsets.UTF_8))
				.header("Content-Type", "application/json");
		}

		assertThat(send(call).status()).isBetween(200, 201);
	}

	@ParameterizedTest(name = "{0} needs signature version 2, with a query and without")
	@ValueSource(strings = { "/v1/wallet/transactions", "/v1/beneficiaries", "/v1/payouts" })
	void requiresVersion2OnRoutesWithParameters(String route) {
		assertThat(send(Call.get(route).v1()).refusal()).isEqualTo("401 hmac_v2_required");
		assertThat(send(Call.get(route + "?limit=1").v1()).refusal()).isEqualTo("401 hmac_v2_required");
		assertThat(send(Call.get(route)).status()).isEqualTo(200);
		assertThat(send(Call.get(route + "?limit=1")).status()).isEqualTo(200);
	}

	@Test
	void rejectsQueryWithVersion1OnEveryRoute() {
		assertThat(send(Call.get("/v1/wallet?a=b").v1()).refusal()).isEqualTo("401 hmac_v2_required");
	}

	@ParameterizedTest(name = "{0} {1} does not exist")
	@CsvSource({ "GET, /v2/wallet", "GET, /v2/wallet/bank-details", "GET, /v2/wallet/transactions",
			"GET, /v2/wallet/transactions/export", "POST, /v2/beneficiaries", "GET, /v2/beneficiaries",
			"PATCH, /v2/beneficiaries/{id}", "POST, /v2/beneficiaries/{id}/reactivate",
			"DELETE, /v2/beneficiaries/{id}", "POST, /v2/payouts", "GET, /v2/payouts", "GET, /v2/payouts/{id}",
			"GET, /v2/payouts/{id}/status-events", "GET, /wallet", "GET, /payouts" })
	void noOtherPathPrefix(String method, String route) {
		assertThat(send(Call.of(method, route.replace("{id}", UUID.randomUUID().toString()))).refusal())
			.isEqualTo("404 route_not_found");
	}

	@ParameterizedTest(name = "{0} supports {1} only: {2} is 405")
	@CsvSource({ "/v1/wallet, 'GET,HEAD', POST", "/v1/wallet/bank-details, 'GET,HEAD', POST",
			"/v1/wallet/transactions, 'GET,HEAD', DELETE", "/v1/beneficiaries, 'GET,HEAD,POST', DELETE",
			"/v1/beneficiaries/{id}, 'DELETE,PATCH', GET", "/v1/beneficiaries/{id}/reactivate, POST, PATCH",
			"/v1/payouts, 'GET,HEAD,POST', PATCH", "/v1/payouts/{id}, 'GET,HEAD', DELETE",
			"/v1/payouts/{id}/status-events, 'GET,HEAD', POST" })
	void otherMethods(String route, String allowed, String method) {
		Answer answer = send(Call.of(method, route.replace("{id}", UUID.randomUUID().toString())));

		assertThat(answer.refusal()).isEqualTo("405 method_not_allowed");
		assertThat(answer.header("Allow").split(",\\s*", -1))
			.containsExactlyInAnyOrder((allowed + ",OPTIONS").split(",", -1));
	}

	private Answer send(Call call) {
		return this.integrator.merchant().send(call);
	}

	/** Disables the foreign keys, which prevent the deletion of a business. */
	private static void delete(UUID businessId) throws SQLException {
		try (var connection = RunningApi.sharedDatabase().dataSource().getConnection();
				var statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("SET LOCAL session_replication_role = replica");
			statement.execute("DELETE FROM business WHERE business_id = '" + businessId + "'");
			connection.commit();
			connection.setAutoCommit(true);
		}
	}

}
