package dev.hundi.api.conformance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A client of a merchant: calls the API for one business, signed with version 2.
 */
final class Integrator {

	private final Merchant merchant;

	Integrator() {
		this(new Merchant());
	}

	Integrator(Merchant merchant) {
		this.merchant = merchant;
	}

	Merchant merchant() {
		return this.merchant;
	}

	UUID businessId() {
		return this.merchant.businessId();
	}

	Answer get(String target) {
		return this.merchant.send(Call.get(target));
	}

	Answer post(String target, Object body) {
		return this.merchant.send(Call.post(target, body.toString()));
	}

	Answer patch(String target, Object body) {
		return this.merchant.send(Call.of("PATCH", target)
			.body(body.toString().getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "application/json"));
	}

	Answer delete(String target) {
		return this.merchant.send(Call.of("DELETE", target));
	}

	/** The data of a GET that must succeed. */
	JsonNode read(String target) {
		Answer answer = get(target);
		assertThat(answer.status()).as(target + " " + answer.body()).isEqualTo(200);
		return answer.data();
	}

	/** One field of every element that a GET returns. */
	List<String> list(String target, String field) {
		return texts(read(target), field);
	}

	/** Creates a beneficiary and returns its id. */
	String beneficiary(Body body) {
		Answer answer = post("/v1/beneficiaries", body);
		assertThat(answer.status()).as(answer.body()).isEqualTo(201);
		return answer.data().path("beneficiaryId").asString();
	}

	/** Initiates a payout and returns its id. */
	String payout(Body body) {
		Answer answer = post("/v1/payouts", body);
		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		return answer.data().path("payoutTransactionId").asString();
	}

	/** The payout with all fields. */
	JsonNode record(String payoutId) {
		return read("/v1/payouts/" + payoutId).path(0);
	}

	/** A valid bank beneficiary with a unique account. */
	static Body bank() {
		return Body.empty()
			.with("name", "Ramesh Kumar")
			.with("phoneNumber", "9876543210")
			.with("accountNumber", number())
			.with("ifsc", "HDFC0000001");
	}

	/** A valid UPI beneficiary with a unique VPA. */
	static Body upi() {
		return Body.empty()
			.with("name", "Sita Devi")
			.with("phoneNumber", "9876543210")
			.with("vpa", "sita" + number() + "@upi");
	}

	/** A valid IMPS payout of ₹1,500.00. */
	static Body payoutTo(String beneficiaryId) {
		return Body.empty().with("beneficiaryId", beneficiaryId).with("amount", "1500.00").with("transactionType", "I");
	}

	static List<String> texts(JsonNode array, String field) {
		return array.valueStream().map((element) -> element.path(field).asString()).toList();
	}

	/** A value encoded for a query. */
	static String encoded(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	/** Twelve digits. */
	static String number() {
		return Long.toString(ThreadLocalRandom.current().nextLong(100_000_000_000L, 999_999_999_999L));
	}

}
