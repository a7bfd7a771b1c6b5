package dev.hundi.api.conformance;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static org.assertj.core.api.Assertions.assertThat;

/** The response envelope of every route and of errors. */
class EnvelopeIntegrationTests {

	private static final Integrator integrator = new Integrator();

	private static String beneficiary = "";

	private static String payout = "";

	@BeforeAll
	static void pay() {
		BehindTheApi.activateNodalAccount();
		beneficiary = integrator.beneficiary(bank());
		payout = integrator.payout(payoutTo(beneficiary));
	}

	@ParameterizedTest(name = "GET {0}: data is an {1}, message null")
	@CsvSource({ "/v1/wallet, OBJECT", "/v1/wallet/bank-details, OBJECT", "/v1/wallet/transactions, OBJECT",
			"/v1/beneficiaries, ARRAY", "/v1/payouts, ARRAY", "/v1/payouts/{payout}, ARRAY",
			"/v1/payouts/{payout}/status-events, ARRAY" })
	void reads(String route, String dataType) {
		Answer answer = integrator.get(route.replace("{payout}", payout));

		assertEnvelope(answer, 200, 200);
		assertThat(answer.data().getNodeType()).hasToString(dataType);
		assertThat(answer.json().path("message").isNull()).isTrue();
		assertThat(answer.json().propertyNames()).hasSize(route.equals("/v1/beneficiaries") ? 5 : 4);
	}

	@ParameterizedTest(name = "{0} {1}: {2} with {3} in the body, message {5}")
	@CsvSource({ "POST, /v1/beneficiaries, 201, 200, {new}, Beneficiary created successfully",
			"PATCH, /v1/beneficiaries/{beneficiary}, 200, 200, '{\"name\":\"Asha\"}', Beneficiary updated successfully",
			"POST, /v1/beneficiaries/{beneficiary}/reactivate, 200, 200, {}, Beneficiary reactivated successfully",
			"DELETE, /v1/beneficiaries/{other}, 200, 200, '', Beneficiary archived successfully",
			"POST, /v1/payouts, 200, 200, {payout}, Payout initiated successfully" })
	void writes(String method, String route, int httpStatus, int bodyStatus, String body, String message) {
		String target = route.replace("{beneficiary}", beneficiary);
		if (route.contains("{other}")) {
			target = route.replace("{other}", integrator.beneficiary(bank()));
		}
		String sent = body.replace("{new}", bank().toString()).replace("{payout}", payoutTo(beneficiary).toString());

		Answer answer = switch (method) {
			case "POST" -> integrator.post(target, sent);
			case "PATCH" -> integrator.patch(target, sent);
			default -> integrator.delete(target);
		};

		assertEnvelope(answer, httpStatus, bodyStatus);
		assertThat(answer.json().path("message").asString()).isEqualTo(message);
		assertThat(answer.json().propertyNames()).containsExactly("status", "data", "message", "meta");
	}

	@ParameterizedTest(name = "error {0}: {1}")
	@CsvSource({ "of validation, 400, OBJECT", "of authentication, 401, NULL", "of a missing record, 404, NULL",
			"of a duplicate, 409, OBJECT", "of a missing route, 404, NULL" })
	void errors(String kind, int status, String dataType) {
		Body existing = bank();
		Answer answer = switch (kind) {
			case "of validation" -> integrator.post("/v1/payouts", "{}");
			case "of authentication" -> integrator.merchant().send(Call.get("/v1/wallet").nonce("a|b"));
			case "of a missing record" -> integrator.get("/v1/payouts/" + beneficiary);
			case "of a duplicate" -> {
				integrator.beneficiary(existing);
				yield integrator.post("/v1/beneficiaries", existing);
			}
			default -> integrator.get("/v1/nothing");
		};

		assertEnvelope(answer, status, status);
		assertThat(answer.json().propertyNames()).containsExactly("status", "data", "message", "meta", "code");
		assertThat(answer.data().getNodeType()).hasToString(dataType);
		assertThat(answer.json().path("message").isString()).isTrue();
		assertThat(answer.json().path("code").asString()).matches("[a-z][a-z0-9_]+");
	}

	@Test
	void fieldErrorsNameFieldCodeAndMessage() {
		JsonNode error = integrator.post("/v1/payouts", payoutTo(beneficiary).with("amount", "1"))
			.data()
			.path("errors")
			.path(0);

		assertThat(error.propertyNames()).containsExactly("field", "code", "message");
		assertThat(error.path("field").asString()).isEqualTo("amount");
	}

	@ParameterizedTest(name = "pagination.{0} of {1} is {2}")
	@CsvSource({ "limit, '', 50", "offset, '', 0", "limit, ?limit=7, 7", "offset, ?offset=9, 9",
			"limit, ?limit=999, 200" })
	void paginationOfTheBeneficiaryList(String field, String query, int value) {
		JsonNode pagination = integrator.get("/v1/beneficiaries" + query).json().path("pagination");

		assertThat(pagination.propertyNames()).containsExactly("limit", "offset", "total");
		assertThat(pagination.path(field).isNumber()).isTrue();
		assertThat(pagination.path(field).asInt()).isEqualTo(value);
		assertThat(pagination.path("total").asLong()).isEqualTo(
				integrator.merchant().count("SELECT count(*) FROM beneficiary WHERE business_id = :id AND status = 1"));
	}

	private static void assertEnvelope(Answer answer, int httpStatus, int bodyStatus) {
		assertThat(answer.status()).as(answer.body()).isEqualTo(httpStatus);
		assertThat(answer.header("Content-Type")).isEqualTo("application/json");
		assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
		assertThat(answer.json().path("status").isNumber()).isTrue();
		assertThat(answer.json().path("status").asInt()).isEqualTo(bodyStatus);
		assertThat(answer.json().path("meta").isNull()).isTrue();
		assertThat(answer.json().propertyNames()).startsWith("status", "data", "message", "meta");
	}

}
