package dev.hundi.api.conformance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.RunningApi;
import dev.hundi.approval.DecisionResult;
import dev.hundi.payout.PayoutApprovals;
import dev.hundi.payout.ReleasePayouts;
import dev.hundi.payout.ResponseCode;
import dev.hundi.person.Audience;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.webhook.WebhookEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queued, Released and Cancelled of payouts that wait, each once, listed and delivered.
 */
class HoldEventsIntegrationTests {

	private static final String PATH = "/v1/payouts";

	private final Integrator integrator = new Integrator();

	private final String beneficiary = this.integrator.beneficiary(bank());

	private final UUID checker = checker();

	@BeforeEach
	void subscribe() {
		this.integrator.merchant()
			.sql("INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, events) VALUES (:id, 'https://a.example/', '\\x00', '{"
					+ String.join(",", WebhookEvent.codes()) + "}')")
			.sql("UPDATE business SET queue_if_low_balance = true WHERE business_id = :id");
	}

	/** Why a payout waits. */
	enum Hold {

		APPROVAL, SCHEDULED, LOW_BALANCE

	}

	@ParameterizedTest
	@EnumSource
	void aReleasedPayoutIsQueuedOnceAndReleasedOnce(Hold hold) {
		String id = held(hold);
		assertThat(events(id)).containsExactly("Queued " + hold + " 3 INITIATED");
		release(hold, id);
		BehindTheApi.topUp(this.integrator, 10_000_00, "HOLD" + Integrator.number(), "Money");
		BehindTheApi.debit(this.integrator, id);
		BehindTheApi.debit(this.integrator, id);
		assertThat(this.integrator.record(id).path("status").asInt()).isEqualTo(4);
		assertThat(events(id)).containsExactly("Queued " + hold + " 3 INITIATED", (hold == Hold.LOW_BALANCE)
				? "Released LOW_BALANCE 4 WALLET_DEBITED" : "Released " + hold + " 3 INITIATED");
		assertThat(this.integrator.post(PATH + "/" + id + "/cancel", "").status()).isEqualTo(409);
		hasPayloadAndDeliveryOnce(id);
	}

	@ParameterizedTest
	@EnumSource
	void aCancelledPayoutIsQueuedOnceAndCancelledOnce(Hold hold) {
		String id = held(hold);
		assertThat(this.integrator.post(PATH + "/" + id + "/cancel", "").status()).isEqualTo(200);
		assertThat(this.integrator.post(PATH + "/" + id + "/cancel", "").status()).isEqualTo(409);
		BehindTheApi.topUp(this.integrator, 10_000_00, "HOLD" + Integrator.number(), "Money");
		BehindTheApi.debit(this.integrator, id);
		assertThat(events(id)).containsExactly("Queued " + hold + " 3 INITIATED",
				"Cancelled null 12 CANCELLED_BY_MERCHANT");
		hasPayloadAndDeliveryOnce(id);
	}

	@Test
	void aRejectedPayoutIsCancelledOnce() {
		String id = held(Hold.APPROVAL);
		PayoutApprovals approvals = bean(PayoutApprovals.class);
		assertThat(approvals.reject(this.integrator.businessId(), approval(id), this.checker, "Not ordered"))
			.isInstanceOf(DecisionResult.Counted.class);
		assertThat(approvals.reject(this.integrator.businessId(), approval(id), this.checker, "Not ordered"))
			.isInstanceOf(DecisionResult.NotCounted.class);
		assertThat(events(id)).containsExactly("Queued APPROVAL 3 INITIATED", "Cancelled null 12 REJECTED_BY_APPROVER");
		hasPayloadAndDeliveryOnce(id);
	}

	@Test
	void anExpiredApprovalCancelsOnce() {
		String id = held(Hold.APPROVAL);
		setTimes("""
				UPDATE approval SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
				 WHERE approval_id = (SELECT approval_id FROM payout_hold WHERE payout_id = :payout)
				""", id);
		setTimes("UPDATE payout_hold SET decide_until = now() - interval '1 hour' WHERE payout_id = :payout", id);
		ReleasePayouts release = bean(ReleasePayouts.class);
		release.endExpired(1_000);
		release.endExpired(1_000);
		assertThat(events(id)).containsExactly("Queued APPROVAL 3 INITIATED", "Cancelled null 12 APPROVAL_EXPIRED");
		hasPayloadAndDeliveryOnce(id);
	}

	@Test
	void aPayoutThatWaitsForAPersonAndThenForItsTimeIsQueuedOnceAndReleasedOnce() {
		String id = this.integrator.payout(payoutTo(this.beneficiary).with("requiresApproval", true)
			.with("scheduledFor", Instant.now().plus(Duration.ofDays(1)).toString()));
		release(Hold.APPROVAL, id);
		assertThat(this.integrator.record(id).path("holdReason").asString()).isEqualTo("SCHEDULED");
		assertThat(events(id)).as("it still waits").containsExactly("Queued APPROVAL 3 INITIATED");
		assertThat(this.integrator.post(PATH + "/" + id + "/cancel", "").status()).isEqualTo(200);
		assertThat(events(id)).containsExactly("Queued APPROVAL 3 INITIATED",
				"Cancelled null 12 CANCELLED_BY_MERCHANT");
		hasPayloadAndDeliveryOnce(id);
	}

	@Test
	void aReleasedPayoutThatTheWalletDoesNotCoverIsQueuedAgain() {
		String id = held(Hold.SCHEDULED);
		release(Hold.SCHEDULED, id);
		BehindTheApi.debit(this.integrator, id);
		BehindTheApi.topUp(this.integrator, 10_000_00, "HOLD" + Integrator.number(), "Money");
		BehindTheApi.debit(this.integrator, id);
		assertThat(events(id)).containsExactly("Queued SCHEDULED 3 INITIATED", "Released SCHEDULED 3 INITIATED",
				"Queued LOW_BALANCE 3 INITIATED", "Released LOW_BALANCE 4 WALLET_DEBITED");
		hasPayloadAndDeliveryOnce(id);
	}

	@Test
	void anOrdinaryPayoutHasNoneOfThem() {
		BehindTheApi.topUp(this.integrator, 10_000_00, "HOLD" + Integrator.number(), "Money");
		String id = this.integrator.payout(payoutTo(this.beneficiary));
		BehindTheApi.succeed(this.integrator, id, "P" + Integrator.number(), "B" + Integrator.number());
		assertThat(events(id)).isEmpty();
	}

	/** A payout that waits, and for nothing else. */
	private String held(Hold hold) {
		Body body = payoutTo(this.beneficiary).with("merchantReferenceId", "ORD-\"é");
		String id = this.integrator.payout(switch (hold) {
			case APPROVAL -> body.with("requiresApproval", true);
			case SCHEDULED -> body.with("scheduledFor", Instant.now().plus(Duration.ofDays(1)).toString());
			case LOW_BALANCE -> body;
		});
		BehindTheApi.debit(this.integrator, id);
		assertThat(this.integrator.record(id).path("holdReason").asString()).isEqualTo(hold.name());
		return id;
	}

	private void release(Hold hold, String id) {
		switch (hold) {
			case APPROVAL -> assertThat(
					bean(PayoutApprovals.class).approve(this.integrator.businessId(), approval(id), this.checker))
				.isInstanceOf(DecisionResult.Counted.class);
			case SCHEDULED -> {
				setTimes("UPDATE payout_hold SET scheduled_for = now() - interval '1 second' WHERE payout_id = :payout",
						id);
				ReleasePayouts release = bean(ReleasePayouts.class);
				release.releaseDue(1_000);
				release.releaseDue(1_000);
			}
			case LOW_BALANCE -> {
				// The debit releases it.
			}
		}
	}

	/** In the order in which they happened. */
	private List<String> events(String id) {
		return listed(id).reversed().stream().map((event) -> {
			JsonNode data = event.path("data");
			return "%s %s %d %s".formatted(event.path("event").asString(), data.path("holdReason").asString("null"),
					data.path("status").asInt(), data.path("responseCode").asString());
		}).toList();
	}

	/** What {@code GET /v1/events} returns beyond the events of the specification. */
	private List<JsonNode> listed(String id) {
		return this.integrator.read("/v1/events?limit=200")
			.valueStream()
			.filter((event) -> event.at("/data/payoutTransactionId").asString("").equals(id))
			.filter((event) -> List.of("Queued", "Released", "Cancelled").contains(event.path("event").asString()))
			.sorted((one, other) -> other.path("payoutWebhookId")
				.asString()
				.compareTo(one.path("payoutWebhookId").asString()))
			.toList();
	}

	private void hasPayloadAndDeliveryOnce(String id) {
		JsonNode record = this.integrator.record(id);
		List<JsonNode> listed = listed(id);
		for (JsonNode event : listed) {
			assertThat(event.propertyNames()).containsExactly("payoutWebhookId", "event", "data");
			JsonNode data = event.path("data");
			assertThat(data.propertyNames()).containsExactly("status", "timestamp", "businessId", "responseCode",
					"transactionId", "responseMessage", "payoutTransactionId", "merchantReferenceId", "utr",
					"transactionReference", "holdReason");
			assertThat(data.path("businessId").asString()).isEqualTo(this.integrator.businessId().toString());
			assertThat(data.path("responseMessage").asString())
				.isEqualTo(ResponseCode.valueOf(data.path("responseCode").asString()).message());
			assertThat(Instant.parse(data.path("timestamp").asString()))
				.isBetween(Instant.parse(record.path("createdAt").asString()), Instant.now());
			for (String field : List.of("transactionId", "merchantReferenceId")) {
				assertThat(data.path(field)).isEqualTo(record.path(field));
			}
			assertThat(data.path("utr").isNull()).isTrue();
			assertThat(data.path("transactionReference").isNull()).isTrue();
		}
		assertThat(delivered(id)).containsExactlyInAnyOrderElementsOf(listed);
	}

	private List<JsonNode> delivered(String id) {
		return BehindTheApi.jdbc()
			.sql("SELECT convert_from(body, 'UTF8') FROM webhook_delivery WHERE payout_id = :payout AND event IN ('Queued', 'Released', 'Cancelled')")
			.param("payout", UUID.fromString(id))
			.query(String.class)
			.list()
			.stream()
			.map(JsonMapper.shared()::readTree)
			.toList();
	}

	/** Changes times as if they had passed. */
	private static void setTimes(String update, String id) {
		new TransactionTemplate(new JdbcTransactionManager(RunningApi.sharedDatabase().dataSource()))
			.executeWithoutResult((status) -> {
				JdbcTemplate owner = new JdbcTemplate(RunningApi.sharedDatabase().dataSource());
				owner.execute("SET LOCAL session_replication_role = replica");
				assertThat(JdbcClient.create(owner).sql(update).param("payout", UUID.fromString(id)).update()).isOne();
			});
	}

	private static UUID approval(String id) {
		return BehindTheApi.jdbc()
			.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :payout")
			.param("payout", UUID.fromString(id))
			.query(UUID.class)
			.single();
	}

	private UUID checker() {
		UUID id = UUID.randomUUID();
		bean(People.class).add(new Person(id, Audience.MERCHANT, id + "@example.com", "Checker"));
		bean(Roles.class).grant(id, this.integrator.businessId(), Role.CHECKER, null);
		return id;
	}

	private static <T> T bean(Class<T> type) {
		return RunningApi.shared().bean(type);
	}

}
