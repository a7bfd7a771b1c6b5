package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.testing.BuffersRead;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What each step of a payout reads, in buffers, when the server has counted rows while
 * nothing was open and very many are open now, as after an outage. A plan that finds a
 * row by the index of open ones would read all of them, each time more than the time
 * before, and no process would catch up. The keys of open rows are in random order, so
 * that such a plan reads a page for each.
 */
class QuietPlansIntegrationTests {

	private static final int OPEN = 6_000;

	private static final int GROUP = 100;

	/** Ordinary plans read up to 110 for a payout, and some 20 for a webhook. */
	private static final int MOST_BUFFERS = 200;

	private static final int MOST_BUFFERS_OF_A_WEBHOOK = 40;

	private static final int MOST_BUFFERS_OF_A_PROBE = 600;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final BuffersRead buffersRead = new BuffersRead(jdbc);

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, WebhookDeliveries.class);

	private static final TestBusiness business = TestBusiness.create(database);

	private static final String POPULATE = """
			SET session_replication_role = replica;
			CREATE TEMPORARY TABLE seed AS
			SELECT i, b.business_id, b.beneficiary_id, uuidv7(-(random() * interval '10 days')) AS payout_id,
			       CASE WHEN %2$s THEN 'FINAL' ELSE (ARRAY['INITIATED', 'DEBITED', 'CLAIMED'])[1 + i %% 3] END AS kind
			  FROM generate_series(%3$d, %3$d + %4$d - 1) AS i
			 CROSS JOIN beneficiary b
			 WHERE b.business_id = '%1$s';
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status,
			                    response_code, response_message, completed_at, updated_at)
			SELECT business_id, payout_id, 'TXN20261121' || lpad(i::text, 10, '0'), beneficiary_id, 'BEN00000001', 'Ramesh Kumar',
			       '9876543210', '123456789012', 'HDFC0000001', 'I', 10000, 0, 0,
			       CASE kind WHEN 'INITIATED' THEN 3 WHEN 'FINAL' THEN 11 ELSE 4 END,
			       CASE kind WHEN 'INITIATED' THEN 'INITIATED' WHEN 'DEBITED' THEN 'WALLET_DEBITED' WHEN 'FINAL' THEN 'SUCCESS'
			                 ELSE 'DISPATCHED' END,
			       'x', CASE WHEN kind = 'FINAL' THEN now() END, uuid_extract_timestamp(payout_id)
			  FROM seed;
			INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
			SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'x' FROM seed;
			INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
			SELECT business_id, payout_id, 1, 'hdfc', 'HUN' || i, CASE kind WHEN 'CLAIMED' THEN 'CLAIMED' ELSE 'SUCCEEDED' END,
			       CASE WHEN kind = 'CLAIMED' THEN now() + (1 + random()) * interval '1 hour' END
			  FROM seed WHERE kind IN ('CLAIMED', 'FINAL');
			INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body, state, due_at, completed_at,
			                              claim_id, claimed_until)
			SELECT business_id, gen_random_uuid(), payout_id, payout_id, 'Initiated', '\\x00',
			       CASE kind WHEN 'FINAL' THEN 'DELIVERED' ELSE 'PENDING' END, CASE WHEN kind <> 'FINAL' THEN now() END,
			       CASE WHEN kind = 'FINAL' THEN now() END, uuidv7(), now() + interval '1 hour'
			  FROM seed;
			DROP TABLE seed;
			SET session_replication_role = origin
			""";

	@BeforeAll
	static void populate() {
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
		context.getBean(TopUpWallet.class).topUp(business.id(), 10_000_000_00L, "UTR1", "A top-up");
		for (String table : List.of("payout", "bank_attempt", "webhook_delivery", "payout_event")) {
			jdbc.sql("ALTER TABLE " + table + " SET (autovacuum_enabled = false)").update();
		}
		jdbc.sql(POPULATE.formatted(business.id(), true, 1, OPEN)).update();
		jdbc.sql("VACUUM ANALYZE").update();
		jdbc.sql(POPULATE.formatted(business.id(), false, OPEN + 1, OPEN)).update();
	}

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void debits() {
		DebitWallets debits = context.getBean(DebitWallets.class);
		List<UUID> payouts = payouts("status = 3");
		assertCosts("debits", MOST_BUFFERS, payouts,
				(group) -> assertThat(debits.debit(business.id(), group).debited()).isEqualTo(group.size()));
	}

	@Test
	void claims() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertCosts("claims", MOST_BUFFERS, payouts("response_code = 'WALLET_DEBITED'"),
				(group) -> assertThat(
						attempts.claim(group.stream().map((payout) -> new PayoutKey(business.id(), payout)).toList(),
								"icici", Duration.ofMinutes(1)))
					.hasSameSizeAs(group));
	}

	@Test
	void settles() {
		SettlePayout settle = context.getBean(SettlePayout.class);
		assertCosts("settlements", MOST_BUFFERS, claimed(), (group) -> assertThat(settle.succeeded(
				group.stream().map((payout) -> new SettlePayout.Success(attempt(payout), report(payout))).toList()))
			.containsOnly(true));
	}

	@Test
	void settlesOne() {
		SettlePayout settle = context.getBean(SettlePayout.class);
		assertRecords("single settlements",
				(attempt) -> settle.succeeded(attempt, report(attempt.payout().payoutId())));
	}

	@Test
	void fails() {
		SettlePayout settle = context.getBean(SettlePayout.class);
		assertRecords("failures", (attempt) -> settle.failed(attempt, ResponseCode.BANK_REJECTED,
				"The account is closed", BankReport.NONE));
	}

	@Test
	void doubts() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertRecords("doubts", (attempt) -> attempts.inDoubt(attempt, "no answer", Duration.ofHours(1)));
	}

	@Test
	void doubtsExpiredClaims() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		List<UUID> claimed = claimed();
		jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE state = 'CLAIMED'").update();
		assertCosts("expired claims", MOST_BUFFERS, claimed,
				(group) -> assertThat(attempts.doubtExpiredClaims(group.size())).isEqualTo(group.size()));
		jdbc.sql("UPDATE bank_attempt SET due_at = now() + (1 + random()) * interval '1 hour' WHERE state = 'CLAIMED'")
			.update();
	}

	@Test
	void doubtsImplausibleAnswers() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertCostsOfEach("implausible answers",
				(attempt) -> assertThat(attempts.implausible(attempt, "another amount"))
					.isEqualTo(RecordOutcome.IMPLAUSIBLE));
	}

	@Test
	void acknowledges() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertRecords("acknowledgements", (attempt) -> attempts.acknowledged(attempt, null, Duration.ofHours(1)));
	}

	@Test
	void queues() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertRecords("orders of a file", (attempt) -> attempts.queued(attempt, Duration.ofHours(1)));
	}

	@Test
	void recordsWhatWasNotSent() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertRecords("orders that were not sent",
				(attempt) -> attempts.notSent(attempt, "refused", Duration.ofHours(1)));
	}

	@Test
	void asksForClaims() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		assertCosts("questions for claims", MOST_BUFFERS, claimed(),
				(group) -> assertThat(
						attempts.areHeld(group.stream().map(QuietPlansIntegrationTests::attempt).toList()))
					.containsOnly(true));
	}

	@Test
	void recordsWebhooks() {
		WebhookDeliveries deliveries = context.getBean(WebhookDeliveries.class);
		assertCosts("attempts", MOST_BUFFERS_OF_A_WEBHOOK, pending(),
				(group) -> assertThat(deliveries.record(group)).isEqualTo(group.size()));
	}

	@Test
	void renewsLeases() {
		WebhookDeliveries deliveries = context.getBean(WebhookDeliveries.class);
		assertCosts("leases", MOST_BUFFERS_OF_A_WEBHOOK, pending(),
				(group) -> assertThat(deliveries.renew(
						group.stream().collect(Collectors.toMap(RecordedAttempt::deliveryId, RecordedAttempt::claimId)),
						Duration.ofHours(1)))
					.isEqualTo(group.size()));
	}

	/**
	 * Each probe asks the index of pending deliveries about every parked endpoint. With a
	 * join, each would read all pending deliveries.
	 */
	@Test
	void claimsProbes() {
		WebhookDeliveries deliveries = context.getBean(WebhookDeliveries.class);
		jdbc.sql("UPDATE webhook_delivery SET claimed_until = now() - interval '1 hour' WHERE state = 'PENDING'")
			.update();
		jdbc.sql(
				"""
						WITH parked AS (
						  SELECT business_id, endpoint_id FROM webhook_delivery WHERE state = 'PENDING' ORDER BY endpoint_id LIMIT :parked
						), endpoint AS (
						  INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext, active)
						  SELECT business_id, endpoint_id, 'https://receiver.example/' || endpoint_id, '\\x00', false FROM parked
						)
						INSERT INTO webhook_endpoint_failure (business_id, endpoint_id, failed_attempts, parked_until)
						SELECT business_id, endpoint_id, 10, now() - interval '1 minute' FROM parked
						""")
			.param("parked", GROUP + 20)
			.update();
		jdbc.sql("ANALYZE webhook_endpoint_failure").update();
		List<UUID> parked = jdbc.sql("SELECT endpoint_id FROM webhook_endpoint_failure").query(UUID.class).list();
		assertCosts("probes", MOST_BUFFERS_OF_A_PROBE, parked, (group) -> group
			.forEach((endpoint) -> assertThat(deliveries.claimProbes(1, Duration.ofHours(1))).hasSize(1)));
	}

	private static List<RecordedAttempt> pending() {
		return jdbc.sql("""
				SELECT delivery_id, claim_id FROM webhook_delivery
				 WHERE state = 'PENDING' ORDER BY delivery_id
				""")
			.query((row, number) -> new RecordedAttempt(row.getObject("delivery_id", UUID.class),
					row.getObject("claim_id", UUID.class), Instant.now(), Duration.ZERO, null, "no answer",
					new RecordedAttempt.Next.Failed()))
			.list();
	}

	private static List<UUID> claimed() {
		return jdbc
			.sql("SELECT payout_id FROM bank_attempt WHERE state = 'CLAIMED' AND bank = 'hdfc' ORDER BY reference")
			.query(UUID.class)
			.list();
	}

	private static List<UUID> payouts(String condition) {
		return jdbc.sql("SELECT payout_id FROM payout WHERE " + condition + " ORDER BY transaction_id")
			.query(UUID.class)
			.list();
	}

	private static Attempt attempt(UUID payout) {
		return new Attempt(new PayoutKey(business.id(), payout), 1);
	}

	private static BankReport report(UUID payout) {
		long number = Math.floorMod(payout.getLeastSignificantBits(), 1_000_000_000_000L);
		return new BankReport("%012d".formatted(number), null, null, null);
	}

	private static void assertRecords(String name, Function<Attempt, RecordOutcome> step) {
		assertCostsOfEach(name, (attempt) -> assertThat(step.apply(attempt)).isEqualTo(RecordOutcome.RECORDED));
	}

	private static void assertCostsOfEach(String name, Consumer<Attempt> step) {
		assertCosts(name, MOST_BUFFERS, claimed(),
				(group) -> group.stream().map(QuietPlansIntegrationTests::attempt).forEach(step));
	}

	/** With the plan of a prepared statement that has run for twenty single ones. */
	private static <T> void assertCosts(String name, int mostBuffers, List<T> items, Consumer<List<T>> step) {
		items.subList(0, 20).forEach((item) -> step.accept(List.of(item)));
		buffersRead.reset();
		step.accept(items.subList(20, 20 + GROUP));
		assertThat(buffersRead.count()).as("buffers of %d %s", GROUP, name).isLessThan(GROUP * mostBuffers);
	}

}
