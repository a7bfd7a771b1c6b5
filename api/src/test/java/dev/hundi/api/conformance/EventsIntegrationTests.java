package dev.hundi.api.conformance;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.payout.CancelPayout;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.RecordEvent;
import dev.hundi.webhook.WebhookEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code GET /v1/events}. */
class EventsIntegrationTests {

	private static final String PATH = "/v1/events";

	private final Integrator integrator = new Integrator();

	private final String beneficiary = this.integrator.beneficiary(bank());

	/** The life of payouts that are paid, returned, queued, scheduled and cancelled. */
	private String live() {
		this.integrator.merchant().sql("UPDATE business SET queue_if_low_balance = true WHERE business_id = :id");
		this.integrator.merchant().sql("UPDATE wallet SET low_balance_paise = 100000 WHERE business_id = :id");
		BehindTheApi.topUp(this.integrator, 4_000_00, "EVENTS" + Integrator.number(), "Money");
		String returned = this.integrator.payout(payoutTo(this.beneficiary).with("merchantReferenceId", "ORD-\"é"));
		BehindTheApi.returnMoney(this.integrator, returned, "R" + Integrator.number(), "B1");
		String paid = this.integrator.payout(payoutTo(this.beneficiary).with("amount", "3900.00"));
		BehindTheApi.succeed(this.integrator, paid, "P" + Integrator.number(), "B2");
		String queued = this.integrator.payout(payoutTo(this.beneficiary));
		BehindTheApi.debit(this.integrator, queued);
		BehindTheApi.topUp(this.integrator, 2_000_00, "EVENTS" + Integrator.number(), "Money");
		BehindTheApi.debit(this.integrator, queued);
		String cancelled = this.integrator
			.payout(payoutTo(this.beneficiary).with("scheduledFor", Instant.now().plus(Duration.ofDays(1)).toString()));
		assertThat(RunningApi.shared()
			.bean(CancelPayout.class)
			.cancel(this.integrator.businessId(), UUID.fromString(cancelled), "API"))
			.isInstanceOf(CancelPayout.Result.Cancelled.class);
		return queued;
	}

	@Test
	void listsWhatWebhooksReport() {
		this.integrator.merchant()
			.sql("INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, events) VALUES (:id, 'https://a.example/', '\\x00', '{"
					+ String.join(",", WebhookEvent.codes())
					+ "}'), (:id, 'https://b.example/', '\\x00', '{Failed,Queued}')");
		live();
		RunningApi.shared()
			.bean(FanOutWebhooks.class)
			.of(BehindTheApi.jdbc()
				.sql("SELECT event_id FROM payout_event WHERE business_id = :id")
				.param("id", this.integrator.businessId())
				.query(UUID.class)
				.list());
		List<JsonNode> listed = this.integrator.read(PATH).valueStream().filter(EventsIntegrationTests::isOwn).toList();
		Set<JsonNode> delivered = new HashSet<>(BehindTheApi.jdbc()
			.sql("SELECT DISTINCT convert_from(body, 'UTF8') FROM webhook_delivery WHERE business_id = :id AND event NOT LIKE 'Bank%'")
			.param("id", this.integrator.businessId())
			.query(String.class)
			.list()
			.stream()
			.map(JsonMapper.shared()::readTree)
			.toList());
		assertThat(listed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(delivered);
		assertThat(listed).extracting((event) -> event.path("event").asString())
			.containsExactlyInAnyOrder("Initiated", "Successful", "Failed", "Returned", "Initiated", "Successful",
					"LowBalance", "Initiated", "Queued", "Released", "LowBalance", "Initiated", "Queued", "Cancelled",
					"Failed");
		assertThat(listed).extracting((event) -> event.path("data").path("timestamp").asString())
			.isSortedAccordingTo((one,
					other) -> Math.abs(Duration.between(Instant.parse(one), Instant.parse(other)).toMillis()) <= 100 ? 0
							: other.compareTo(one));
		assertThat(BehindTheApi.jdbc()
			.sql("SELECT count(*), count(DISTINCT webhook_id) FROM webhook_delivery WHERE business_id = :id AND event = 'Failed'")
			.param("id", this.integrator.businessId())
			.query((row, number) -> List.of(row.getInt(1), row.getInt(2)))
			.single()).containsExactly(4, 2);
	}

	@Test
	void listsEventsThatNoEndpointReceived() {
		String queued = live();
		assertThat(queuedReasons(queued)).containsExactly("Released LOW_BALANCE 4", "Queued LOW_BALANCE 3");
		JsonNode cancelled = this.integrator.read(PATH + "?event=Cancelled").path(0).path("data");
		assertThat(cancelled.path("status").asInt()).isEqualTo(12);
		assertThat(cancelled.path("responseCode").asString()).isEqualTo("CANCELLED_BY_MERCHANT");
		assertThat(cancelled.path("holdReason").isNull()).isTrue();
		JsonNode returned = this.integrator.read(PATH + "?event=Returned").path(0).path("data");
		assertThat(returned.path("merchantReferenceId").asString()).isEqualTo("ORD-\"é");
		assertThat(returned.path("utr").asString()).startsWith("R");
		JsonNode low = this.integrator.read(PATH + "?event=LowBalance").path(0).path("data");
		assertThat(low.path("lowBalancePaise").asString()).isEqualTo("100000");
		assertThat(Long.parseLong(low.path("balancePaise").asString())).isLessThan(100_000);
		for (String event : WebhookEvent.codes()) {
			assertThat(this.integrator.list(PATH + "?event=" + event, "event")).as(event)
				.isEqualTo(this.integrator.list(PATH + "?limit=200", "event").stream().filter(event::equals).toList());
		}
	}

	@Test
	void otherBusinessesSeeOnlyOutagesOfBanks() {
		RecordEvent record = RunningApi.shared().bean(RecordEvent.class);
		Integrator other = new Integrator();
		record.of(other.businessId(), WebhookEvent.LOW_BALANCE, Map.of("balancePaise", "1"));
		other.payout(payoutTo(other.beneficiary(bank())));
		UUID outage = record.forAll(WebhookEvent.BANK_DOWN, Map.of("timestamp", "2026-11-23T05:30:00.000Z", "outageId",
				UUID.randomUUID(), "transactionTypes", List.of("I"), "downSince", "2026-11-23T05:30:00.000Z"));
		String id = this.integrator.payout(payoutTo(this.beneficiary));
		JsonNode events = this.integrator.read(PATH + "?limit=200");
		assertThat(events.valueStream().filter(EventsIntegrationTests::isOwn)).singleElement()
			.satisfies((event) -> assertThat(event.at("/data/payoutTransactionId").asString()).isEqualTo(id));
		assertThat(Integrator.texts(events, "payoutWebhookId")).contains(outage.toString());
		assertThat(other.list(PATH + "?limit=200", "payoutWebhookId")).contains(outage.toString());
	}

	@Test
	void pagesAndWindowsCoverTheListOnce() {
		for (int i = 0; i < 7; i++) {
			this.integrator.payout(payoutTo(this.beneficiary));
		}
		live();
		List<String> all = this.integrator.list(PATH + "?limit=200", "payoutWebhookId");
		List<String> paged = Stream.iterate(0, (offset) -> offset < all.size(), (offset) -> offset + 3)
			.flatMap((offset) -> this.integrator.list(PATH + "?limit=3&offset=" + offset, "payoutWebhookId").stream())
			.toList();
		assertThat(paged).isEqualTo(all).doesNotHaveDuplicates();
		Instant middle = Instant
			.parse(this.integrator.read(PATH + "?limit=1&offset=" + all.size() / 2).at("/0/data/timestamp").asString());
		List<String> since = this.integrator.list(PATH + "?limit=200&since=" + middle, "payoutWebhookId");
		List<String> until = this.integrator.list(PATH + "?limit=200&until=" + middle, "payoutWebhookId");
		assertThat(Stream.concat(since.stream(), until.stream()).toList()).isEqualTo(all);
		assertThat(since).isNotEmpty();
		assertThat(until).isNotEmpty();
	}

	@ParameterizedTest(name = "{1} for {0}")
	@CsvSource({ "since=yesterday, since invalid", "limit=x, limit invalid", "offset=-1, offset invalid",
			"event=Test, event invalid", "event=initiated, event invalid", "search=a, search unknown_field" })
	void rejects(String query, String error) {
		Answer answer = this.integrator.get(PATH + "?" + query);
		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
	}

	private List<String> queuedReasons(String payoutId) {
		return Stream.of("Queued", "Released")
			.flatMap((event) -> this.integrator.read(PATH + "?event=" + event).valueStream())
			.filter((event) -> event.at("/data/payoutTransactionId").asString().equals(payoutId))
			.sorted((one, other) -> other.path("payoutWebhookId")
				.asString()
				.compareTo(one.path("payoutWebhookId").asString()))
			.map((event) -> event.path("event").asString() + " " + event.at("/data/holdReason").asString() + " "
					+ event.at("/data/status").asInt())
			.toList();
	}

	/** Outages are for all businesses, also for those of other tests. */
	private static boolean isOwn(JsonNode event) {
		return !event.path("event").asString().startsWith("Bank");
	}

}
