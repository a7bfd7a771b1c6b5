package dev.hundi.api.conformance;

import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

	/** A result about one account tells nothing of another. */
	@Test
	void isOfThePresentNameAndTarget() {
		BehindTheApi.topUp(this.integrator, 20_00, "UTR-V5", "A top-up");
		String first = this.integrator.post(this.path, "").data().path("verificationId").asString();
		BehindTheApi.answerNames("RAMESH KUMAR");
		assertThat(this.integrator.read(this.path).path("result").asString()).isEqualTo("MATCH");

		change("accountNumber", Integrator.number());

		assertThat(this.integrator.get(this.path).refusal()).isEqualTo("404 verification_not_found");
		String second = this.integrator.post(this.path, "").data().path("verificationId").asString();
		assertThat(second).isNotEqualTo(first);
		change("name", "Sita Devi");
		assertThat(this.integrator.get(this.path).refusal()).isEqualTo("404 verification_not_found");
		String third = this.integrator.post(this.path, "").data().path("verificationId").asString();
		assertThat(third).as("a running one of another name is another one").isNotEqualTo(second);
		BehindTheApi.answerNames("SITA DEVI");
		assertThat(this.integrator.read(this.path).path("verificationId").asString()).isEqualTo(third);
		assertThat(this.integrator.read(this.path).path("result").asString()).isEqualTo("MATCH");
		assertThat(Integrator.texts(this.integrator.read("/v1/wallet/transactions").path("rows"), "type"))
			.as("the second has no result")
			.containsExactly("VERIFICATION_FEE", "VERIFICATION_FEE", "TOPUP");
	}

	@Test
	void aRetryWithItsKeyCostsNoSecondFee() {
		BehindTheApi.topUp(this.integrator, 10_00, "UTR-V6", "A top-up");
		Answer first = verifyWithKey("verify-1");
		BehindTheApi.answerNames("R KUMAR");

		Answer retry = verifyWithKey("verify-1");

		assertThat(retry.status()).isEqualTo(202);
		assertThat(retry.data().path("verificationId")).isEqualTo(first.data().path("verificationId"));
		assertThat(retry.data().path("nameAtBank").asString()).isEqualTo("R KUMAR");
		assertThat(verifyWithKey("verify-2").data().path("verificationId"))
			.isNotEqualTo(first.data().path("verificationId"));
		assertThat(verifyWithKey("two words").refusal()).isEqualTo("400 validation_error");
	}

	/** The second request has read before the first got its result. */
	@Test
	void aKeyHasOneVerificationOfATarget() {
		BehindTheApi.topUp(this.integrator, 10_00, "UTR-V7", "A top-up");
		String id = verifyWithKey("verify-3").data().path("verificationId").asString();
		BehindTheApi.answerNames("R KUMAR");
		assertThatThrownBy(() -> BehindTheApi.jdbc()
			.sql("""
					INSERT INTO name_verification (business_id, beneficiary_id, name, account_number, ifsc, vpa, fee_paise, gst_paise,
					                               requested_by, idempotency_key)
					SELECT business_id, beneficiary_id, name, account_number, ifsc, vpa, fee_paise, gst_paise, 'API', idempotency_key
					  FROM name_verification WHERE verification_id = :id::uuid
					""")
			.param("id", id)
			.update()).hasMessageContaining("name_verification_key");
	}

	private Answer verifyWithKey(String key) {
		return this.integrator.merchant().send(Call.post(this.path, "").header("Idempotency-Key", key));
	}

	private void change(String field, String value) {
		Answer answer = this.integrator.patch("/v1/beneficiaries/" + this.beneficiary, Body.empty().with(field, value));
		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
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
