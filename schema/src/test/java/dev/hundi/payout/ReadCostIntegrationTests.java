package dev.hundi.payout;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.OpenRoutes;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.bulk.BulkContents;
import dev.hundi.bulk.CheckBulkRows;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.testing.BuffersRead;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.webhook.UnpublishedEvents;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the sweep, the dispatcher, the bulk load and the search read, in buffers: it
 * depends on what they return, not on the number of payouts, of which a seventh is open.
 * {@code -Dtest.payouts=1000000} for more payouts.
 */
class ReadCostIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(ReadCostIntegrationTests.class);

	private static final int PAYOUTS = Integer.getInteger("test.payouts", 50_000);

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final BuffersRead buffersRead = new BuffersRead(jdbc);

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, StuckPayouts.class,
			UnpublishedEvents.class, CheckBulkRows.class, Payouts.class, BankAttempts.class);

	private static final TestBusiness business = TestBusiness.create(database);

	/**
	 * Of twenty payouts, 17 are final, and the others are queued, at a bank, or wait for
	 * a rail that no bank takes now. The newest hundred wait for their debit, their first
	 * order or another order.
	 */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			CREATE TEMPORARY TABLE seed AS
			SELECT i, b.business_id, b.beneficiary_id, uuidv7(-((%1$d - i) * 20 * 86400.0 / %1$d + 60) * interval '1 second') AS payout_id,
			       CASE WHEN i > %1$d - 40 THEN 'UNTRIED' WHEN i > %1$d - 70 THEN 'UNDISPATCHED' WHEN i > %1$d - 100 THEN 'RETRY'
			            WHEN i %% 20 = 0 THEN 'QUEUED' WHEN i %% 20 = 10 THEN 'AT_BANK' WHEN i %% 20 = 5 THEN 'SWITCHED_OFF'
			            ELSE 'FINAL' END AS kind
			  FROM generate_series(1, %1$d) AS i
			 CROSS JOIN beneficiary b
			 WHERE b.business_id = '%2$s';
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status,
			                    queued, response_code, response_message, merchant_reference_id, completed_at, updated_at)
			SELECT business_id, payout_id, 'TXN20261121' || lpad(i::text, 10, '0'), beneficiary_id, 'BEN00000001', 'Ramesh Kumar',
			       '9876543210', '123456789012', 'HDFC0000001',
			       CASE WHEN kind = 'SWITCHED_OFF' THEN 'N' ELSE 'I' END, 10000, 0, 0,
			       CASE WHEN kind IN ('UNTRIED', 'QUEUED') THEN 3 WHEN kind = 'FINAL' THEN 11 ELSE 4 END, kind = 'QUEUED',
			       CASE kind WHEN 'UNTRIED' THEN 'INITIATED' WHEN 'QUEUED' THEN 'INITIATED' WHEN 'UNDISPATCHED' THEN 'WALLET_DEBITED'
			                 WHEN 'SWITCHED_OFF' THEN 'WALLET_DEBITED' WHEN 'FINAL' THEN 'SUCCESS' ELSE 'DISPATCHED' END,
			       'x', 'ORD-' || i, CASE WHEN kind = 'FINAL' THEN now() END, uuid_extract_timestamp(payout_id)
			  FROM seed;
			INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, retry_at)
			SELECT business_id, payout_id, 1, 'hdfc', 'HUN' || i,
			       CASE kind WHEN 'AT_BANK' THEN 'PENDING' WHEN 'RETRY' THEN 'NOT_SENT' ELSE 'SUCCEEDED' END,
			       CASE WHEN kind = 'RETRY' THEN now() END
			  FROM seed WHERE kind IN ('AT_BANK', 'RETRY', 'FINAL');
			INSERT INTO bank_retry SELECT business_id, payout_id FROM seed WHERE kind = 'RETRY';
			INSERT INTO wallet_queue (business_id, credit_count, reserve_percent, min_balance_paise, expires_at)
			VALUES ('%2$s', 0, 0, 0, now() + interval '1 day');
			UPDATE business SET queue_if_low_balance = true WHERE business_id = '%2$s';
			INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, created_at)
			VALUES ('%2$s', 'https://merchant.example/hook', '\\x00', now() - interval '1 year');
			INSERT INTO payout_event (business_id, payout_id, sequence, event_id, status, stage, source, response_code,
			                          response_message, created_at)
			SELECT business_id, payout_id, 1, payout_id, 3, 'CREATED', 'API', 'INITIATED', 'x', uuid_extract_timestamp(payout_id)
			  FROM seed WHERE i > %1$d - 10000;
			INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body)
			SELECT s.payout_id, s.business_id, e.endpoint_id, s.payout_id, s.payout_id, 'Initiated', '\\x00'
			  FROM seed s JOIN webhook_endpoint e ON e.business_id = s.business_id
			 WHERE s.i BETWEEN %1$d - 10000 + 1 AND %1$d - 50;
			INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, beneficiary_id, rail, amount_paise,
			                      commission_paise, gst_paise, merchant_reference_id)
			SELECT business_id, '%2$s', i, 'VALID', '{}', beneficiary_id, 'I', 10000, 0, 0,
			       CASE WHEN i <= 10 THEN 'ORD-' || %1$d - 20 * i - 1 ELSE 'NEW-' || i END
			  FROM seed WHERE i <= 100;
			SET session_replication_role = origin;
			ANALYZE
			""";

	@BeforeAll
	static void populate() {
		jdbc.sql(POPULATE.formatted(PAYOUTS, business.id())).update();
		IndexPayouts index = new IndexPayouts(jdbc, new JdbcTransactionManager(database.dataSource()), 200);
		while (index.index()) {
			logger.debug("Indexed a round");
		}
		jdbc.sql("VACUUM payout, payout_search, payout_event, webhook_delivery").update();
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
	}

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void readsOnlyPayoutsWithoutADebit() {
		StuckPayouts stuck = context.getBean(StuckPayouts.class);
		assertCosts("accepted without a debit", 40, 40, () -> stuck.acceptedBefore(stuck.now(), null, 1_000).size());
	}

	/** The older payouts of a rail that is switched off are not read. */
	@Test
	void readsOnlyWaitingPayoutsThatCanBeSent() {
		WaitingPayouts waiting = context.getBean(WaitingPayouts.class);
		OpenRoutes routes = new OpenRoutes(EnumSet.complementOf(EnumSet.of(Rail.NEFT)), Set.of("hdfc"));
		assertCosts("waiting for a bank", 60, 60,
				() -> waiting.unchangedSince(Instant.now(), routes, null, 1_000).size());
		assertCosts("waiting for a bank, a page of 10", 10, 70, () -> waiting.all(routes, null, 10).size());
		assertCosts("waiting for a bank that is full", 0, 0,
				() -> waiting.all(new OpenRoutes(Set.of(), Set.of()), null, 10).size());
	}

	/** By the index of due attempts, each would read all that are in flight. */
	@Test
	void readsOnlyTheClaimsThatAreAskedFor() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		jdbc.sql("UPDATE bank_attempt SET due_at = now() + interval '1 hour' WHERE state = 'PENDING'").update();
		List<Attempt> asked = jdbc.sql("SELECT payout_id FROM bank_attempt WHERE state = 'PENDING' LIMIT 10")
			.query(UUID.class)
			.list()
			.stream()
			.map((payout) -> new Attempt(new PayoutKey(business.id(), payout), 1))
			.toList();
		assertCosts("claims that are held", 0, 10,
				() -> (int) attempts.areHeld(asked).stream().filter(Boolean::booleanValue).count());
		jdbc.sql("UPDATE bank_attempt SET due_at = NULL WHERE state = 'PENDING'").update();
	}

	/** While a bank is down, its enquiries stay due. */
	@Test
	void readsOnlyWhatIsDueAtABank() {
		BankAttempts attempts = context.getBean(BankAttempts.class);
		jdbc.sql("UPDATE bank_attempt SET due_at = now() WHERE state = 'PENDING'").update();
		jdbc.sql("VACUUM bank_attempt").update();
		assertCosts("enquiries at another bank", 0, 0,
				() -> attempts.claimEnquiries("icici", 100, Duration.ZERO).size());
		// The first plan reads more than later ones.
		assertThat(attempts.doubtExpiredClaims(100)).isZero();
		assertCosts("claims that have expired", 0, 0, () -> attempts.doubtExpiredClaims(100));
		assertCosts("whether something is due at another bank", 0, 0, () -> attempts.areDue(List.of("icici")) ? 1 : 0);
		assertCosts("whether something is due at the bank", 1, 0,
				() -> attempts.areDue(List.of("icici", "hdfc")) ? 1 : 0);
		jdbc.sql("UPDATE bank_attempt SET due_at = NULL WHERE state = 'PENDING'").update();
	}

	@Test
	void passesOverQueuesByBusiness() {
		DebitWallets debits = context.getBean(DebitWallets.class);
		assertCosts("queues to try", 0, 1, () -> debits.queuesToTry().size());
	}

	@Test
	void readsEachEventOnce() {
		UnpublishedEvents events = context.getBean(UnpublishedEvents.class);
		events.progress().record(acceptedAt(60));
		assertCosts("unpublished events", 50, 61, () -> unpublished(events));
	}

	/** A look-up of each delivery would cost four buffers. */
	@Test
	void readsDeliveriesOfPublishedEventsTogether() {
		UnpublishedEvents events = context.getBean(UnpublishedEvents.class);
		Instant from = acceptedAt(2_000);
		Instant to = acceptedAt(200);
		assertCosts("published events", 0, 1_800 / 20, () -> events.page(from, to, null, 10_000).events().size());
	}

	private static int unpublished(UnpublishedEvents events) {
		return events.page(events.progress().start(), events.progress().end(Instant.now()), null, 1_000)
			.events()
			.size();
	}

	/** When the payout was accepted that some newer ones follow. */
	private static Instant acceptedAt(int newer) {
		return jdbc.sql("SELECT created_at FROM payout WHERE transaction_id = :id")
			.param("id", "TXN20261121%010d".formatted(PAYOUTS - newer))
			.query(OffsetDateTime.class)
			.single()
			.toInstant();
	}

	@Test
	void looksUpReferencesOfABulkFile() {
		CheckBulkRows checks = context.getBean(CheckBulkRows.class);
		BulkContents contents = checks.contents(business.id(), business.id());
		assertCosts("references of 100 rows", 10, 110,
				() -> checks.earlierPayouts(business.id(), business.id(), contents, Duration.ofDays(30)));
	}

	/** A name that every payout has: the newest buckets fill the page. */
	@Test
	void searchesOnlyTheNewestBuckets() {
		Payouts payouts = context.getBean(Payouts.class);
		List<UUID> newest = jdbc.sql("SELECT payout_id FROM payout ORDER BY payout_id DESC LIMIT 50")
			.query(UUID.class)
			.list();
		assertCosts("a search of 50 rows", 50, 150, () -> {
			List<PayoutDetail> page = payouts.search(business.id(), new SearchPhrase("Ramesh Kumar"), new Page(50, 0));
			assertThat(page).extracting(PayoutDetail::payoutId).isEqualTo(newest);
			return page.size();
		});
	}

	/** With entries whose ids are older, as those that are checked always have. */
	@Test
	void plansTheCheckOfEntriesOnce() {
		WithoutTriggers.sql(jdbc, """
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT :business, uuidv7(-(i * interval '1 minute')), line, line, 100
				  FROM generate_series(1, 20000) AS i CROSS JOIN generate_series(1, 2) AS line
				""".replace(":business", "'" + business.id() + "'")).update();
		// After an automatic VACUUM the statement would be planned again.
		jdbc.sql("VACUUM ANALYZE ledger_entry").update();
		SingleConnectionDataSource session = new SingleConnectionDataSource(connection(), true);
		try {
			JdbcClient own = JdbcClient.create(session);
			own.sql("SET pg_stat_statements.track = 'all'").update();
			own.sql("SET pg_stat_statements.track_planning = on").update();
			for (int i = 0; i < 12; i++) {
				own.sql("""
						WITH posting AS (
						  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
						  VALUES (:business, uuidv7(), 'ADJUSTMENT', gen_random_uuid()::text)
						  RETURNING business_id, transaction_id
						)
						INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
						SELECT business_id, transaction_id, line, :account, CASE line WHEN 1 THEN 100 ELSE -100 END
						  FROM posting CROSS JOIN generate_series(1, 2) AS line
						""").param("business", business.id()).param("account", LedgerAccount.NODAL.id()).update();
			}
			assertThat(own.sql("""
					SELECT calls || ' calls, ' || plans || ' plans' FROM pg_stat_statements
					 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					   AND query LIKE '%FROM ledger_entry%BETWEEN first_id AND last_id%'
					""").query(String.class).list()).containsExactly("12 calls, 1 plans");
		}
		finally {
			session.destroy();
		}
	}

	private static Connection connection() {
		try {
			return database.dataSource().getConnection();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Asserts that a call reads at most 20 buffers for each of some items, and 200
	 * beside. One that reads more may be repeated: the catalogue is read again once after
	 * an autovacuum.
	 * @param items what it returns and what it is asked about
	 */
	private static void assertCosts(String name, int returned, int items, Supplier<Integer> call) {
		long allowed = 200 + 20L * items;
		for (int i = 0; i < 8; i++) {
			// Later executions of a prepared statement may have a generic plan.
			buffersRead.reset();
			int found = call.get();
			long buffers = buffersRead.count();
			logger.info("{} buffers, {} found of {} payouts: {}", buffers, found, PAYOUTS, name);
			if (i == 0) {
				assertThat(found).as(name).isEqualTo(returned);
			}
			if (buffers > allowed) {
				buffersRead.reset();
				found = call.get();
				buffers = buffersRead.count();
				logger.info("{} buffers, {} found: {}, again", buffers, found, name);
			}
			assertThat(buffers).as(name).isLessThanOrEqualTo(allowed);
		}
	}

}
