package dev.hundi.api.conformance;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * {@code POST /v1/payouts}: every rule of its table, the limits of every rail, and the
 * idempotency key.
 */
class InitiatePayoutRowsIntegrationTests {

	private static final String PATH = "/v1/payouts";

	private final Integrator integrator = new Integrator();

	@ParameterizedTest(name = "rail {0} pays {1}")
	@CsvSource({ "I, 1.00", "I, 500000.00", "N, 1.00", "N, 499999999.99", "R, 200000.00", "R, 499999999.99", "S, 1.00",
			"S, 499999999.99", "U, 1.00", "U, 100000.00" })
	void acceptsAmountsAtRailLimits(String rail, String amount) {
		Answer answer = this.integrator.post(PATH,
				payoutTo(target(rail)).with("transactionType", rail).with("amount", amount));

		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		assertThat(answer.data().path("amount").asString()).isEqualTo(amount);
		assertThat(answer.data().path("transactionType").asString()).isEqualTo(rail);
	}

	@ParameterizedTest(name = "rail {0} does not pay {1}: {2}")
	@CsvSource({ "I, 0.99, amount_below_rail_minimum", "I, 500000.01, amount_above_rail_maximum",
			"N, 0.99, amount_below_rail_minimum", "N, 500000000.00, amount_above_rail_maximum",
			"R, 199999.99, amount_below_rail_minimum", "R, 500000000.00, amount_above_rail_maximum",
			"S, 0.99, amount_below_rail_minimum", "S, 500000000.00, amount_above_rail_maximum",
			"U, 0.99, amount_below_rail_minimum", "U, 100000.01, amount_above_rail_maximum",
			"I, 99999999999999999999999999.99, amount_above_rail_maximum" })
	void rejectsAmountsBeyondRailLimits(String rail, String amount, String code) {
		Answer answer = this.integrator.post(PATH,
				payoutTo(target(rail)).with("transactionType", rail).with("amount", amount));

		assertThat(answer.refusal()).isEqualTo("400 " + code);
		assertThat(answer.fieldErrors()).containsExactly("amount " + code);
		assertThat(this.integrator.read(PATH).size()).isZero();
	}

	@ParameterizedTest(name = "a business with the maximum 250.00: {0} is {1}")
	@CsvSource({ "250.00, 200", "250.01, 400" })
	void enforcesBusinessMaximum(String amount, int status) {
		this.integrator.merchant().sql("UPDATE business SET max_payout_paise = 25000 WHERE business_id = :id");

		Answer answer = this.integrator.post(PATH, payoutTo(target("I")).with("amount", amount));

		assertThat(answer.status()).isEqualTo(status);
		assertThat(answer.json().path("code").asString("none"))
			.isEqualTo((status == 200) ? "none" : "amount_above_rail_maximum");
	}

	@ParameterizedTest(name = "a business with its own IMPS limits 10.00 to 20.00: {0} is {1}")
	@CsvSource({ "9.99, 400", "10.00, 200", "20.00, 200", "20.01, 400" })
	void enforcesRailLimitsOfBusiness(String amount, int status) {
		this.integrator.merchant()
			.sql("INSERT INTO rail_limit (business_id, rail, min_paise, max_paise) VALUES (:id, 'I', 1000, 2000)");

		assertThat(this.integrator.post(PATH, payoutTo(target("I")).with("amount", amount)).status()).isEqualTo(status);
	}

	@ParameterizedTest(name = "amount \"{0}\" is invalid")
	@ValueSource(strings = { "", " ", "1500", "1500.", "1500.0", "1500.000", ".50", "1,500.00", "15 00.00", "1_500.00",
			"1.5e3", "1E3.00", "+1500.00", "-1500.00", "01500.00", "00.50", " 1500.00", "1500.00 ", "₹1500.00",
			"1500,00", "0x10.00", "१५००.००", "NaN", "Infinity" })
	void rejectsAmountWithoutTwoDecimals(String amount) {
		assertThat(errors(payoutTo(UUID.randomUUID().toString()).with("amount", amount)))
			.containsExactly("amount invalid");
	}

	@Test
	void rejectsZeroAmount() {
		assertThat(errors(payoutTo(UUID.randomUUID().toString()).with("amount", "0.00")))
			.containsExactly("amount not_positive");
	}

	@ParameterizedTest(name = "{0}: {2}")
	@MethodSource("wrong")
	void rejects(String row, Body body, String error) {
		Answer answer = this.integrator.post(PATH, body);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
		assertThat(answer.data().path("errors").path(0).path("message").asString()).contains(error.split(" ", -1)[0]);
	}

	static Stream<Arguments> wrong() {
		Body valid = payoutTo(UUID.randomUUID().toString());
		return Stream.of(arguments("beneficiaryId absent", valid.without("beneficiaryId"), "beneficiaryId required"),
				arguments("beneficiaryId null", valid.with("beneficiaryId", null), "beneficiaryId required"),
				arguments("beneficiaryId no UUID", valid.with("beneficiaryId", "BEN12345678"), "beneficiaryId invalid"),
				arguments("beneficiaryId without hyphens",
						valid.with("beneficiaryId", valid.text("beneficiaryId").replace("-", "")),
						"beneficiaryId invalid"),
				arguments("beneficiaryId a number", valid.with("beneficiaryId", 1), "beneficiaryId wrong_type"),
				arguments("amount absent", valid.without("amount"), "amount required"),
				arguments("amount null", valid.with("amount", null), "amount required"),
				arguments("amount a number", valid.with("amount", 1500.00), "amount wrong_type"),
				arguments("amount a boolean", valid.with("amount", true), "amount wrong_type"),
				arguments("amount an array", valid.with("amount", List.of("1500.00")), "amount wrong_type"),
				arguments("transactionType absent", valid.without("transactionType"), "transactionType required"),
				arguments("transactionType unknown", valid.with("transactionType", "X"), "transactionType invalid"),
				arguments("transactionType in lower case", valid.with("transactionType", "i"),
						"transactionType invalid"),
				arguments("transactionType by name", valid.with("transactionType", "IMPS"), "transactionType invalid"),
				arguments("transactionType empty", valid.with("transactionType", ""), "transactionType invalid"),
				arguments("transactionType an object", valid.with("transactionType", Body.empty().toString()),
						"transactionType invalid"),
				arguments("merchantReferenceId of 129 characters", valid.with("merchantReferenceId", "r".repeat(129)),
						"merchantReferenceId too_long"),
				arguments("merchantReferenceId empty", valid.with("merchantReferenceId", ""),
						"merchantReferenceId blank"),
				arguments("merchantReferenceId of blanks", valid.with("merchantReferenceId", " \u2003 "),
						"merchantReferenceId blank"),
				arguments("merchantReferenceId a number", valid.with("merchantReferenceId", 1001),
						"merchantReferenceId wrong_type"),
				arguments("an unknown field", valid.with("currency", "INR"), "currency unknown_field"),
				arguments("a field in another case", valid.with("MerchantReferenceId", "x"),
						"MerchantReferenceId unknown_field"));
	}

	@ParameterizedTest(name = "merchantReferenceId {0}")
	@MethodSource("references")
	void returnsMerchantReference(String row, @Nullable String reference) {
		Answer answer = this.integrator.post(PATH,
				payoutTo(target("I")).with("merchantReferenceId", reference).with("amount", "1.00"));

		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		assertThat(reference(answer.data())).isEqualTo(reference);
		String id = answer.data().path("payoutTransactionId").asString();
		assertThat(reference(this.integrator.record(id))).isEqualTo(reference);
		assertThat(reference(this.integrator.read(PATH).path(0))).isEqualTo(reference);
	}

	static Stream<Arguments> references() {
		return Stream.of(arguments("null", null), arguments("of 1 character", "r"),
				arguments("of 128 characters", "r".repeat(128)),
				arguments("of 128 characters beyond the basic plane", "🪷".repeat(128)),
				arguments("with signs", "ORD/2026-11 #1 %_\\ \"é\" 'x'"), arguments("in Tamil", "ஆணை-௧"));
	}

	@Test
	void referenceIsNoIdempotencyKey() {
		Body body = payoutTo(target("I")).with("merchantReferenceId", "ORD-1");

		assertThat(this.integrator.payout(body)).isNotEqualTo(this.integrator.payout(body));
	}

	@Test
	void reportsAllInvalidFieldsOfOneRequest() {
		assertThat(errors(Body.empty()
			.with("beneficiaryId", "x")
			.with("amount", "1.5")
			.with("transactionType", "Z")
			.with("merchantReferenceId", "r".repeat(129))
			.with("note", "n")
			.with("labels", List.of()))).containsExactlyInAnyOrder("beneficiaryId invalid", "amount invalid",
					"transactionType invalid", "merchantReferenceId too_long", "note unknown_field",
					"labels unknown_field");
		assertThat(errors(Body.empty())).containsExactlyInAnyOrder("beneficiaryId required", "amount required",
				"transactionType required");
		assertThat(errors(payoutTo("x").with("amount", "0.99"))).containsExactlyInAnyOrder("beneficiaryId invalid",
				"amount amount_below_rail_minimum");
	}

	@Test
	void receiptHasEveryField() {
		Answer answer = this.integrator.post(PATH, payoutTo(target("I")));

		assertThat(answer.json().path("message").asString()).isEqualTo("Payout initiated successfully");
		assertThat(answer.data().propertyNames()).containsExactly("payoutTransactionId", "transactionId", "status",
				"amount", "transactionType", "merchantReferenceId", "createdAt");
		assertThat(answer.data().path("status").asInt()).isEqualTo(3);
		assertThat(answer.data().path("payoutTransactionId").asString())
			.matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");
		assertThat(answer.data().path("transactionId").asString()).matches("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}");
		assertThat(answer.data().path("merchantReferenceId").isNull()).isTrue();
	}

	@Test
	void acceptsBeneficiaryIdInUpperCase() {
		assertThat(this.integrator.payout(payoutTo(target("I").toUpperCase(Locale.ROOT)))).isNotEmpty();
	}

	@ParameterizedTest(name = "a beneficiary that {0}: {1}")
	@CsvSource({ "does not exist, 404 beneficiary_not_found", "belongs to another, 404 beneficiary_not_found",
			"is archived, 400 beneficiary_inactive", "has a VPA on rail I, 400 rail_target_mismatch",
			"has a VPA on rail N, 400 rail_target_mismatch", "has a VPA on rail R, 400 rail_target_mismatch",
			"has a VPA on rail S, 400 rail_target_mismatch", "has an account on rail U, 400 rail_target_mismatch" })
	void rejectsUnsuitableBeneficiary(String which, String refusal) {
		Body payout = payoutTo(switch (which) {
			case "does not exist" -> UUID.randomUUID().toString();
			case "belongs to another" -> new Integrator().beneficiary(bank());
			default -> this.integrator.beneficiary(which.contains("VPA") ? upi() : bank());
		});
		if (which.equals("is archived")) {
			this.integrator.delete("/v1/beneficiaries/" + payout.text("beneficiaryId"));
		}
		if (which.contains("rail")) {
			payout = payout.with("transactionType", which.substring(which.length() - 1)).with("amount", "200000.00");
		}
		if (which.endsWith("U")) {
			payout = payout.with("amount", "1.00");
		}

		assertThat(this.integrator.post(PATH, payout).refusal()).isEqualTo(refusal);
		assertThat(this.integrator.read(PATH).size()).isZero();
	}

	@Test
	void rejectsPayoutWithoutWallet() {
		Integrator walletless = new Integrator(Merchant.withoutWallet());

		assertThat(walletless.post(PATH, payoutTo(walletless.beneficiary(bank()))).refusal())
			.isEqualTo("400 wallet_not_provisioned");
	}

	@Test
	void acceptsPayoutWithoutCheckingBalance() {
		assertThat(this.integrator.read("/v1/wallet").path("spendablePaise").asString()).isEqualTo("0");
		assertThat(this.integrator.post(PATH, payoutTo(target("I"))).status()).isEqualTo(200);
	}

	@ParameterizedTest(name = "a replay with {0} answers the first payout")
	@MethodSource("replays")
	void replayReturnsFirstPayout(String row, String body) {
		String beneficiary = target("I");
		Answer first = keyed("attempt-1", payoutTo(beneficiary).with("merchantReferenceId", "ORD-1"));

		Answer replay = keyed("attempt-1", body.replace("{beneficiary}", beneficiary));

		assertThat(first.header("Idempotent-Replayed")).isEmpty();
		assertThat(replay.status()).as(replay.body()).isEqualTo(200);
		assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
		assertThat(replay.body()).isEqualTo(first.body());
		assertThat(this.integrator.list(PATH, "amount")).containsExactly("1500.00");
	}

	static Stream<Arguments> replays() {
		return Stream
			.of(arguments("the same payout", payoutTo("{beneficiary}").with("merchantReferenceId", "ORD-1")),
					arguments("another amount", payoutTo("{beneficiary}").with("amount", "9.00")),
					arguments("another beneficiary", payoutTo(UUID.randomUUID().toString())),
					arguments("another rail", payoutTo("{beneficiary}").with("transactionType", "N")),
					arguments("an amount beyond the rail", payoutTo("{beneficiary}").with("amount", "0.01")),
					arguments("wrong fields", Body.empty().with("x", 1)), arguments("no JSON", "nonsense"),
					arguments("no body", ""))
			.map((row) -> arguments(row.get()[0], row.get()[1].toString()));
	}

	@Test
	void replayReturnsFirstPayoutAfterItsEndAndAfterArchiving() {
		String beneficiary = target("I");
		Answer first = keyed("attempt-1", payoutTo(beneficiary));
		BehindTheApi.debit(this.integrator, first.data().path("payoutTransactionId").asString());
		this.integrator.delete("/v1/beneficiaries/" + beneficiary);

		// The wallet is empty, so the payout has ended; a replay returns its present
		// status.
		assertThat(keyed("attempt-1", payoutTo(beneficiary)).body())
			.isEqualTo(first.body().replace("\"status\":3", "\"status\":12"));
	}

	@ParameterizedTest(name = "Idempotency-Key {0} is {1}")
	@MethodSource("keys")
	void acceptsVisibleAsciiKeys(String row, int status, String key) {
		Answer answer = keyed(key, payoutTo(target("I")));

		assertThat(answer.status()).as(answer.body()).isEqualTo(status);
		if (status == 400) {
			assertThat(answer.fieldErrors()).containsExactly("Idempotency-Key invalid");
		}
	}

	static Stream<Arguments> keys() {
		return Stream.of(arguments("of 1 character", 200, "!"), arguments("of 255 characters", 200, "~".repeat(255)),
				arguments("of 256 characters", 400, "~".repeat(256)), arguments("empty", 400, ""),
				arguments("with a space inside", 400, "a b"), arguments("beyond ASCII", 400, "schlüssel"));
	}

	@Test
	void keysAreCaseSensitive() {
		String beneficiary = target("I");

		assertThat(keyed("attempt-a", payoutTo(beneficiary)).body())
			.isNotEqualTo(keyed("attempt-A", payoutTo(beneficiary)).body());
	}

	@Test
	void refusedRequestDoesNotUseKey() {
		String beneficiary = target("I");

		assertThat(keyed("attempt-1", payoutTo(beneficiary).with("amount", "0.01")).status()).isEqualTo(400);
		assertThat(keyed("attempt-1", payoutTo(UUID.randomUUID().toString())).status()).isEqualTo(404);
		assertThat(keyed("attempt-1", payoutTo(beneficiary)).header("Idempotent-Replayed")).isEmpty();
	}

	private Answer keyed(String key, Object body) {
		return this.integrator.merchant().send(Call.post(PATH, body.toString()).header("Idempotency-Key", key));
	}

	private List<String> errors(Body body) {
		Answer answer = this.integrator.post(PATH, body);
		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		return answer.fieldErrors();
	}

	/** A beneficiary that a rail can pay. */
	private String target(String rail) {
		return this.integrator.beneficiary(rail.equals("U") ? upi() : bank());
	}

	private static @Nullable String reference(JsonNode node) {
		assertThat(node.has("merchantReferenceId")).isTrue();
		return node.path("merchantReferenceId").isNull() ? null : node.path("merchantReferenceId").asString();
	}

}
