package dev.hundi.api.conformance;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * PATCH, reactivate and DELETE of a beneficiary, and its states.
 */
class ChangeBeneficiaryIntegrationTests {

	private static final List<String> FIELDS = List.of("beneficiaryId", "beneficiaryCode", "name", "email",
			"phoneNumber", "accountNumber", "ifsc", "vpa", "status", "createdAt");

	private final Integrator integrator = new Integrator();

	@ParameterizedTest(name = "PATCH {0}")
	@MethodSource("changes")
	void changesOneField(String row, boolean toBank, String field, @Nullable Object sent, @Nullable String stored) {
		String id = this.integrator.beneficiary((toBank ? bank() : upi()).with("email", "asha@example.in"));
		JsonNode before = row(id);

		Answer answer = this.integrator.patch(path(id), Body.empty().with(field, sent));

		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary updated successfully");
		assertThat(answer.data().propertyNames()).containsExactlyElementsOf(FIELDS);
		for (String name : FIELDS) {
			assertThat(text(answer.data(), name)).as(name).isEqualTo(name.equals(field) ? stored : text(before, name));
		}
		assertThat(row(id)).isEqualTo(answer.data());
	}

	static Stream<Arguments> changes() {
		return Stream.of(arguments("name", true, "name", "सीता देवी", "सीता देवी"),
				arguments("email", true, "email", "new@example.in", "new@example.in"),
				arguments("email null is stored as null", true, "email", null, null),
				arguments("email empty is stored as null", true, "email", "", null),
				arguments("email of blanks is stored as null", true, "email", "  ", null),
				arguments("phoneNumber of 10 digits", true, "phoneNumber", "1234567890", "1234567890"),
				arguments("phoneNumber of 15 digits", true, "phoneNumber", "123456789012345", "123456789012345"),
				arguments("accountNumber", true, "accountNumber", "123456789", "123456789"),
				arguments("ifsc is normalized to upper case", true, "ifsc", "icic0abc123", "ICIC0ABC123"),
				arguments("vpa", false, "vpa", "new.One@okBank", "new.One@okBank"));
	}

	@ParameterizedTest(name = "PATCH refuses {0}: {2}")
	@MethodSource("wrongChanges")
	void rejectsInvalidChange(String row, Body body, String error) {
		String id = this.integrator.beneficiary(bank());
		JsonNode before = row(id);

		Answer answer = this.integrator.patch(path(id), body);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
		assertThat(row(id)).isEqualTo(before);
	}

	static Stream<Arguments> wrongChanges() {
		return Stream.of(arguments("no field", Body.empty(), "body required"),
				arguments("name blank", Body.empty().with("name", " "), "name blank"),
				arguments("name null", Body.empty().with("name", null), "name wrong_type"),
				arguments("name of 101 characters", Body.empty().with("name", "n".repeat(101)), "name too_long"),
				arguments("email malformed", Body.empty().with("email", "asha@"), "email invalid"),
				arguments("email a number", Body.empty().with("email", 1), "email wrong_type"),
				arguments("phoneNumber of 9 digits", Body.empty().with("phoneNumber", "123456789"),
						"phoneNumber invalid"),
				arguments("phoneNumber of 16 digits", Body.empty().with("phoneNumber", "1".repeat(16)),
						"phoneNumber invalid"),
				arguments("phoneNumber with +", Body.empty().with("phoneNumber", "+919876543210"),
						"phoneNumber invalid"),
				arguments("phoneNumber null", Body.empty().with("phoneNumber", null), "phoneNumber wrong_type"),
				arguments("accountNumber of 8 digits", Body.empty().with("accountNumber", "12345678"),
						"accountNumber invalid"),
				arguments("accountNumber of 19 digits", Body.empty().with("accountNumber", "1".repeat(19)),
						"accountNumber invalid"),
				arguments("accountNumber null", Body.empty().with("accountNumber", null), "accountNumber wrong_type"),
				arguments("ifsc without the zero", Body.empty().with("ifsc", "HDFC1000001"), "ifsc invalid"),
				arguments("ifsc null", Body.empty().with("ifsc", null), "ifsc wrong_type"),
				arguments("vpa malformed", Body.empty().with("vpa", "sita"), "vpa invalid"),
				arguments("vpa with our reference", Body.empty().with("vpa", "hnd" + "0".repeat(26) + "@upi"),
						"vpa invalid"),
				arguments("status", Body.empty().with("name", "A").with("status", "inactive"), "status unknown_field"));
	}

	@Test
	void changesAllFieldsOrNone() {
		String id = this.integrator.beneficiary(bank());
		Body change = Body.empty().with("name", "Asha").with("accountNumber", "987654321").with("ifsc", "icic0000001");

		assertThat(this.integrator.patch(path(id), change.with("phoneNumber", "1").with("email", "x")).fieldErrors())
			.containsExactlyInAnyOrder("phoneNumber invalid", "email invalid");
		assertThat(row(id).path("name").asString()).isEqualTo("Ramesh Kumar");
		assertThat(this.integrator.patch(path(id), change).status()).isEqualTo(200);
		assertThat(row(id).path("name").asString()).isEqualTo("Asha");
		assertThat(row(id).path("accountNumber").asString()).isEqualTo("987654321");
		assertThat(row(id).path("ifsc").asString()).isEqualTo("ICIC0000001");
	}

	@ParameterizedTest(name = "PATCH cannot turn {0}")
	@MethodSource("otherKinds")
	void keepsTheKindOfTarget(String row, Body created, Body change) {
		String id = this.integrator.beneficiary(created);

		assertThat(this.integrator.patch(path(id), change).refusal()).isEqualTo("400 target_kind_immutable");
		assertThat(text(row(id), "name")).isEqualTo(created.text("name"));
	}

	static Stream<Arguments> otherKinds() {
		return Stream.of(
				arguments("an account into a VPA", bank(), Body.empty().with("name", "X").with("vpa", "sita@upi")),
				arguments("a VPA into an account", upi(),
						Body.empty().with("accountNumber", "123456789").with("ifsc", "HDFC0000001")),
				arguments("a VPA by an account number", upi(), Body.empty().with("accountNumber", "123456789")),
				arguments("a VPA by an IFSC", upi(), Body.empty().with("ifsc", "HDFC0000001")));
	}

	@ParameterizedTest(name = "PATCH collides with {0}")
	@MethodSource("collisions")
	void answers409IfTargetExists(String row, Body taken, boolean archived, Body own, Body change) {
		String other = this.integrator.beneficiary(taken);
		if (archived) {
			this.integrator.delete(path(other));
		}
		String id = this.integrator.beneficiary(own);
		JsonNode before = row(id);

		Answer answer = this.integrator.patch(path(id), change.with("name", "Changed"));

		assertThat(answer.refusal()).isEqualTo("409 beneficiary_exists");
		assertThat(answer.data().path("beneficiaryId").asString()).isEqualTo(other);
		assertThat(answer.data().path("status").asString()).isEqualTo(archived ? "inactive" : "active");
		assertThat(row(id)).isEqualTo(before);
	}

	static Stream<Arguments> collisions() {
		Body bank = bank().with("accountNumber", "123456789").with("ifsc", "HDFC0000001");
		Body upi = upi().with("vpa", "Sita@upi");
		return Stream.of(
				arguments("an account by its number", bank, false, bank.with("accountNumber", "987654321"),
						Body.empty().with("accountNumber", "123456789")),
				arguments("an account by its IFSC", bank, false, bank.with("ifsc", "ICIC0000001"),
						Body.empty().with("ifsc", "hdfc0000001")),
				arguments("an archived account", bank, true, bank.with("ifsc", "ICIC0000001"),
						Body.empty().with("ifsc", "HDFC0000001")),
				arguments("a VPA in another case", upi, false, upi(), Body.empty().with("vpa", "sITA@UPI")));
	}

	@Test
	void unchangedTargetIsNoDuplicate() {
		String id = this.integrator.beneficiary(upi().with("vpa", "Sita@upi"));

		assertThat(this.integrator.patch(path(id), Body.empty().with("vpa", "sita@UPI")).status()).isEqualTo(200);
		assertThat(row(id).path("vpa").asString()).isEqualTo("sita@UPI");
	}

	@Test
	void patchesArchivedBeneficiaryWithoutChangingStatus() {
		String id = this.integrator.beneficiary(bank());
		this.integrator.delete(path(id));

		Answer answer = this.integrator.patch(path(id), Body.empty().with("name", "Asha"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.data().path("name").asString()).isEqualTo("Asha");
		assertThat(answer.data().path("status").asString()).isEqualTo("inactive");
	}

	@Test
	void deleteArchivesWithStatus0() {
		String id = this.integrator.beneficiary(bank());

		Answer answer = this.integrator.delete(path(id));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary archived successfully");
		assertThat(answer.data().toString()).isEqualTo("{\"beneficiaryId\":\"%s\",\"status\":0}".formatted(id));
		assertThat(this.integrator.delete(path(id)).refusal()).isEqualTo("404 beneficiary_not_found");
	}

	@Test
	void archivedBeneficiaryCannotBePaidButRemainsInHistory() {
		String id = this.integrator.beneficiary(bank());
		String payout = this.integrator.payout(payoutTo(id));
		this.integrator.delete(path(id));

		assertThat(this.integrator.post("/v1/payouts", payoutTo(id)).refusal()).isEqualTo("400 beneficiary_inactive");
		assertThat(this.integrator.record(payout).path("beneficiary").path("beneficiaryId").asString()).isEqualTo(id);
		assertThat(this.integrator.list("/v1/payouts", "beneficiaryId")).containsExactly(id);
	}

	/** It has no target any more, so every route answers alike. */
	@Test
	void erasedBeneficiaryIsNotFoundAndItsTargetIsRegisteredAgain() {
		String id = this.integrator.beneficiary(bank());
		this.integrator.delete(path(id));
		BehindTheApi.erase(this.integrator, id);

		assertThat(this.integrator.post("/v1/payouts", payoutTo(id)).refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(this.integrator.post("/v1/payouts", payoutTo(id).with("requiresApproval", true)).refusal())
			.isEqualTo("404 beneficiary_not_found");
		for (String route : List.of("PATCH", "DELETE", "reactivate")) {
			assertThat(call(route, id).refusal()).as(route).isEqualTo("404 beneficiary_not_found");
		}
		String again = this.integrator.beneficiary(bank());
		assertThat(again).isNotEqualTo(id);
		assertThat(this.integrator.payout(payoutTo(again))).isNotEmpty();
	}

	@Test
	void reactivatesArchivedBeneficiary() {
		String id = this.integrator.beneficiary(bank());
		this.integrator.delete(path(id));

		Answer answer = this.integrator.merchant().send(Call.of("POST", path(id) + "/reactivate"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Beneficiary reactivated successfully");
		assertThat(answer.data().propertyNames()).containsExactlyElementsOf(FIELDS);
		assertThat(answer.data().path("status").asString()).isEqualTo("active");
		assertThat(this.integrator.payout(payoutTo(id))).isNotEmpty();
	}

	@ParameterizedTest(name = "reactivate accepts {0}")
	@ValueSource(strings = { "{}", "{\"reason\":null}", "{\"reason\":\"Customer is back\"}", "{\"reason\":\"\"}" })
	void reactivationAcceptsReason(String body) {
		String id = this.integrator.beneficiary(bank());
		this.integrator.delete(path(id));

		assertThat(this.integrator.post(path(id) + "/reactivate", body).data().path("status").asString())
			.isEqualTo("active");
		if (body.contains("back")) {
			assertThat(this.integrator.merchant()
				.count("SELECT count(*) FROM beneficiary_event WHERE business_id = :id AND kind = 'REACTIVATED'"
						+ " AND reason = 'Customer is back'"))
				.isEqualTo(1);
		}
	}

	@Test
	void reactivationOfActiveBeneficiaryChangesNothing() {
		String id = this.integrator.beneficiary(bank());
		JsonNode before = row(id);

		Answer answer = this.integrator.post(path(id) + "/reactivate", "{}");

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.data()).isEqualTo(before);
		assertThat(this.integrator.merchant()
			.count("SELECT count(*) FROM beneficiary_event WHERE business_id = :id AND kind = 'REACTIVATED'")).isZero();
	}

	@Test
	void reactivationRejectsOtherFieldsAndTypes() {
		String id = this.integrator.beneficiary(bank());

		assertThat(this.integrator.post(path(id) + "/reactivate", "{\"reason\":5,\"status\":1}").fieldErrors())
			.containsExactly("reason wrong_type", "status unknown_field");
		assertThat(this.integrator.post(path(id) + "/reactivate", "[]").refusal()).isEqualTo("400 malformed_json");
	}

	@ParameterizedTest(name = "{0} of an id that is not the business''s is 404")
	@ValueSource(strings = { "PATCH", "DELETE", "reactivate" })
	void unknownAndForeignIdsAnswer404(String route) {
		String foreign = new Integrator().beneficiary(bank());

		assertThat(call(route, UUID.randomUUID().toString()).refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(call(route, foreign).refusal()).isEqualTo("404 beneficiary_not_found");
	}

	@ParameterizedTest(name = "{0} of an id that is no UUID is 400")
	@ValueSource(strings = { "PATCH", "DELETE", "reactivate" })
	void malformedIdsAnswer400(String route) {
		for (String id : List.of("BEN12345678", "1-1-1-1-1", "0199d2c0-0000-7000-8000-00000000000g")) {
			Answer answer = call(route, id);
			assertThat(answer.refusal()).as(id).isEqualTo("400 validation_error");
			assertThat(answer.fieldErrors()).containsExactly("beneficiaryId invalid");
		}
	}

	private Answer call(String route, String id) {
		return switch (route) {
			case "PATCH" -> this.integrator.patch(path(id), Body.empty().with("name", "Asha"));
			case "DELETE" -> this.integrator.delete(path(id));
			default -> this.integrator.post(path(id) + "/reactivate", "{}");
		};
	}

	private JsonNode row(String id) {
		return this.integrator.read("/v1/beneficiaries?status=all")
			.valueStream()
			.filter((row) -> row.path("beneficiaryId").asString().equals(id))
			.findFirst()
			.orElseThrow();
	}

	private static @Nullable String text(JsonNode row, String field) {
		JsonNode value = Objects.requireNonNull(row.get(field), field);
		return value.isNull() ? null : value.asString();
	}

	private static String path(String id) {
		return "/v1/beneficiaries/" + id;
	}

}
