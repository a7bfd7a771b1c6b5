package dev.hundi.api.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.encoded;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A business can neither read nor change data of another one: every route with every id,
 * code, number and name of the other business, searching every answer for its data.
 */
class CrossTenantIntegrationTests {

	private static final String NUMBER = Integrator.number();

	private static final Integrator theirs = new Integrator();

	private static final Integrator ours = new Integrator();

	/** Data that must not appear in our answers. */
	private static final List<String> secrets = new ArrayList<>();

	private static String theirBank = "";

	private static String theirArchived = "";

	private static String theirPayout = "";

	private static String ourBeneficiary = "";

	private static String ourPayout = "";

	@BeforeAll
	static void bothPay() {
		BehindTheApi.activateNodalAccount();
		theirs.merchant()
			.sql("UPDATE business SET business_name = 'Zebulon Canary %s' WHERE business_id = :id".formatted(NUMBER));
		Body bank = bank().with("name", "Zenobia " + NUMBER)
			.with("email", "zenobia" + NUMBER + "@canary.in")
			.with("phoneNumber", "7000000001")
			.with("accountNumber", "77" + NUMBER)
			.with("ifsc", "ZZZZ0CANARY");
		Body upi = upi().with("name", "Zafar " + NUMBER).with("vpa", "zafar" + NUMBER + "@canary");
		theirBank = theirs.beneficiary(bank);
		String theirUpi = theirs.beneficiary(upi);
		theirArchived = theirs.beneficiary(bank.with("ifsc", "ZZZZ0CANAR2"));
		theirs.delete("/v1/beneficiaries/" + theirArchived);
		BehindTheApi.topUp(theirs, 98_765_432_123_45L, "ZTOPUP" + NUMBER, "Zircon " + NUMBER);
		theirPayout = keyed(theirs, payoutTo(theirBank).with("merchantReferenceId", "ZREF-" + NUMBER))
			.path("payoutTransactionId")
			.asString();
		BehindTheApi.succeed(theirs, theirPayout, "ZUTR" + NUMBER, "ZBANK" + NUMBER);
		theirs.payout(payoutTo(theirUpi).with("transactionType", "U"));
		ourBeneficiary = ours.beneficiary(bank());
		ourPayout = keyed(ours, payoutTo(ourBeneficiary).with("merchantReferenceId", "OURS-1"))
			.path("payoutTransactionId")
			.asString();
		BehindTheApi.topUp(ours, 1_000_00, "OTOPUP" + ours.businessId(), "Our money");
		collectSecrets();
	}

	/** All values in answers to the other business that are long enough to be unique. */
	private static void collectSecrets() {
		JsonNode snapshot = theirs.read("/v1/wallet");
		secrets.addAll(List.of(NUMBER, theirs.businessId().toString(), snapshot.path("businessCode").asString(),
				snapshot.path("availablePaise").asString(), theirs.merchant().key().apiKey(),
				theirs.read("/v1/wallet/bank-details").path("accountNumber").asString(), "ZZZZ0CANA", "canary"));
		for (String list : List.of("/v1/beneficiaries?status=all", "/v1/payouts",
				"/v1/payouts/" + theirPayout + "/status-events")) {
			theirs.read(list).forEach(CrossTenantIntegrationTests::collectIds);
		}
		theirs.read("/v1/wallet/transactions").path("rows").forEach(CrossTenantIntegrationTests::collectIds);
		assertThat(secrets).hasSizeGreaterThan(20);
	}

	private static void collectIds(JsonNode row) {
		for (String field : List.of("beneficiaryId", "beneficiaryCode", "payoutTransactionId", "transactionId",
				"eventId", "movementId")) {
			if (row.path(field).isString()) {
				secrets.add(row.path(field).asString());
			}
		}
	}

	@AfterEach
	void otherBusinessIsUnchanged() {
		assertThat(theirs.list("/v1/beneficiaries?search=zenobia" + NUMBER + "@&status=active", "beneficiaryId"))
			.containsExactly(theirBank);
		assertThat(theirs.list("/v1/beneficiaries?status=inactive", "beneficiaryId")).containsExactly(theirArchived);
		assertThat(theirs.read("/v1/payouts").size()).isEqualTo(2);
	}

	@ParameterizedTest(name = "{0} is 404")
	@MethodSource("foreignPaths")
	void rejectsForeignIdInPath(String route) {
		String[] parts = route.split(" ", 2);
		for (String id : Stream
			.concat(secrets.stream().filter(CrossTenantIntegrationTests::isUuid),
					secrets.stream()
						.filter(CrossTenantIntegrationTests::isUuid)
						.map((uuid) -> uuid.toUpperCase(Locale.ROOT)))
			.toList()) {
			String target = parts[1].replace("{id}", id);
			Answer answer = scanned(switch (parts[0]) {
				case "GET" -> ours.get(target);
				case "PATCH" -> ours.patch(target, Body.empty().with("name", "Taken over"));
				case "DELETE" -> ours.delete(target);
				default -> ours.post(target, "{}");
			});
			assertThat(answer.status()).as(target).isEqualTo(404);
		}
	}

	static Stream<String> foreignPaths() {
		return Stream.of("GET /v1/payouts/{id}", "GET /v1/payouts/{id}/status-events", "PATCH /v1/beneficiaries/{id}",
				"DELETE /v1/beneficiaries/{id}", "POST /v1/beneficiaries/{id}/reactivate",
				"POST /v1/beneficiaries/{id}/verification", "GET /v1/beneficiaries/{id}/verification",
				"GET /v1/bulk-payouts/{id}", "GET /v1/bulk-payouts/{id}/rows", "GET /v1/bulk-payouts/{id}/result",
				"GET /v1/bulk-payouts/{id}/failed-rows", "POST /v1/bulk-payouts/{id}/release",
				"POST /v1/bulk-payouts/{id}/cancel");
	}

	@Test
	void rejectsForeignBeneficiaryInBody() {
		for (String id : List.of(theirBank, theirArchived)) {
			for (String rail : List.of("I", "U")) {
				Body payout = payoutTo(id).with("transactionType", rail);
				assertThat(scanned(ours.post("/v1/payouts", payout)).refusal()).isEqualTo("404 beneficiary_not_found");
			}
		}
	}

	@Test
	void acceptsTargetOfAnotherBusiness() {
		Integrator third = new Integrator();
		JsonNode foreign = theirs.read("/v1/beneficiaries?search=zenobia").get(0);
		Body same = bank().with("accountNumber", foreign.path("accountNumber").asString())
			.with("ifsc", foreign.path("ifsc").asString());

		String id = third.beneficiary(same);

		assertThat(third.post("/v1/beneficiaries", same).data().path("beneficiaryId").asString()).isEqualTo(id);
		String changed = third.beneficiary(bank());
		assertThat(third.patch("/v1/beneficiaries/" + changed, Body.empty().with("ifsc", "ZZZZ0CANAR2")).status())
			.isEqualTo(200);
		assertThat(third.list("/v1/beneficiaries?search=canar", "beneficiaryId")).containsExactlyInAnyOrder(id,
				changed);
	}

	@ParameterizedTest(name = "GET {0} has nothing of theirs")
	@ValueSource(strings = { "/v1/wallet", "/v1/wallet/bank-details", "/v1/wallet/transactions?limit=200",
			"/v1/beneficiaries?status=all&limit=200", "/v1/payouts?limit=200", "/v1/payouts/{ours}",
			"/v1/payouts/{ours}/status-events" })
	void readsOwnDataOnly(String route) {
		assertThat(scanned(ours.get(route.replace("{ours}", ourPayout))).status()).isEqualTo(200);
	}

	@ParameterizedTest(name = "{0} with their data finds nothing")
	@ValueSource(strings = { "/v1/payouts?search=", "/v1/beneficiaries?status=all&search=",
			"/v1/wallet/transactions?search=" })
	void searchFindsNoForeignData(String route) {
		for (boolean indexed : List.of(false, true)) {
			if (indexed) {
				BehindTheApi.index(theirs);
			}
			for (String phrase : Stream
				.concat(secrets.stream(),
						Stream.of("zenobia", "zafar", "ZREF-", "zutr", "zbank", "ztopup", "zircon", "zebulon",
								"7000000001", "ZZZZ0"))
				.toList()) {
				Answer answer = scanned(ours.get(route + encoded(phrase)));
				assertThat(answer.status()).isEqualTo(200);
				assertThat(answer.data().has("rows") ? answer.data().path("rows").size() : answer.data().size())
					.as(phrase)
					.isZero();
			}
		}
	}

	@Test
	void samePhraseFindsOwnDataOnly() {
		assertThat(ours.list("/v1/payouts?search=ORD-SHARED", "payoutTransactionId")).isEmpty();
		String reference = "SHARED-" + Integrator.number();
		Integrator third = new Integrator();
		String thirdPayout = third.payout(payoutTo(third.beneficiary(bank())).with("merchantReferenceId", reference));
		Integrator fourth = new Integrator();
		String fourthPayout = fourth
			.payout(payoutTo(fourth.beneficiary(bank())).with("merchantReferenceId", reference));

		for (boolean indexed : List.of(false, true)) {
			if (indexed) {
				BehindTheApi.index(fourth);
			}
			assertThat(third.list("/v1/payouts?search=" + reference, "payoutTransactionId"))
				.containsExactly(thirdPayout);
			assertThat(fourth.list("/v1/payouts?search=" + reference, "payoutTransactionId"))
				.containsExactly(fourthPayout);
		}
	}

	@Test
	void sameIdempotencyKeyInTwoBusinessesIsIndependent() {
		assertThat(ourPayout).isNotEqualTo(theirPayout);
		for (String body : List.of(payoutTo(ourBeneficiary).toString(), payoutTo(theirBank).toString(), "{}", "")) {
			Answer replay = scanned(
					ours.merchant().send(Call.post("/v1/payouts", body).header("Idempotency-Key", "key-of-both")));
			assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
			assertThat(replay.data().path("payoutTransactionId").asString()).isEqualTo(ourPayout);
		}
		Integrator third = new Integrator();
		for (String body : List.of(payoutTo(theirBank).toString(), "{}")) {
			Answer answer = scanned(
					third.merchant().send(Call.post("/v1/payouts", body).header("Idempotency-Key", "key-of-both")));
			assertThat(answer.status()).isIn(400, 404);
		}
	}

	@Test
	void rejectsForeignKeyWithOwnSignature() {
		Call call = Call.get("/v1/wallet").replace("x-api-key", theirs.merchant().key().apiKey());

		assertThat(scanned(ours.merchant().send(call)).refusal()).isEqualTo("401 signature_invalid");
	}

	@Test
	void acceptsNonceUsedByAnotherBusiness() {
		String nonce = UUID.randomUUID().toString();

		assertThat(theirs.merchant().send(Call.get("/v1/wallet").nonce(nonce)).status()).isEqualTo(200);
		assertThat(scanned(ours.merchant().send(Call.get("/v1/wallet").nonce(nonce))).status()).isEqualTo(200);
	}

	@Test
	void newBusinessSeesNothing() {
		Integrator empty = new Integrator(Merchant.withoutWallet());

		for (String route : List.of("/v1/wallet", "/v1/wallet/transactions", "/v1/beneficiaries?status=all",
				"/v1/payouts", "/v1/payouts?search=a", "/v1/beneficiaries?search=a",
				"/v1/wallet/transactions?search=a")) {
			assertThat(scanned(empty.get(route)).body()).doesNotContain(ourPayout, ourBeneficiary);
		}
	}

	/** The answer, after searching it for their data. */
	private static Answer scanned(Answer answer) {
		String everything = (answer.headers() + answer.body()).toLowerCase(Locale.ROOT);
		for (String secret : secrets) {
			assertThat(everything).doesNotContain(secret.toLowerCase(Locale.ROOT));
		}
		return answer;
	}

	private static JsonNode keyed(Integrator integrator, Body body) {
		return integrator.merchant()
			.send(Call.post("/v1/payouts", body.toString()).header("Idempotency-Key", "key-of-both"))
			.data();
	}

	private static boolean isUuid(String text) {
		return text.length() == 36;
	}

}
