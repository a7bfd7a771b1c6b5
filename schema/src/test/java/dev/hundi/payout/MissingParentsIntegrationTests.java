package dev.hundi.payout;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The triggers that replace foreign keys to hot parents hold for a superuser too. Rows
 * that came in without triggers are found by {@code orphan_violation}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingParentsIntegrationTests {

	private static final String PAYOUT = """
			INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
			                    response_message)
			SELECT :business, 'TXN202611210000000001', :beneficiary, beneficiary_code, beneficiary_name, beneficiary_phone,
			       account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, response_message
			  FROM payout WHERE payout_id = :payout
			""";

	private static final String DELIVERY = """
			INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body)
			SELECT :business, :endpoint, payout_id, event_id, 'Initiated', '{}' FROM payout_event WHERE payout_id = :payout
			""";

	private static final String POSTING = """
			WITH posted AS (
			  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
			  VALUES (:business, uuidv7(), 'ADJUSTMENT', :reference) RETURNING business_id, transaction_id
			)
			INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			SELECT business_id, transaction_id, line, account_id, amount_paise
			  FROM posted, (VALUES (1, :account, 100), (2, (SELECT account_id FROM ledger_account WHERE code = 'nodal'), -100))
			               AS entry (line, account_id, amount_paise)
			""";

	/** The parent {@code :unknown} of each row does not exist; by the violated rule. */
	private static final Map<String, String> WITHOUT_REFERENCE = Map.of("event without its payout",
			"""
					INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
					VALUES (:business, :unknown, 1, 3, 'CREATED', 'TEST', 'INITIATED', 'Initiated')
					""",
			"bank attempt without its payout", """
					INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state)
					VALUES (:business, :unknown, 1, 'sandbox', 'R', 'CLAIMED')
					""", "ledger entry without its transaction", """
					INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					VALUES (:business, :unknown, 1, 1, 100), (:business, :unknown, 2, 4, -100)
					""", "ledger transaction without its payout",
			"""
					WITH posted AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
					  VALUES (:business, uuidv7(), 'PAYOUT_DEBIT', :unknown) RETURNING business_id, transaction_id
					)
					INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					SELECT business_id, transaction_id, line, line, 300 - 200 * line FROM posted, generate_series(1, 2) AS line
					""",
			"movement without its wallet or its transaction",
			"""
					INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
					                             balance_after_paise, total_credit_paise, credit_count, ledger_transaction_id,
					                             description, created_at)
					VALUES (:unknown, 1, 'TOPUP', 'CREDIT', 100, 0, 100, 100, 1, uuidv7(), 'Top-up', now())
					""",
			"webhook delivery without its event",
			"""
					INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body)
					SELECT business_id, endpoint_id, :payout, :unknown, 'Initiated', '{}' FROM webhook_endpoint WHERE business_id = :business
					""");

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final TestBusiness other = TestBusiness.create(this.database);

	private final UUID payout = this.business.payout(10_00, 0, 0);

	private final UUID endpoint = endpoint(this.business);

	private final UUID othersEndpoint = endpoint(this.other);

	@AfterAll
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "business, business_id", "beneficiary, business_id", "beneficiary, beneficiary_id",
			"ledger_account, account_id", "ledger_account, business_id", "webhook_endpoint, business_id",
			"webhook_endpoint, endpoint_id", "webhook_delivery, business_id", "webhook_delivery, endpoint_id",
			"webhook_delivery, event_id", "webhook_delivery, payout_id", "wallet, business_id",
			"bank_attempt, payout_id" })
	void refusesToChangeTheKeyOfAParent(String table, String column) {
		refuses("UPDATE %s SET %s = %2$s".formatted(table, column), table + " is append-only: UPDATE refused");
	}

	@ParameterizedTest
	@CsvSource({ "business", "beneficiary", "ledger_account", "webhook_endpoint" })
	void refusesToRemoveAParent(String table) {
		refuses("DELETE FROM " + table, table + " is append-only: DELETE refused");
		refuses("TRUNCATE " + table + " CASCADE", table + " is append-only: TRUNCATE refused");
	}

	@Test
	void refusesPayoutWithoutItsBeneficiary() {
		UUID beneficiary = this.jdbc.sql("SELECT beneficiary_id FROM payout WHERE payout_id = :payout")
			.param("payout", this.payout)
			.query(UUID.class)
			.single();
		String rule = "the beneficiary of payout [-0-9a-f]{36} does not exist";
		refuses(PAYOUT, rule, Map.of("business", this.business.id(), "beneficiary", UUID.randomUUID()));
		refuses(PAYOUT, rule, Map.of("business", this.other.id(), "beneficiary", beneficiary));
		refuses(PAYOUT, rule, Map.of("business", UUID.randomUUID(), "beneficiary", beneficiary));
	}

	@Test
	void refusesDeliveryWithoutItsEndpoint() {
		UUID unknown = UUID.randomUUID();
		refuses(DELIVERY, "webhook endpoint " + unknown + " does not exist",
				Map.of("business", this.business.id(), "endpoint", unknown));
		refuses(DELIVERY, "webhook endpoint " + this.othersEndpoint + " does not exist",
				Map.of("business", this.business.id(), "endpoint", this.othersEndpoint));
		refuses(DELIVERY, "webhook endpoint " + this.endpoint + " does not exist",
				Map.of("business", UUID.randomUUID(), "endpoint", this.endpoint));
	}

	@Test
	void refusesEntriesOfForeignAccountsAndTransactionsWithoutBusiness() {
		long foreign = account("wallet:" + this.other.id());
		refuses(POSTING, "ledger account " + foreign + " does not exist or belongs to another business",
				Map.of("business", this.business.id(), "account", foreign, "reference", "A"));
		refuses(POSTING, "ledger account 987654 does not exist or belongs to another business",
				Map.of("business", this.business.id(), "account", 987654L, "reference", "B"));
		UUID unknown = UUID.randomUUID();
		refuses(POSTING, "business " + unknown + " of a ledger transaction does not exist",
				Map.of("business", unknown, "account", account("suspense"), "reference", "C"));
	}

	@ParameterizedTest
	@CsvSource({ "event without its payout, payout UNKNOWN of a row of payout_event does not exist",
			"bank attempt without its payout, payout UNKNOWN of a row of bank_attempt does not exist",
			"ledger entry without its transaction, ledger transaction UNKNOWN of an entry does not exist",
			"ledger transaction without its payout, payout UNKNOWN of a ledger transaction does not exist",
			"movement without its wallet or its transaction, wallet UNKNOWN of a movement does not exist",
			"webhook delivery without its event, event UNKNOWN of a webhook delivery does not exist" })
	void refusesRowsWithoutWhatTheyReferTo(String row, String rule) {
		UUID unknown = UUID.randomUUID();
		refuses(WITHOUT_REFERENCE.getOrDefault(row, ""), rule.replace("UNKNOWN", unknown.toString()),
				Map.of("business", this.business.id(), "unknown", unknown));
	}

	@Test
	void refusesDeliveryOfAnEventOfAnotherPayoutAndMovementWithoutItsTransaction() {
		UUID others = this.business.payout(10_00, 0, 0);
		refuses("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body)
				SELECT :business, :endpoint, :payout, event_id, 'Initiated', '{}' FROM payout_event WHERE payout_id = :others
				""",
				"does not exist or is of another payout",
				Map.of("business", this.business.id(), "endpoint", this.endpoint, "others", others));
		refuses(WITHOUT_REFERENCE.getOrDefault("movement without its wallet or its transaction", ""),
				"differs from its ledger entries", Map.of("unknown", this.business.id()));
	}

	@Test
	void reportsReferencesThatCameInWithoutTriggers() {
		new TransactionTemplate(new DataSourceTransactionManager(this.database.dataSource()))
			.executeWithoutResult((transaction) -> {
				this.jdbc.sql("SET LOCAL session_replication_role = replica").update();
				WITHOUT_REFERENCE.values()
					.forEach(
							(sql) -> insert(sql, Map.of("business", this.business.id(), "unknown", UUID.randomUUID())));
				assertThat(this.jdbc.sql("SELECT DISTINCT rule FROM reference_violation").query(String.class).list())
					.containsExactlyInAnyOrderElementsOf(WITHOUT_REFERENCE.keySet());
				assertThat(this.jdbc.sql("SELECT rule FROM money_violation").query(String.class).list())
					.containsAll(WITHOUT_REFERENCE.keySet());
				transaction.setRollbackOnly();
			});
	}

	@Test
	void reportsRowsThatCameInWithoutTriggers() {
		new TransactionTemplate(new DataSourceTransactionManager(this.database.dataSource()))
			.executeWithoutResult((transaction) -> {
				this.jdbc.sql("SET LOCAL session_replication_role = replica").update();
				UUID unknown = UUID.randomUUID();
				insert(PAYOUT, Map.of("business", this.business.id(), "beneficiary", unknown));
				insert(DELIVERY, Map.of("business", this.business.id(), "endpoint", unknown));
				insert(POSTING, Map.of("business", this.business.id(), "account", 987654L, "reference", "D"));
				insert(POSTING, Map.of("business", unknown, "account", account("suspense"), "reference", "E"));

				List<String> rules = List.of("payout without its beneficiary", "webhook delivery without its endpoint",
						"ledger entry of a foreign account", "ledger transaction without its business");
				assertThat(this.jdbc.sql("SELECT rule FROM orphan_violation").query(String.class).list())
					.containsExactlyInAnyOrderElementsOf(rules);
				assertThat(this.jdbc.sql("SELECT rule FROM money_violation").query(String.class).list())
					.containsAll(rules);
				transaction.setRollbackOnly();
			});
		assertThat(this.business.violations()).isEmpty();
	}

	private void refuses(String sql, String rule) {
		refuses(sql, rule, Map.of());
	}

	private void refuses(String sql, String rule, Map<String, ?> values) {
		assertThatThrownBy(() -> insert(sql, values)).isInstanceOf(DataIntegrityViolationException.class)
			.rootCause()
			.message()
			.containsPattern(rule);
	}

	private void insert(String sql, Map<String, ?> values) {
		this.jdbc.sql(sql).params(values).param("payout", this.payout).update();
	}

	private UUID endpoint(TestBusiness owner) {
		return this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext)
				VALUES (:id, 'https://merchant.example/hook', '\\x00') RETURNING endpoint_id
				""").param("id", owner.id()).query(UUID.class).single();
	}

	private long account(String code) {
		return this.jdbc.sql("SELECT account_id FROM ledger_account WHERE code = :code")
			.param("code", code)
			.query(Long.class)
			.single();
	}

}
