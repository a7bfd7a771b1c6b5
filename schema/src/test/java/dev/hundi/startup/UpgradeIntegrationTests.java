package dev.hundi.startup;

import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.payout.PayoutHits;
import dev.hundi.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Migrations over data that an earlier schema holds.
 */
class UpgradeIntegrationTests {

	private static final UUID BUSINESS = UUID.fromString("01a1fecf-0000-7000-8000-000000000001");

	private static final UUID PAYOUT = UUID.fromString("01a1fecf-c834-78a8-be6d-796f3a19372c");

	@Test
	void givesMovementsTheirTotalsAndPayoutsTheTimeOfTheirId() {
		try (TestDatabase database = TestDatabase.empty()) {
			migrateTo("017", database);
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql(POPULATE).update();

			Migrations.migrate(database.dataSource(), TestDatabase.RELAY);

			assertThat(jdbc.sql("""
					SELECT sequence || ' ' || total_credit_paise || ' ' || credit_count || ' '
					       || extract(epoch FROM created_at)::bigint
					  FROM wallet_movement ORDER BY sequence
					""").query(String.class).list()).containsExactly("1 100000 1 1700000000", "2 100000 1 1700000010",
					"3 150000 2 1700000010");
			assertThat(jdbc.sql("""
					SELECT total_credit_paise || ' ' || credit_count || ' ' || extract(epoch FROM updated_at)::bigint
					  FROM wallet
					""").query(String.class).single()).isEqualTo("150000 2 1700000010");
			assertThat(jdbc.sql("SELECT created_at = uuid_extract_timestamp(payout_id) FROM payout")
				.query(Boolean.class)
				.single()).isTrue();
			assertThat(jdbc.sql("SELECT rule FROM money_violation").query(String.class).list()).isEmpty();
		}
	}

	@Test
	void leavesWebhooksUnderWayToWhoeverHasThem() {
		try (TestDatabase database = TestDatabase.empty()) {
			migrateTo("023", database);
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql(POPULATE_WEBHOOKS).update();

			Migrations.migrate(database.dataSource(), TestDatabase.RELAY);

			assertThat(jdbc.sql("""
					SELECT event || ' ' || counted_attempts || ' ' || (begun_at = created_at) || ' '
					       || coalesce(extract(epoch FROM claimed_until)::bigint::text, 'unclaimed')
					  FROM webhook_delivery ORDER BY event
					""").query(String.class).list()).containsExactly("Initiated 2 true 1800000000",
					"Successful 0 true unclaimed");
		}
	}

	/** 8,192 payouts fill a bucket. */
	@Test
	void putsIndexedPayoutsIntoBuckets() {
		try (TestDatabase database = TestDatabase.empty()) {
			migrateTo("043", database);
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql(POPULATE_SEARCH).update();

			Migrations.migrate(database.dataSource(), TestDatabase.RELAY);

			assertThat(jdbc.sql("""
					SELECT (business_id = '%s') || ' ' || payouts || ' '
					       || (from_payout_id = '00000000-0000-0000-0000-000000000000') || ' '
					       || (SELECT count(*) FROM payout_search s WHERE s.bucket_id = b.bucket_id
					                                                  AND s.business_id = b.business_id
					                                                  AND s.payout_id >= b.from_payout_id)
					  FROM search_bucket b ORDER BY business_id, from_payout_id
					""".formatted(BUSINESS)).query(String.class).list()).containsExactly("true 8192 true 8193",
					"true 8 false 8", "false 3 true 3");
			PayoutHits hits = new PayoutHits(new SearchPhrase("D-8200"));
			assertThat(hits.bind(jdbc.sql(hits.all()), BUSINESS).query(UUID.class).list())
				.containsExactly(UUID.fromString("01a1fecf-0000-7000-8000-000000008200"));
		}
	}

	private static void migrateTo(String version, TestDatabase database) {
		FluentConfiguration flyway = Flyway.configure().dataSource(database.dataSource()).target(version);
		Migrations.configure(flyway, TestDatabase.RELAY);
		flyway.load().migrate();
	}

	/** A top-up, a debit and a top-up whose transaction had begun before the debit's. */
	private static final String POPULATE = """
			SET session_replication_role = replica;
			INSERT INTO business (business_id, business_code, business_name) VALUES ('%1$s', 'BIZ00000001', 'Asha');
			INSERT INTO ledger_account (account_id, code, business_id) VALUES (77, 'wallet:%1$s', '%1$s');
			INSERT INTO wallet (business_id, account_id, balance_paise, last_sequence, virtual_account_number)
			VALUES ('%1$s', 77, 140000, 3, 'HUNDI00000001');
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
			                    status, last_sequence, response_message)
			VALUES ('%1$s', '%2$s', 'TXN202611210000000001', uuidv7(), 'BEN00000001', 'Ramesh', '9876543210', '123456789',
			        'HDFC0000001', 'I', 10000, 0, 0, 4, 2, 'x');
			INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
			                          response_message)
			VALUES ('%1$s', '%2$s', 1, NULL, 3, 'CREATED', 'API', 'INITIATED', 'x'),
			       ('%1$s', '%2$s', 2, 3, 4, 'WALLET_DEBITED', 'DEBIT', 'WALLET_DEBITED', 'x');
			INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id, reference)
			VALUES ('%1$s', '00000000-0000-7000-8000-000000000001', 'TOPUP', NULL, 'U1'),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 'PAYOUT_DEBIT', '%2$s', NULL),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 'TOPUP', NULL, 'U2');
			INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			VALUES ('%1$s', '00000000-0000-7000-8000-000000000001', 1, 77, 100000),
			       ('%1$s', '00000000-0000-7000-8000-000000000001', 2, 1, -100000),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 1, 77, -10000),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 2, 11, 10000),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 1, 77, 50000),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 2, 1, -50000);
			INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
			                             balance_after_paise, ledger_transaction_id, payout_id, description, created_at)
			VALUES ('%1$s', 1, 'TOPUP', 'CREDIT', 100000, 0, 100000, '00000000-0000-7000-8000-000000000001', NULL, 'x',
			        to_timestamp(1700000000)),
			       ('%1$s', 2, 'PAYOUT_DEBIT', 'DEBIT', 10000, 100000, 90000, '00000000-0000-7000-8000-000000000002', '%2$s',
			        'x', to_timestamp(1700000010)),
			       ('%1$s', 3, 'TOPUP', 'CREDIT', 50000, 90000, 140000, '00000000-0000-7000-8000-000000000003', NULL, 'x',
			        to_timestamp(1700000005));
			SET session_replication_role = origin;
			"""
		.formatted(BUSINESS, PAYOUT);

	/** One that is being tried for the third time, and one that is due. */
	private static final String POPULATE_WEBHOOKS = """
			SET session_replication_role = replica;
			INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext)
			VALUES ('%1$s', '%1$s', 'https://example.com/', '');
			INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body, attempt_count, due_at,
			                              claim_id)
			VALUES ('%1$s', '%1$s', '%2$s', uuidv7(), 'Initiated', '', 2, to_timestamp(1800000000), uuidv7()),
			       ('%1$s', '%1$s', '%2$s', uuidv7(), 'Successful', '', 0, to_timestamp(1700000000), NULL);
			SET session_replication_role = origin;
			"""
		.formatted(BUSINESS, PAYOUT);

	/**
	 * 8,200 payouts of one business, one with references of the bank, and three of
	 * another.
	 */
	private static final String POPULATE_SEARCH = """
			INSERT INTO business (business_id, business_code, business_name)
			VALUES ('%1$s', 'BIZ00000001', 'Asha'), ('%2$s', 'BIZ00000002', 'Bina');
			INSERT INTO payout_search (business_id, payout_id, part, text)
			SELECT CASE WHEN n <= 8200 THEN '%1$s'::uuid ELSE '%2$s' END,
			       ('01a1fecf-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 0, 'ord-' || n
			  FROM generate_series(1, 8203) AS n
			 ORDER BY md5(n::text);
			INSERT INTO payout_search (business_id, payout_id, part, text)
			VALUES ('%1$s', '01a1fecf-0000-7000-8000-000000000001', 1, '325123456789');
			""".formatted(BUSINESS, PAYOUT);

}
