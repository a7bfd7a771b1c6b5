package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.testing.Rows;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import dev.hundi.webhook.WebhookEndpoints;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class WebhooksIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Rows rows = new Rows(database).withNumbers();

	private static final List<Duration> TWO_MORE = List.of(Duration.ofMillis(50), Duration.ofMillis(50));

	private final Instances instances = new Instances(database);

	private final Receiver receiver = new Receiver();

	private final UUID business = rows.business();

	private final CountDownLatch release = new CountDownLatch(1);

	@BeforeAll
	static void waitLongEnough() {
		Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@AfterEach
	void stop() {
		this.instances.close();
		this.receiver.close();
		rows.deleteDeliveries();
	}

	@Test
	void deliversEachStageOnceWithTheSnapshotOfItsEvent() {
		var instance = start(settings(TWO_MORE));
		UUID endpoint = register(instance, "whsec_1");
		UUID payout = rows.payout(this.business);
		UUID debited = rows.event(this.business, payout, 2, Stage.WALLET_DEBITED, ResponseCode.WALLET_DEBITED, 3, 4);
		UUID success = rows.event(this.business, payout, 3, Stage.SUCCESS, ResponseCode.SUCCESS, 4, 11);
		UUID returned = rows.event(this.business, payout, 4, Stage.RETURNED, ResponseCode.RETURNED_BY_BANK, 11, 12);
		List<UUID> events = List.of(rows.created(payout), debited, success, returned, UUID.randomUUID());
		FanOutWebhooks fanOut = instance.getBean(FanOutWebhooks.class);
		assertThat(fanOut.of(events)).isEqualTo(3);
		assertThat(fanOut.of(events)).isZero();
		rows.awaitDeliveries("DELIVERED", 3);
		assertThat(this.receiver.received()).extracting((webhook) -> webhook.json().get("event").asString())
			.containsExactlyInAnyOrder("Initiated", "Successful", "Failed");
		var delivered = webhook("Successful");
		assertThat(new String(delivered.body(), StandardCharsets.UTF_8)).isEqualTo("""
				{"payoutWebhookId":"%s","event":"Successful","data":{"status":11,"timestamp":"%s","businessId":"%s",\
				"responseCode":"SUCCESS","transactionId":"%s","responseMessage":"Funds transferred",\
				"payoutTransactionId":"%s","merchantReferenceId":"ORD-1","utr":"426117123456",\
				"transactionReference":"426117123456"}}""".formatted(success, createdAt(success), this.business,
				transactionId(payout), payout));
		assertThat(webhook("Initiated").json().at("/data/utr").isNull()).isTrue();
		assertThat(rows.jdbc()
			.sql("SELECT count(*) FROM webhook_delivery WHERE endpoint_id = :endpoint")
			.param("endpoint", endpoint)
			.query(Integer.class)
			.single()).isEqualTo(3);
	}

	@Test
	void signsTheExactBytesWithBothAlgorithms() {
		var instance = start(settings(TWO_MORE));
		register(instance, "whsec_signed");
		publish(instance, rows.payout(this.business));
		rows.awaitDeliveries("DELIVERED", 1);
		var delivered = this.receiver.received().getFirst();
		String timestamp = delivered.header("x-webhook-timestamp");
		var expected = WebhookSignature.of(WebhookSignature.key("whsec_signed".getBytes(StandardCharsets.UTF_8)),
				timestamp, delivered.body());
		assertThat(timestamp).matches("\\d{13}");
		assertThat(delivered.header("x-webhook-signature")).isEqualTo(expected.legacy());
		assertThat(delivered.header("x-webhook-signature-v2")).isEqualTo(expected.v2());
		assertThat(delivered.header("x-webhook-alg")).isEqualTo("sha256");
		assertThat(delivered.header("content-type")).startsWith("application/json");
		assertThat(delivered.method()).isEqualTo("POST");
		assertThat(delivered.uri()).isEqualTo("/hook?a=b");
		assertThat(attempts()).containsExactly("1 200 {\"ok\":true} null");
	}

	@Test
	void retriesWithTheSameIdAndBodyAndANewTimestamp() {
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 500, "sorry"))
			.answers((webhook, exchange) -> Receiver.answer(exchange, 503, ""));
		var instance = start(settings(TWO_MORE));
		publishOne(instance);
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(this.receiver.received()).hasSize(3);
		assertThat(this.receiver.received()).extracting(Receiver.Received::body)
			.allSatisfy((body) -> assertThat(body).isEqualTo(this.receiver.received().getFirst().body()));
		assertThat(this.receiver.received()).extracting((webhook) -> webhook.header("x-webhook-timestamp"))
			.doesNotHaveDuplicates();
		assertThat(this.receiver.received()).extracting((webhook) -> webhook.header("x-webhook-signature-v2"))
			.doesNotHaveDuplicates();
		assertThat(attempts()).containsExactly("1 500 sorry null", "2 503  null", "3 200 {\"ok\":true} null");
	}

	@Test
	void honoursRetryAfterInSecondsOrAsDate() {
		String inThreeHours = DateTimeFormatter.RFC_1123_DATE_TIME
			.format(Instant.now().plusSeconds(3 * 3600).atOffset(ZoneOffset.UTC));
		for (String retryAfter : List.of("7200", inThreeHours)) {
			this.receiver.answers((webhook, exchange) -> {
				exchange.getResponseHeaders().add("retry-after", retryAfter);
				Receiver.answer(exchange, 503, "");
			});
		}
		var instance = start(settings(List.of(Duration.ofSeconds(1), Duration.ofDays(1))));
		register(instance, "whsec_1");
		for (int tried = 1; tried <= 2; tried++) {
			publish(instance, rows.payout(this.business));
			int expected = tried;
			Awaitility.await().until(() -> attempts().size() == expected);
		}
		assertThat(rows.jdbc()
			.sql("SELECT extract(epoch FROM due_at - created_at)::int / 600 FROM webhook_delivery ORDER BY delivery_id")
			.query(Integer.class)
			.list()).as("rounded to ten minutes")
			.satisfiesExactly((first) -> assertThat(first).isBetween(12, 14),
					(second) -> assertThat(second).isBetween(17, 20));
	}

	@Test
	void doesNotFollowRedirectsAndFailsAfterTheLastAttempt() {
		for (int i = 0; i < 3; i++) {
			this.receiver.answers((webhook, exchange) -> {
				exchange.getResponseHeaders().add("location", "/elsewhere");
				Receiver.answer(exchange, (exchange.hashCode() % 2 == 0) ? 302 : 307, "");
			});
		}
		var instance = start(settings(TWO_MORE));
		publishOne(instance);
		rows.awaitDeliveries("FAILED", 1);
		assertThat(this.receiver.received()).hasSize(3).allMatch((webhook) -> webhook.uri().startsWith("/hook"));
		assertThat(instance.getBean(MeterRegistry.class).counter("hundi.webhook.failed").count()).isEqualTo(1);
		assertThat(rows.jdbc()
			.sql("SELECT attempt_count FROM webhook_delivery WHERE due_at IS NULL AND completed_at IS NOT NULL")
			.query(Integer.class)
			.list()).containsExactly(3);
	}

	@Test
	void timesOutAHangingReceiver() {
		this.receiver.always((webhook, exchange) -> await(this.release));
		var instance = start(Instances.settings(List.of(), Instances.NEVER_PARKED, Duration.ofSeconds(4)));
		publishOne(instance);
		rows.awaitDeliveries("FAILED", 1);
		this.release.countDown();
		assertThat(attempts()).containsExactly("1 null null No response within 4000 ms");
	}

	/** A busy machine may not send the status in time at first. */
	@Test
	void acceptsAStatusWithAnEndlessBody() {
		this.receiver.always((webhook, exchange) -> {
			exchange.sendResponseHeaders(200, 1_000_000);
			exchange.getResponseBody().write(new byte[100]);
			exchange.getResponseBody().flush();
			await(this.release);
		});
		var schedule = Collections.nCopies(50, Duration.ofMillis(50));
		var instance = start(Instances.settings(schedule, Instances.NEVER_PARKED, Duration.ofSeconds(4)));
		publishOne(instance);
		rows.awaitDeliveries("DELIVERED", 1);
		this.release.countDown();
		assertThat(attempts()).last().asString().endsWith(" 200  null");
	}

	@Test
	void recordsTwentyKilobytesOfALongResponse() {
		this.receiver.answers((webhook, exchange) -> Receiver.answer(exchange, 200, "x".repeat(2_000_000)));
		var instance = start(settings(TWO_MORE));
		publishOne(instance);
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(
				rows.jdbc().sql("SELECT max(length(response_body)) FROM webhook_attempt").query(Integer.class).single())
			.isEqualTo(20 * 1024);
	}

	@Test
	void recordsWhyAReceiverIsUnreachable() {
		this.receiver.close();
		var instance = start(settings(List.of()));
		publishOne(instance);
		rows.awaitDeliveries("FAILED", 1);
		assertThat(attempts()).singleElement().asString().startsWith("1 null null HttpHostConnectException");
	}

	@Test
	void recordsAnAttemptDuringWhichTheClockIsSetBack() {
		AtomicLong readings = new AtomicLong();
		Instant start = Instant.now();
		var instance = this.instances.start(settings(TWO_MORE),
				() -> start.minus(Duration.ofMinutes(readings.getAndIncrement())));
		publishOne(instance);
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(this.receiver.received()).hasSize(1);
		assertThat(attempts()).containsExactly("1 200 {\"ok\":true} null");
	}

	@Test
	void callsOnlyHttpsUnlessHttpIsAllowed() {
		var instance = start(new WebhookSettings(false, Duration.ofSeconds(30), List.of(), Duration.ofMinutes(10), 8, 4,
				Duration.ofMillis(20), Instances.NEVER_PARKED));
		publishOne(instance);
		rows.awaitDeliveries("FAILED", 1);
		assertThat(attempts()).singleElement().asString().contains("Only https URLs are permitted");
		assertThat(this.receiver.received()).isEmpty();
	}

	@Test
	void deliversNothingWithoutAnEndpointOrFromBeforeItsRegistration() {
		var instance = start(settings(TWO_MORE));
		FanOutWebhooks fanOut = instance.getBean(FanOutWebhooks.class);
		UUID before = rows.payout(this.business);
		assertThat(fanOut.of(List.of(rows.created(before)))).isZero();
		register(instance, "whsec_1");
		assertThat(fanOut.of(List.of(rows.created(before)))).isZero();
		assertThat(fanOut.of(List.of(rows.created(rows.payout(this.business))))).isEqualTo(1);
	}

	@Test
	void doesNotRedeliverEventsToAReplacementEndpoint() {
		var instance = start(settings(TWO_MORE));
		UUID first = register(instance, "whsec_1");
		UUID event = rows.created(rows.payout(this.business));
		FanOutWebhooks fanOut = instance.getBean(FanOutWebhooks.class);
		assertThat(fanOut.of(List.of(event))).isEqualTo(1);
		instance.getBean(WebhookEndpoints.class).remove(this.business, first);
		register(instance, "whsec_2");
		assertThat(fanOut.of(List.of(event))).isZero();
	}

	@Test
	void twoInstancesNeverAttemptTheSameDeliveryConcurrently() {
		Set<String> inFlight = ConcurrentHashMap.newKeySet();
		Set<String> atOnce = ConcurrentHashMap.newKeySet();
		for (int i = 0; i < 400; i++) {
			int number = i;
			this.receiver.answers((webhook, exchange) -> {
				String id = webhook.webhookId();
				if (!inFlight.add(id)) {
					atOnce.add(id);
				}
				inFlight.remove(id);
				Receiver.answer(exchange, (number % 4 == 0) ? 500 : 200, "");
			});
		}
		var instance = start(settings(Collections.nCopies(20, Duration.ofMillis(20))));
		start(settings(Collections.nCopies(20, Duration.ofMillis(20))));
		register(instance, "whsec_1");
		Set<UUID> events = new HashSet<>();
		for (int i = 0; i < 200; i++) {
			events.add(rows.created(rows.payout(this.business)));
		}
		assertThat(instance.getBean(FanOutWebhooks.class).of(events)).isEqualTo(200);
		rows.awaitDeliveries("DELIVERED", 200);
		assertThat(atOnce).isEmpty();
		assertThat(this.receiver.received()).extracting(Receiver.Received::webhookId).hasSize(attempts().size());
	}

	@Test
	void resendsADeliveryOfADeadInstanceAndRecordsOnlyTheCurrentClaim() throws Exception {
		var settings = settings(TWO_MORE);
		var dead = assemble(settings, Set.of());
		register(dead, "whsec_1");
		UUID payout = rows.payout(this.business);
		dead.getBean(FanOutWebhooks.class).of(List.of(rows.created(payout)));
		WebhookDeliveries deliveries = dead.getBean(WebhookDeliveries.class);
		var claimed = deliveries.claim(10, 4, Map.of(), Duration.ofMinutes(10));
		assertThat(claimed).hasSize(1);
		Instances.send(dead.getBean(SendWebhook.class), claimed.getFirst());
		assertThat(deliveries.claim(10, 4, Map.of(), Duration.ofMinutes(10))).as("leased").isEmpty();
		rows.jdbc().sql("UPDATE webhook_delivery SET claimed_until = now()").update();

		start(settings);
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(this.receiver.received()).hasSize(2)
			.extracting(Receiver.Received::webhookId)
			.containsOnly(rows.created(payout).toString());
		assertThat(attempts()).hasSize(1);
		var late = new RecordedAttempt(claimed.getFirst().deliveryId(), claimed.getFirst().claimId(), Instant.now(),
				Duration.ZERO, null, "late", new RecordedAttempt.Next.Failed());
		assertThat(deliveries.record(List.of(late))).isZero();
	}

	@Test
	void renewsTheLeaseOfASlowAttempt() {
		this.receiver.answers((webhook, exchange) -> {
			await(this.release);
			Receiver.answer(exchange, 200, "");
		});
		var settings = new WebhookSettings(true, Duration.ofMinutes(1), TWO_MORE, Duration.ofSeconds(24), 16, 4,
				Duration.ofMillis(20), Instances.NEVER_PARKED);
		var instance = start(settings);
		start(settings);
		publishOne(instance);
		Awaitility.await()
			.until(() -> rows.jdbc()
				.sql("SELECT coalesce(bool_or(claimed_until > due_at + interval '36 seconds'), false) FROM webhook_delivery")
				.query(Boolean.class)
				.single());
		this.release.countDown();
		rows.awaitDeliveries("DELIVERED", 1);
		assertThat(this.receiver.received()).hasSize(1);
	}

	@Test
	void renewsLeasesWithoutWaitingForAttemptsThatAreBeingRecorded() throws SQLException {
		var instance = assemble(settings(TWO_MORE), Set.of());
		publishOne(instance);
		publish(instance, rows.payout(this.business));
		WebhookDeliveries deliveries = instance.getBean(WebhookDeliveries.class);
		List<ClaimedDelivery> claimed = deliveries.claim(2, 2, Map.of(), Duration.ofMinutes(1));
		Map<UUID, UUID> claims = claimed.stream()
			.collect(Collectors.toMap(ClaimedDelivery::deliveryId, ClaimedDelivery::claimId));
		assertThat(claims).hasSize(2);
		assertThat(deliveries.renew(claims, Duration.ofMinutes(1))).isEqualTo(2);
		try (Connection recording = database.dataSource().getConnection();
				Statement statement = recording.createStatement()) {
			recording.setAutoCommit(false);
			statement.execute("SELECT FROM webhook_delivery WHERE delivery_id = '" + claimed.getFirst().deliveryId()
					+ "' FOR NO KEY UPDATE");
			CompletableFuture<Integer> renewed = CompletableFuture
				.supplyAsync(() -> deliveries.renew(claims, Duration.ofHours(1)));
			Awaitility.await().until(renewed::isDone);
			assertThat(renewed.join()).isEqualTo(1);
			recording.rollback();
		}
		claims.keySet().remove(claimed.getFirst().deliveryId());
		assertThat(rows.jdbc()
			.sql("SELECT delivery_id FROM webhook_delivery WHERE claimed_until > now() + interval '30 minutes'")
			.query(UUID.class)
			.list()).containsExactlyElementsOf(claims.keySet());
	}

	@Test
	void aHangingReceiverDoesNotDelayOthers() {
		var instance = start(settings(List.of(Duration.ofMinutes(10))));
		try (Receiver hanging = new Receiver()) {
			UUID slow = rows.business();
			instance.getBean(WebhookEndpoints.class).register(slow, hanging.url(), "whsec_slow");
			register(instance, "whsec_1");
			Set<UUID> events = new HashSet<>();
			for (int i = 0; i < 100; i++) {
				hanging.answers((webhook, exchange) -> {
					await(this.release);
					exchange.close();
				});
				events.add(rows.created(rows.payout(slow)));
			}
			for (int i = 0; i < 20; i++) {
				events.add(rows.created(rows.payout(this.business)));
			}
			instance.getBean(FanOutWebhooks.class).of(events);
			rows.awaitDeliveries("DELIVERED", 20);
			assertThat(hanging.received()).as("at most four concurrent attempts per timeout").hasSizeLessThan(100);
			this.release.countDown();
		}
	}

	private static WebhookSettings settings(List<Duration> schedule) {
		return Instances.settings(schedule, Instances.NEVER_PARKED);
	}

	private AnnotationConfigApplicationContext start(WebhookSettings settings) {
		return this.instances.start(settings);
	}

	private AnnotationConfigApplicationContext assemble(WebhookSettings settings, Set<Processor> enabled) {
		return this.instances.assemble(settings, enabled);
	}

	private UUID register(AnnotationConfigApplicationContext instance, String secret) {
		return instance.getBean(WebhookEndpoints.class).register(this.business, this.receiver.url(), secret);
	}

	private void publishOne(AnnotationConfigApplicationContext instance) {
		register(instance, "whsec_1");
		publish(instance, rows.payout(this.business));
	}

	private static void publish(AnnotationConfigApplicationContext instance, UUID payout) {
		assertThat(instance.getBean(FanOutWebhooks.class).of(List.of(rows.created(payout)))).isEqualTo(1);
		instance.getBean(DeliverWebhooks.class).wake();
	}

	private Receiver.Received webhook(String event) {
		return this.receiver.received()
			.stream()
			.filter((webhook) -> webhook.json().get("event").asString().equals(event))
			.findFirst()
			.orElseThrow();
	}

	private static List<String> attempts() {
		return rows.jdbc()
			.sql("SELECT * FROM webhook_attempt ORDER BY attempt_number")
			.query((row, number) -> row.getInt("attempt_number") + " " + row.getString("response_status") + " "
					+ text(row.getBytes("response_body")) + " " + row.getString("error"))
			.list();
	}

	private static String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : "null";
	}

	private static String createdAt(UUID event) {
		return rows.jdbc()
			.sql("""
					SELECT to_char(date_trunc('milliseconds', created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
					  FROM payout_event WHERE event_id = :event
					""")
			.param("event", event)
			.query(String.class)
			.single();
	}

	private static String transactionId(UUID payout) {
		return rows.jdbc()
			.sql("SELECT transaction_id FROM payout WHERE payout_id = :payout")
			.param("payout", payout)
			.query(String.class)
			.single();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
