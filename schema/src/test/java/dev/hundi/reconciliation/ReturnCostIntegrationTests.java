package dev.hundi.reconciliation;

import java.util.List;
import java.util.UUID;

import dev.hundi.bank.PayoutKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a run reads, in buffers, to know whether statements show the return of a payout:
 * it depends on the payout, not on the matches of the day or of the days before.
 */
class ReturnCostIntegrationTests {

	private static final Logger logger = LoggerFactory.getLogger(ReturnCostIntegrationTests.class);

	private static final int PAYOUTS = 60_000;

	/** In one file, whose total is one line. */
	private static final int OF_TOTAL = 5_000;

	/** The runs ask about every return once or twice, of which a day has thousands. */
	private static final int MOST_BUFFERS = 150;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final PaidAtBank paid = new PaidAtBank(jdbc);

	private static final TestBusiness business = TestBusiness.create(database);

	/**
	 * The first payouts are matched by their UTRs, then those of the total, and the last
	 * one by two people, with two parts. Three are returned.
	 */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			ALTER TABLE reconciliation_match_item SET (autovacuum_enabled = false);
			CREATE TABLE seed AS
			SELECT i, uuidv7() AS payout_id, uuidv7() AS settlement_id,
			       CASE WHEN i = %1$d THEN 'BY_HAND' WHEN i >= %1$d - %2$d THEN 'BATCH_TOTAL' ELSE 'UTR_AMOUNT' END AS rule,
			       i IN (1000, %1$d - 7, %1$d) AS is_returned
			  FROM generate_series(1, %1$d) AS i;
			INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
			SELECT '%3$s', settlement_id, 'PAYOUT_SETTLEMENT', payout_id FROM seed;
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name, beneficiary_phone,
			                    account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status, response_code, response_message, utr,
			                    completed_at)
			SELECT '%3$s', payout_id, 'TXN20261121' || lpad(i::text, 10, '0'), payout_id, 'BEN00000001', 'Ramesh Kumar', '9876543210', '123456789012',
			       'HDFC0000001', 'I', 10000, 0, 0, 11, 'SUCCESS', 'x', (325000000000 + i)::text, now()
			  FROM seed WHERE is_returned;
			INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
			                            opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, day_position)
			VALUES ('%3$s', 1, '2026-11-20', 'S1', 'CSV', 'UPLOAD', 'x', sha256('x'), 0, 0, 0, 0, 0, 'ACCEPTED', 1);
			INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise, booked_on,
			                                 value_on, kind, utr)
			SELECT '%3$s', line, 1, '2026-11-20', direction, paise, '2026-11-20', '2026-11-20', kind, utr FROM (
			  SELECT i, 'DEBIT', 10000, 'PAYMENT', (325000000000 + i)::text FROM seed WHERE rule = 'UTR_AMOUNT'
			  UNION ALL SELECT %1$d - %2$d, 'DEBIT', 10000 * %2$d, 'BATCH', NULL
			  UNION ALL SELECT %1$d + part, 'DEBIT', part * 2000, 'PAYMENT', NULL FROM generate_series(2, 3) AS part
			  UNION ALL SELECT 2 * %1$d + i, 'CREDIT', 10000, 'RETURN', (325000000000 + i)::text FROM seed WHERE is_returned)
			       AS shown (line, direction, paise, kind, utr);
			INSERT INTO reconciliation_match_item (match_id, rule, run_id, resolution_id, bank_statement_id, line_number, business_id, transaction_id)
			SELECT CASE rule WHEN 'UTR_AMOUNT' THEN i WHEN 'BATCH_TOTAL' THEN %1$d ELSE %1$d + 1 END, rule,
			       CASE WHEN rule <> 'BY_HAND' THEN 1 END, CASE rule WHEN 'BY_HAND' THEN 1 END,
			       CASE WHEN rule = 'UTR_AMOUNT' OR i = %1$d - %2$d THEN '%3$s'::uuid END,
			       CASE WHEN rule = 'UTR_AMOUNT' OR i = %1$d - %2$d THEN i END, '%3$s', settlement_id
			  FROM seed ORDER BY i;
			INSERT INTO reconciliation_match_item (match_id, rule, resolution_id, bank_statement_id, line_number)
			SELECT %1$d + 1, 'BY_HAND', 1, '%3$s', %1$d + part FROM generate_series(2, 3) AS part;
			SET session_replication_role = origin;
			ANALYZE ledger_transaction;
			ANALYZE bank_statement_line
			""";

	@BeforeAll
	static void populate() {
		jdbc.sql(POPULATE.formatted(PAYOUTS, OF_TOTAL, business.id())).update();
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	/** A run asks in the transaction that has inserted a million matches, and later. */
	@Test
	void readsOnlyTheMatchesOfThePayout() {
		assertCosts("new matches");
		jdbc.sql("VACUUM ANALYZE reconciliation_match_item").update();
		assertCosts("matches of before");
	}

	private static void assertCosts(String state) {
		List<UUID> returned = jdbc.sql("SELECT payout_id FROM seed WHERE is_returned ORDER BY i")
			.query(UUID.class)
			.list();
		assertThat(returned).hasSize(3);
		for (int i = 0; i < 8; i++) {
			// Later executions of a prepared statement may have a generic plan.
			for (UUID payout : returned) {
				// Other classes count at the same time in other databases of the server.
				jdbc.sql("""
						SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
						""").query().singleRow();
				assertThat(paid.isReturned(new PayoutKey(business.id(), payout))).as(state).isTrue();
				long buffers = jdbc.sql("""
						SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)
						  FROM pg_stat_statements
						 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
						   AND query NOT LIKE '%pg_stat_statements%'
						""").query(Long.class).single();
				logger.info("{} buffers of {} matches: {}", buffers, PAYOUTS, state);
				assertThat(buffers).as("%s, payout %d", state, returned.indexOf(payout))
					.isLessThanOrEqualTo(MOST_BUFFERS);
			}
		}
	}

}
