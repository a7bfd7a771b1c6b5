package dev.hundi.api.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The optional fields of {@code POST /v1/payouts}, the filters of the list, and
 * {@code POST /v1/payouts/:payoutTransactionId/cancel}.
 */
class HeldPayoutsIntegrationTests {

	private static final String PATH = "/v1/payouts";

	private final Integrator integrator = new Integrator();

	private final String beneficiary = this.integrator.beneficiary(bank());

	@Test
	void returnsOptionalFieldsInListAndDetail() {
		Instant time = Instant.parse(ahead(Duration.ofDays(89)));
		Body body = payout().with("scheduledFor", time.atOffset(ZoneOffset.ofHoursMinutes(5, 30)).toString())
			.with("requiresApproval", true)
			.with("notes", Map.of("invoice", "INV-7", "für", "x".repeat(250)))
			.with("purpose", "SALARY")
			.with("tags", List.of("november", "south"))
			.with("narration", "Salary  November 7");
		String id = this.integrator.payout(body);
		JsonNode record = this.integrator.record(id);
		assertThat(Instant.parse(record.path("scheduledFor").asString())).isEqualTo(time);
		assertThat(record.path("requiresApproval").asBoolean()).isTrue();
		assertThat(record.path("notes").path("invoice").asString()).isEqualTo("INV-7");
		assertThat(record.path("notes").path("für").asString()).hasSize(250);
		assertThat(record.path("purpose").asString()).isEqualTo("SALARY");
		assertThat(record.path("tags").valueStream().map(JsonNode::asString)).containsExactly("november", "south");
		assertThat(record.path("narration").asString()).isEqualTo("Salary November 7");
		assertThat(record.path("holdReason").asString()).isEqualTo("APPROVAL");
		assertThat(record.path("status").asInt()).isEqualTo(3);
		JsonNode item = this.integrator.read(PATH).path(0);
		for (String field : List.of("scheduledFor", "requiresApproval", "notes", "purpose", "tags", "narration",
				"holdReason")) {
			assertThat(item.path(field)).as(field).isEqualTo(record.path(field));
		}
	}

	/**
	 * The tag is found by the text that the record shows, and by the one that was sent.
	 */
	@Test
	void removesBlanksAtTheEndsOfTags() {
		String word = "word-" + System.nanoTime();
		String id = this.integrator
			.payout(payout().with("tags", List.of(" " + word, "two words\u2003", " ".repeat(40) + "t".repeat(32))));
		assertThat(this.integrator.record(id).path("tags").valueStream().map(JsonNode::asString)).containsExactly(word,
				"two words", "t".repeat(32));
		for (String tag : List.of(word, "%20" + word + "+")) {
			assertThat(this.integrator.read(PATH + "?tag=" + tag)
				.valueStream()
				.map((item) -> item.path("payoutTransactionId").asString())).as(tag).containsExactly(id);
		}
	}

	@Test
	void answersEmptyFieldsForAPlainPayout() {
		JsonNode record = this.integrator.record(this.integrator.payout(payout().with("scheduledFor", null)
			.with("requiresApproval", null)
			.with("notes", null)
			.with("purpose", null)
			.with("tags", null)
			.with("narration", null)));
		assertThat(record.path("notes").isEmpty()).isTrue();
		assertThat(record.path("tags").isEmpty()).isTrue();
		assertThat(record.path("requiresApproval").asBoolean(true)).isFalse();
		assertThat(Stream.of("scheduledFor", "purpose", "narration", "holdReason").map(record::path))
			.allMatch(JsonNode::isNull);
	}

	@ParameterizedTest(name = "{0} {1}: {2}")
	@MethodSource("wrong")
	void rejects(String field, Object value, String error) {
		Answer answer = this.integrator.post(PATH, payout().with(field, value));
		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(field + " " + error);
		assertThat(answer.data().path("errors").path(0).path("message").asString()).startsWith(field + " must");
	}

	static Stream<Arguments> wrong() {
		return Stream.of(arguments("scheduledFor", "tomorrow", "invalid"),
				arguments("scheduledFor", "2026-11-21T10:00:00", "invalid"),
				arguments("scheduledFor", ahead(Duration.ofSeconds(50)), "invalid"),
				arguments("scheduledFor", ahead(Duration.ofDays(90).plusHours(1)), "invalid"),
				arguments("scheduledFor", 7, "wrong_type"), arguments("requiresApproval", "true", "wrong_type"),
				arguments("requiresApproval", 1, "wrong_type"), arguments("notes", List.of("a"), "wrong_type"),
				arguments("notes", "a", "wrong_type"), arguments("notes", Map.of("a", 1), "wrong_type"),
				arguments("notes", Map.of("a", Map.of("b", "c")), "wrong_type"),
				arguments("notes", notes(16), "too_long"), arguments("notes", Map.of("k".repeat(41), ""), "too_long"),
				arguments("notes", Map.of("k", "v".repeat(251)), "too_long"),
				arguments("notes", Map.of("", "v"), "blank"), arguments("notes", Map.of("k", "a\u0007b"), "invalid"),
				arguments("purpose", "", "blank"), arguments("purpose", "p".repeat(33), "too_long"),
				arguments("purpose", List.of(), "wrong_type"), arguments("tags", "a", "wrong_type"),
				arguments("tags", List.of(1), "wrong_type"), arguments("tags", List.of("t".repeat(33)), "too_long"),
				arguments("tags", IntStream.range(0, 11).mapToObj(Integer::toString).toList(), "too_long"),
				arguments("tags", List.of(" "), "blank"), arguments("narration", " ", "blank"),
				arguments("narration", "n".repeat(31), "too_long"), arguments("narration", "a-b", "invalid"),
				arguments("narration", "é", "invalid"));
	}

	@Test
	void acceptsEveryFieldAtItsLimit() {
		// After a pause of the machine the time is not far enough ahead.
		await().untilAsserted(() -> {
			String id = this.integrator.payout(payout().with("notes", notes(15))
				.with("purpose", "प".repeat(32))
				.with("tags", IntStream.range(0, 10).mapToObj((i) -> i + "t".repeat(31)).toList())
				.with("narration", "n".repeat(30))
				.with("scheduledFor", ahead(Duration.ofSeconds(70))));
			assertThat(this.integrator.record(id).path("notes").size()).isEqualTo(15);
		});
	}

	@Test
	void returnsTheFirstPayoutForAUsedKeyWhateverTheOtherFieldsSay() {
		Call first = Call.post(PATH, payout().with("tags", List.of("one")).toString()).header("Idempotency-Key", "k1");
		String id = this.integrator.merchant().send(first).data().path("payoutTransactionId").asString();
		Answer again = this.integrator.merchant()
			.send(Call.post(PATH, payout().with("requiresApproval", true).with("tags", List.of("two")).toString())
				.header("Idempotency-Key", "k1"));
		assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
		assertThat(again.data().path("payoutTransactionId").asString()).isEqualTo(id);
		assertThat(this.integrator.record(id).path("holdReason").isNull()).isTrue();
		assertThat(this.integrator.read(PATH).size()).isEqualTo(1);
	}

	@Test
	void cancelsAHeldPayout() {
		BehindTheApi.topUp(this.integrator, 10_000_00, "CANCEL" + Integrator.number(), "Money");
		String id = this.integrator.payout(payout().with("scheduledFor", ahead(Duration.ofDays(1))));
		Answer answer = cancel(id);
		assertThat(answer.status()).as(answer.body()).isEqualTo(200);
		assertThat(answer.data()).isEqualTo(this.integrator.read(PATH).path(0));
		assertThat(answer.data().path("responseCode").asString()).isEqualTo("CANCELLED_BY_MERCHANT");
		assertThat(answer.data().path("status").asInt()).isEqualTo(12);
		assertThat(answer.data().path("holdReason").isNull()).isTrue();
		BehindTheApi.debit(this.integrator, id);
		assertThat(this.integrator.record(id).path("status").asInt()).isEqualTo(12);
		assertThat(this.integrator.list(PATH + "/" + id + "/status-events", "stage")).containsExactly("CREATED",
				"FAILED");
		assertThat(this.integrator.merchant().count("SELECT count(*) FROM wallet_movement WHERE business_id = :id"))
			.as("only the top-up")
			.isEqualTo(1);
		assertThat(cancel(id).refusal()).isEqualTo("409 payout_not_cancellable");
	}

	@Test
	void cancelsAQueuedPayout() {
		this.integrator.merchant().sql("UPDATE business SET queue_if_low_balance = true WHERE business_id = :id");
		String id = this.integrator.payout(payout());
		BehindTheApi.debit(this.integrator, id);
		assertThat(this.integrator.record(id).path("holdReason").asString()).isEqualTo("LOW_BALANCE");
		assertThat(cancel(id).data().path("responseCode").asString()).isEqualTo("CANCELLED_BY_MERCHANT");
	}

	@Test
	void refusesToCancelWhatIsNotHeldOrQueued() {
		BehindTheApi.topUp(this.integrator, 10_000_00, "NOCANCEL" + Integrator.number(), "Money");
		String id = this.integrator.payout(payout());
		Answer accepted = cancel(id);
		assertThat(accepted.status()).isEqualTo(409);
		assertThat(accepted.json().path("code").asString()).isEqualTo("payout_not_cancellable");
		assertThat(accepted.data()).isEqualTo(this.integrator.read(PATH).path(0));
		BehindTheApi.debit(this.integrator, id);
		assertThat(cancel(id).status()).isEqualTo(409);
		assertThat(this.integrator.record(id).path("status").asInt()).isEqualTo(4);
	}

	@Test
	void knowsNoPayoutOfAnotherBusiness() {
		String id = this.integrator.payout(payout().with("requiresApproval", true));
		Answer answer = new Integrator().post(PATH + "/" + id + "/cancel", "");
		assertThat(answer.refusal()).isEqualTo("404 payout_not_found");
		assertThat(cancel(UUID.randomUUID().toString()).refusal()).isEqualTo("404 payout_not_found");
		assertThat(this.integrator.record(id).path("status").asInt()).isEqualTo(3);
	}

	@Test
	void filtersTheList() {
		String other = this.integrator.beneficiary(bank());
		String plain = this.integrator.payout(payout());
		String tagged = this.integrator.payout(payout().with("tags", List.of("south", "a b")));
		String scheduled = this.integrator.payout(payout().with("scheduledFor", ahead(Duration.ofDays(1))));
		String waiting = this.integrator.payout(payout().with("requiresApproval", true).with("tags", List.of("south")));
		String neft = this.integrator.payout(payoutTo(other).with("transactionType", "N"));
		cancel(scheduled);
		assertThat(filtered("status=12")).containsExactly(scheduled);
		assertThat(filtered("status=3")).containsExactly(neft, waiting, tagged, plain);
		assertThat(filtered("holdReason=APPROVAL")).containsExactly(waiting);
		assertThat(filtered("holdReason=SCHEDULED")).isEmpty();
		assertThat(filtered("tag=south")).containsExactly(waiting, tagged);
		assertThat(filtered("tag=a%20b")).containsExactly(tagged);
		assertThat(filtered("tag=south&holdReason=APPROVAL")).containsExactly(waiting);
		assertThat(filtered("transactionType=N")).containsExactly(neft);
		assertThat(filtered("beneficiaryId=" + other)).containsExactly(neft);
		assertThat(filtered("limit=1&offset=1&tag=south")).containsExactly(tagged);
		for (String wrong : List.of("status=5", "transactionType=X", "holdReason=NONE", "beneficiaryId=7", "tag=",
				"search=abc&status=3", "tag=%00", "tag=a%00b", "status=%00", "since=%00")) {
			assertThat(this.integrator.get(PATH + "?" + wrong).refusal()).as(wrong).isEqualTo("400 validation_error");
		}
		assertThat(this.integrator.get(PATH + "?tag=south&search=abc&status=3&stauts=3").fieldErrors())
			.containsExactly("status not_allowed", "tag not_allowed", "stauts unknown_field");
	}

	private List<String> filtered(String query) {
		return this.integrator.list(PATH + "?" + query, "payoutTransactionId");
	}

	private Answer cancel(String id) {
		return this.integrator.post(PATH + "/" + id + "/cancel", "");
	}

	private Body payout() {
		return payoutTo(this.beneficiary);
	}

	private static Map<String, String> notes(int count) {
		return IntStream.range(0, count).boxed().collect(Collectors.toMap((i) -> "k" + i, (i) -> "v"));
	}

	private static String ahead(Duration time) {
		return OffsetDateTime.now(ZoneOffset.UTC).plus(time).withNano(123_000_000).toInstant().toString();
	}

}
