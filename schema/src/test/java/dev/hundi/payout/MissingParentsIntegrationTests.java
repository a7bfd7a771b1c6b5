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
			"webhook_endpoint, endpoint_id", "webhook_delivery, business_id", "webhook_delivery, endpoint_id" })
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
