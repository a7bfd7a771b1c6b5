package dev.hundi.api.conformance;

import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code POST} and {@code GET /v1/beneficiaries/:beneficiaryId/verification}. */
class VerifyBeneficiaryIntegrationTests {

	private final Integrator integrator = new Integrator();

	private final String beneficiary = this.integrator.beneficiary(bank());

	private final String path = "/v1/beneficiaries/" + this.beneficiary + "/verification";

	@Test
	void requestsOneAndReturnsItWhileItRuns() {
		BehindTheApi.topUp(this.integrator, 10_00, "UTR-V1", "A top-up");
		assertThat(this.integrator.get(this.path).refusal()).isEqualTo("404 verification_not_found");

		Answer first = this.integrator.post(this.path, "");
		Answer second = this.integrator.post(this.path, "{}");

		for (Answer answer : List.of(first, second)) {
			assertThat(answer.status()).isEqualTo(202);
			assertThat(answer.json().path("status").asInt()).isEqualTo(202);
			assertThat(answer.data().propertyNames()).containsExactly("verificationId", "result", "score", "nameAtBank",
					"checkedAt");
			assertThat(answer.data().path("result").isNull()).isTrue();
		}
		assertThat(second.data()).isEqualTo(first.data());
		assertThat(this.integrator.get(this.path).data()).isEqualTo(first.data());
	}

	@Test
	void showsTheResult() {
		BehindTheApi.topUp(this.integrator, 10_00, "UTR-V2", "A top-up");
		String id = this.integrator.post(this.path, "").data().path("verificationId").asString();
		BehindTheApi.answerNames("R KUMAR");

		JsonNode result = this.integrator.get(this.path).data();

		assertThat(result.path("verificationId").asString()).isEqualTo(id);
		assertThat(result.path("result").asString()).isNotEmpty();
		assertThat(result.path("score").asInt(-1)).isBetween(0, 100);
		assertThat(result.path("nameAtBank").asString()).isEqualTo("R KUMAR");
		assertThat(result.path("checkedAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
		JsonNode movement = this.integrator.read("/v1/wallet/transactions").path("rows").path(0);
		assertThat(movement.path("type").asString()).isEqualTo("VERIFICATION_FEE");
		assertThat(movement.path("totalPaise").asString()).isEqualTo("236");
	}

	@Test
	void refusesWithoutMoneyAndWithoutAnActiveBeneficiary() {
		Answer poor = this.integrator.post(this.path, "");
		assertThat(poor.refusal()).isEqualTo("409 fee_not_covered");
		assertThat(poor.data().path("required").asString()).isEqualTo("2.36");
		BehindTheApi.topUp(this.integrator, 10_00, "UTR-V3", "A top-up");
		this.integrator.delete("/v1/beneficiaries/" + this.beneficiary);
		assertThat(this.integrator.post(this.path, "").refusal()).isEqualTo("400 beneficiary_inactive");
		String unknown = "/v1/beneficiaries/" + UUID.randomUUID() + "/verification";
		assertThat(this.integrator.post(unknown, "").refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(this.integrator.get(unknown).refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(this.integrator.post("/v1/beneficiaries/1/verification", "").refusal())
			.isEqualTo("400 validation_error");
	}

	@Test
	void ofAnotherBusinessIsNotFound() {
		Integrator other = new Integrator();
		BehindTheApi.topUp(other, 10_00, "UTR-V4", "A top-up");
		assertThat(other.post(this.path, "").refusal()).isEqualTo("404 beneficiary_not_found");
		assertThat(other.get(this.path).refusal()).isEqualTo("404 beneficiary_not_found");
	}

}
