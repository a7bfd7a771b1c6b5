package dev.hundi.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.statement.ArrangeStatements;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the first effects of a closing read, in buffers, if the server counts the table of
 * matches while the day's are being inserted: it counts none.
 */
class EffectsCostIntegrationTests {

	private static final int LINES = 20_000;

	private static final int MOST_BUFFERS = 2_000;

	/**
	 * Payments that are settled, and returns of the first ones under their UTRs. The
	 * banks report UTRs with a prefix, so that lines have them or not.
	 */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			ALTER TABLE reconciliation_match_item SET (autovacuum_enabled = false);
			CREATE TABLE seed AS
			SELECT i, uuidv7() AS payout_id, uuidv7() AS settlement_id, (325000000000 + i)::text AS utr FROM generate_series(1, %1$d) AS i;
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name, beneficiary_phone,
			                    account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status, response_code, response_message, utr,
			                    completed_at)
			SELECT '%2$s', payout_id, 'TXN20261121' || lpad(i::text, 10, '0'), payout_id, 'BEN00000001', 'Ramesh Kumar', '9876543210', '123456789012',
			       'HDFC0000001', 'I', 10000, 0, 0, 11, 'SUCCESS', 'x', '%4$s' || utr, now()
			  FROM seed;
			INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, utr)
			SELECT '%2$s', payout_id, 1, 'sandbox', 'HND' || lpad(i::text, 26, '0'), 'SUCCEEDED', '%4$s' || utr FROM seed;
			INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
			SELECT '%2$s', settlement_id, 'PAYOUT_SETTLEMENT', payout_id FROM seed;
			INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
			                            opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, day_position)
			SELECT '%2$s', nodal_account_id, '%3$s', 'S1', 'CSV', 'UPLOAD', 'x', sha256('x'), 0, 0, %1$d + 20, 0, 0, 'ACCEPTED', 1
			  FROM nodal_account;
			INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise, booked_on,
			                                 value_on, kind, utr, reference)
			SELECT s.bank_statement_id, shown.line_number, s.nodal_account_id, s.business_date, shown.direction, 10000, s.business_date,
			       s.business_date, shown.kind, shown.utr, shown.reference
			  FROM bank_statement s
			 CROSS JOIN (SELECT i, 'DEBIT', 'PAYMENT', utr, 'HND' || lpad(i::text, 26, '0') FROM seed
			             UNION ALL
			             SELECT %1$d + i, 'CREDIT', 'RETURN', utr, NULL FROM seed WHERE i <= 20)
			        AS shown (line_number, direction, kind, utr, reference);
			SET session_replication_role = origin
			""";

	/** Waits where the matches are inserted and not committed. */
	private static final String PAUSE = """
			CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
			  PERFORM pg_advisory_xact_lock(1);
			  RETURN NULL;
			END $$;
			CREATE TRIGGER pause AFTER INSERT ON reconciliation_match_item FOR EACH STATEMENT EXECUTE FUNCTION pause()
			""";

	private static final LocalDate DAY = TestDay.inIndia(Duration.ofMinutes(4));

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void readsOnlyTheMatchesOfOpenLines(boolean byReference) throws Exception {
		try (TestDatabase database = TestDatabase.create();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			TestBusiness business = TestBusiness.create(database);
			OwnerBeans.bean(database.url(), null, NodalAccounts.class)
				.activate(new NodalAccount("Hundi", "SBOX0000001", "Sandbox Bank", "Fort", "NODAL", List.of("IMPS")));
			execute(database, POPULATE.formatted(LINES, business.id(), DAY, byReference ? "N" : ""));
			jdbc.sql("ANALYZE").update();
			ReconciliationRuns runs = OwnerBeans.bean(database.url(), null, ReconciliationRuns.class);
			runs.request(DAY, true, "Asha", Instant.now());
			ClaimedRun run = runs.claim(Duration.ofMinutes(5)).orElseThrow();
			if (byReference) {
				collect(database, jdbc, run);
			}
			execute(database, PAUSE);
			Future<?> matching;
			try (Connection pausing = database.dataSource().getConnection();
					Statement pause = pausing.createStatement()) {
				pausing.setAutoCommit(false);
				pause.execute("SELECT pg_advisory_xact_lock(1)");
				matching = threads.submit(() -> {
					if (byReference) {
						matchReferences(database, jdbc, run);
					}
					else {
						collect(database, jdbc, run);
					}
				});
				await().atMost(Duration.ofMinutes(1))
					.until(() -> jdbc
						.sql("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")
						.query(Boolean.class)
						.single());
				jdbc.sql("ANALYZE reconciliation_match_item").update();
				assertThat(rowsThePlannerKnows(jdbc)).isZero();
				pausing.rollback();
			}
			matching.get();

			assertThat(jdbc.sql("SELECT count(*) FROM reconciliation_match_item").query(Long.class).single())
				.isEqualTo(LINES);
			assertThat(buffers(jdbc, run)).isLessThanOrEqualTo(MOST_BUFFERS);
			assertThat(rowsThePlannerKnows(jdbc)).isEqualTo(LINES);
			OwnerBeans.close(database.url());
		}
	}

	private static void collect(TestDatabase database, JdbcClient jdbc, ClaimedRun run) {
		step(database, jdbc, run,
				(rules) -> new CollectItems(jdbc, new ReconciliationBook(jdbc), new ReconciliationFigures(jdbc),
						OwnerBeans.bean(database.url(), null, ArrangeStatements.class))
					.collectAccepted(run, rules));
	}

	private static void matchReferences(TestDatabase database, JdbcClient jdbc, ClaimedRun run) {
		step(database, jdbc, run,
				(rules) -> new MatchItems(jdbc, new ReconciliationFigures(jdbc)).byReference(run, rules));
	}

	private static void step(TestDatabase database, JdbcClient jdbc, ClaimedRun run,
			Consumer<ReconciliationRules> work) {
		new TransactionTemplate(new JdbcTransactionManager(database.dataSource())).executeWithoutResult((status) -> {
			ReconciliationBook book = new ReconciliationBook(jdbc);
			book.requireClaim(run);
			book.lock(run);
			work.accept(OwnerBeans.bean(database.url(), null, RuleVersions.class).holding(DAY).rules());
		});
	}

	private static long rowsThePlannerKnows(JdbcClient jdbc) {
		return jdbc.sql("SELECT reltuples FROM pg_class WHERE relname = 'reconciliation_match_item'")
			.query(Long.class)
			.single();
	}

	/** What the statement touches that looks for returns. */
	private static long buffers(JdbcClient jdbc, ClaimedRun run) {
		String plan = String.join("\n",
				jdbc.sql("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) " + ApplyEffects.MOVED)
					.param("account", run.accountId())
					.param("back", true)
					.query(String.class)
					.list());
		Matcher first = Pattern.compile("Buffers: shared hit=(\\d+)").matcher(plan);
		assertThat(first.find()).as(plan).isTrue();
		return Long.parseLong(first.group(1));
	}

	private static void execute(TestDatabase database, String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
