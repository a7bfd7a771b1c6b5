package dev.hundi.api.payout;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InitiatePayoutIntegrationTests {

	private static final String COUNT_PAYOUTS = "SELECT count(*) FROM payout WHERE business_id = :id";

	private final Merchant merchant = new Merchant();

	@Test
	void acceptsPayoutAndReturnsItsIds() {
		String beneficiary = this.merchant.bankBeneficiary();

		Answer answer = this.merchant.send(Call.post("/v1/payouts", """
				{"beneficiaryId":"%s","amount":"1500.00","transactionType":"I","merchantReferenceId":"ORD-1001"}"""
			.formatted(beneficiary)));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Content-Type")).isEqualTo("application/json");
		assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
		assertThat(answer.json().propertyNames()).containsExactly("status", "data", "message", "meta");
		assertThat(answer.json().path("status").asInt()).isEqualTo(200);
		assertThat(answer.json().path("message").asString()).isEqualTo("Payout initiated successfully");
		assertThat(answer.data().propertyNames()).containsExactly("payoutTransactionId", "transactionId", "status",
				"amount", "transactionType", "merchantReferenceId", "createdAt");
		assertThat(answer.data().path("transactionId").asString()).matches("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}");
		assertThat(answer.data().path("status").asInt()).isEqualTo(3);
		assertThat(answer.data().path("amount").asString()).isEqualTo("1500.00");
		assertThat(answer.data().path("transactionType").asString()).isEqualTo("I");
		assertThat(answer.data().path("merchantReferenceId").asString()).isEqualTo("ORD-1001");
		assertThat(answer.data().path("createdAt").asString())
			.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z");
	}

	@Test
	void returnsDetailInArrayWithOneElement() {
		String beneficiary = this.merchant.bankBeneficiary();
		String id = accepted(Merchant.payout(beneficiary, "1000.01"));

		Answer answer = this.merchant.send(Call.get("/v1/payouts/" + id));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.data().size()).isEqualTo(1);
		assertThat(answer.data().path(0).propertyNames()).containsExactly("payoutTransactionId", "transactionId",
				"merchantReferenceId", "utr", "transactionReference", "beneficiaryId", "beneficiaryName",
				"accountNumber", "ifsc", "vpa", "transactionType", "amount", "commission", "gst", "totalDebit",
				"status", "responseCode", "responseMessage", "createdAt", "updatedAt", "scheduledFor",
				"requiresApproval", "notes", "purpose", "tags", "narration", "holdReason", "beneficiary",
				"commissionBreakdown", "bankReference", "initiatedAt", "completedAt", "source", "bulkFileId");
		assertThat(answer.data().path(0).path("commissionBreakdown").toString())
			.isEqualTo("{\"commission\":\"4.00\",\"gstRate\":18,\"gst\":\"0.72\",\"totalDebit\":\"1004.73\"}");
		assertThat(answer.data().path(0).path("beneficiary").path("beneficiaryId").asString()).isEqualTo(beneficiary);
		assertThat(answer.data().path(0).path("source").asString()).isEqualTo("API");
		assertThat(answer.data().path(0).path("completedAt").isNull()).isTrue();
	}

	@Test
	void returnsTimelineOldestFirst() {
		String id = accepted(Merchant.payout(this.merchant.bankBeneficiary(), "10.00"));

		Answer answer = this.merchant.send(Call.get("/v1/payouts/" + id + "/status-events"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.data().size()).isEqualTo(1);
		assertThat(answer.data().path(0).propertyNames()).containsExactly("eventId", "sequence", "fromStatus", "status",
				"stage", "source", "responseCode", "responseMessage", "utr", "createdAt");
		assertThat(answer.data().path(0).path("stage").asString()).isEqualTo("CREATED");
		assertThat(answer.data().path(0).path("fromStatus").isNull()).isTrue();
	}

	@Test
	void hidesPayoutFromOtherBusinesses() {
		String id = accepted(Merchant.payout(this.merchant.bankBeneficiary(), "10.00"));
		Merchant other = new Merchant();

		assertThat(other.send(Call.get("/v1/payouts/" + id)).refusal()).isEqualTo("404 payout_not_found");
		assertThat(other.send(Call.get("/v1/payouts/" + id + "/status-events")).refusal())
			.isEqualTo("404 payout_not_found");
		assertThat(other.send(Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00")))
			.refusal()).isEqualTo("404 beneficiary_not_found");
	}

	@Test
	void rejectsParametersBesideTheBodyAndPaysNothing() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "10.00");
		Answer later = this.merchant.send(Call.post("/v1/payouts?scheduledFor=2026-12-01T00:00:00Z&x", body));

		assertThat(later.refusal()).isEqualTo("400 validation_error");
		assertThat(later.fieldErrors()).containsExactly("scheduledFor unknown_field", "x unknown_field");
		assertThat(this.merchant.send(Call.get("/v1/payouts")).data().isEmpty()).isTrue();
		String id = accepted(body);
		String unknown = "/v1/payouts/" + id + "/cancel?reason=wrong";
		assertThat(this.merchant.send(Call.post(unknown, "")).fieldErrors()).containsExactly("reason unknown_field");
		assertThat(this.merchant.send(Call.post("/v1/payouts?", body)).status()).as("no parameter").isEqualTo(200);
	}

	@Test
	void returnsThePayoutOfAUsedKeyToARequestWithParameters() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "10.00");
		Call first = Call.post("/v1/payouts", body).header("Idempotency-Key", "order-query");
		String id = this.merchant.send(first).data().path("payoutTransactionId").asString();

		Answer again = this.merchant
			.send(Call.post("/v1/payouts?idempotencyKey=1", body).header("Idempotency-Key", "order-query"));

		assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
		assertThat(again.data().path("payoutTransactionId").asString()).isEqualTo(id);
	}

	@Test
	void rejectsPathIdThatIsNotAUuid() {
		for (String id : List.of("1", "not-a-uuid", "1-1-1-1-1", "%20")) {
			Answer answer = this.merchant.send(Call.get("/v1/payouts/" + id));

			assertThat(answer.refusal()).as(id).isEqualTo("400 validation_error");
			assertThat(answer.fieldErrors()).containsExactly("payoutTransactionId invalid");
		}
	}

	@Test
	void createsOnePayoutFrom64ConcurrentRequestsWithOneKey() throws Exception {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "25.00");
		CountDownLatch start = new CountDownLatch(1);
		List<Future<Answer>> answers;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			answers = IntStream.range(0, 64).mapToObj((i) -> threads.submit(() -> {
				start.await();
				return this.merchant.send(Call.post("/v1/payouts", body).header("Idempotency-Key", "order-64"));
			})).toList();
			start.countDown();
		}

		Set<String> ids = new HashSet<>();
		int fresh = 0;
		for (Future<Answer> future : answers) {
			Answer answer = future.get();
			assertThat(answer.status()).as(answer.body()).isEqualTo(200);
			ids.add(answer.data().path("payoutTransactionId").asString() + " "
					+ answer.data().path("transactionId").asString());
			fresh += answer.header("Idempotent-Replayed").isEmpty() ? 1 : 0;
		}
		assertThat(ids).hasSize(1);
		assertThat(fresh).isEqualTo(1);
		assertThat(this.merchant.count(COUNT_PAYOUTS)).isEqualTo(1);
	}

	@Test
	void replayReturnsFirstPayoutForAnyBody() {
		String beneficiary = this.merchant.bankBeneficiary();
		String id = accepted(Merchant.payout(beneficiary, "25.00"), "order-1");

		for (String body : List.of(Merchant.payout(beneficiary, "99.00"),
				Merchant.payout(UUID.randomUUID().toString(), "1.00"), "{}", "{\"amount\":1,\"x\":2}", "no json", "",
				"[]")) {
			Answer answer = this.merchant.send(Call.post("/v1/payouts", body).header("Idempotency-Key", "order-1"));

			assertThat(answer.status()).as(body).isEqualTo(200);
			assertThat(answer.header("Idempotent-Replayed")).isEqualTo("true");
			assertThat(answer.data().path("payoutTransactionId").asString()).isEqualTo(id);
			assertThat(answer.data().path("amount").asString()).isEqualTo("25.00");
		}
		assertThat(this.merchant.count(COUNT_PAYOUTS)).isEqualTo(1);
	}

	@Test
	void replayReturnsFirstPayoutForAnyMediaType() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "25.00");
		String id = accepted(body, "order-1");

		for (String type : List.of("text/plain", "application/json;charset=utf-16", "json")) {
			Answer answer = sentAs(type, body, "order-1");

			assertThat(answer.status()).as(type).isEqualTo(200);
			assertThat(answer.header("Idempotent-Replayed")).isEqualTo("true");
			assertThat(answer.data().path("payoutTransactionId").asString()).isEqualTo(id);
			assertThat(sentAs(type, body, "order-2").refusal()).as(type).isEqualTo("415 unsupported_media_type");
		}
		assertThat(this.merchant.count(COUNT_PAYOUTS)).isEqualTo(1);
	}

	private Answer sentAs(String type, String body, String idempotencyKey) {
		return this.merchant.send(Call.of("POST", "/v1/payouts")
			.body(body.getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", type)
			.header("Idempotency-Key", idempotencyKey));
	}

	@Test
	void replayReturnsPresentStatus() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "25.00");
		String id = accepted(body, "order-1");
		this.merchant
			.sql("""
					WITH failed AS (
					  UPDATE payout SET status = 12, last_sequence = 2, response_code = 'INSUFFICIENT_BALANCE', completed_at = now()
					   WHERE business_id = :id RETURNING business_id, payout_id
					)
					INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                          response_code, response_message)
					SELECT business_id, payout_id, 2, 3, 12, 'FAILED', 'DEBIT', 'INSUFFICIENT_BALANCE', '' FROM failed
					""");

		for (String repeated : List.of(body, "no json")) {
			Answer answer = this.merchant.send(Call.post("/v1/payouts", repeated).header("Idempotency-Key", "order-1"));

			assertThat(answer.status()).as(repeated).isEqualTo(200);
			assertThat(answer.header("Idempotent-Replayed")).isEqualTo("true");
			assertThat(answer.data().path("payoutTransactionId").asString()).isEqualTo(id);
			assertThat(answer.data().path("status").asInt()).isEqualTo(12);
		}
	}

	@Test
	void idempotencyKeysBelongToTheirBusiness() {
		String id = accepted(Merchant.payout(this.merchant.bankBeneficiary(), "25.00"), "order-1");
		Merchant other = new Merchant();

		Answer answer = other.send(Call.post("/v1/payouts", Merchant.payout(other.bankBeneficiary(), "26.00"))
			.header("Idempotency-Key", "order-1"));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Idempotent-Replayed")).isEmpty();
		assertThat(answer.data().path("payoutTransactionId").asString()).isNotEqualTo(id);
	}

	@Test
	void rejectsIdempotencyKeyOutsideVisibleAscii() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "25.00");
		for (String key : List.of("", "two words", "a".repeat(256), "ключ")) {
			Answer answer = this.merchant.send(Call.post("/v1/payouts", body).header("Idempotency-Key", key));

			assertThat(answer.refusal()).as(key).isEqualTo("400 validation_error");
			assertThat(answer.fieldErrors()).containsExactly("Idempotency-Key invalid");
		}
		assertThat(accepted(body, "~".repeat(255))).isNotEmpty();
	}

	@Test
	void rejectsPayoutsThatBeneficiaryOrWalletDoNotAllow() {
		String bank = this.merchant.bankBeneficiary();
		String upi = this.merchant.upiBeneficiary();
		Merchant walletless = Merchant.withoutWallet();

		assertThat(post(Merchant.payout(bank, "10.00").replace("\"I\"", "\"U\"")))
			.isEqualTo("400 rail_target_mismatch");
		assertThat(post(Merchant.payout(upi, "10.00"))).isEqualTo("400 rail_target_mismatch");
		this.merchant.sql("UPDATE beneficiary SET status = 0 WHERE business_id = :id");
		assertThat(post(Merchant.payout(bank, "10.00"))).isEqualTo("400 beneficiary_inactive");
		assertThat(post(Merchant.payout(UUID.randomUUID().toString(), "10.00"))).isEqualTo("404 beneficiary_not_found");
		assertThat(walletless.send(Call.post("/v1/payouts", Merchant.payout(walletless.bankBeneficiary(), "10.00")))
			.refusal()).isEqualTo("400 wallet_not_provisioned");
	}

	@Test
	void reportsAllInvalidFieldsAtOnce() {
		Answer answer = this.merchant.send(Call.post("/v1/payouts",
				"""
						{"beneficiaryId":"x","amount":1500,"transactionType":"Z","merchantReferenceId":"%s","note":"a","tags":["a",7]}"""
					.formatted("r".repeat(129))));

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactlyInAnyOrder("beneficiaryId invalid", "amount wrong_type",
				"transactionType invalid", "merchantReferenceId too_long", "note unknown_field", "tags wrong_type");
		assertThat(answer.body()).contains("amount must be a string, not a number");
	}

	@Test
	void countsCodePointsOfReference() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "10.00")
			.replace("}", ",\"merchantReferenceId\":\"%s\"}");
		// One code point, two chars, four bytes.
		String bag = "\uD83D\uDCB0";

		String id = accepted(body.formatted(bag.repeat(128)));
		assertThat(
				this.merchant.send(Call.get("/v1/payouts/" + id)).data().path(0).path("merchantReferenceId").asString())
			.isEqualTo(bag.repeat(128));
		assertThat(this.merchant.send(Call.post("/v1/payouts", body.formatted(bag.repeat(129)))).fieldErrors())
			.containsExactly("merchantReferenceId too_long");
	}

	@Test
	void enforcesLimitsOfRailAndBusiness() {
		String bank = this.merchant.bankBeneficiary();

		assertThat(post(Merchant.payout(bank, "0.99"))).isEqualTo("400 amount_below_rail_minimum");
		assertThat(post(Merchant.payout(bank, "500000.01"))).isEqualTo("400 amount_above_rail_maximum");
		assertThat(post(Merchant.payout(bank, "9".repeat(40) + ".00"))).isEqualTo("400 amount_above_rail_maximum");
		assertThat(post(Merchant.payout(bank, "199999.99").replace("\"I\"", "\"R\"")))
			.isEqualTo("400 amount_below_rail_minimum");
		assertThat(accepted(Merchant.payout(bank, "500000.00"))).isNotEmpty();
	}

	@Test
	void enforcesBusinessMaximum() {
		this.merchant.sql("UPDATE business SET max_payout_paise = 1000 WHERE business_id = :id");
		String bank = this.merchant.bankBeneficiary();

		assertThat(post(Merchant.payout(bank, "10.01"))).isEqualTo("400 amount_above_rail_maximum");
		assertThat(accepted(Merchant.payout(bank, "10.00"))).isNotEmpty();
	}

	private String post(String body) {
		return this.merchant.send(Call.post("/v1/payouts", body)).refusal();
	}

	private String accepted(String body) {
		return accepted(body, UUID.randomUUID().toString());
	}

	private String accepted(String body, String idempotencyKey) {
		Answer answer = this.merchant.send(Call.post("/v1/payouts", body).header("Idempotency-Key", idempotencyKey));
		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		return answer.data().path("payoutTransactionId").asString();
	}

}
