package dev.hundi.payout;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.testing.BuffersRead;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plans that are made while the tables are empty and without statistics: sessions keep
 * them, so they must be right for full tables.
 */
class FreshPlansIntegrationTests {

	private static final Pattern INDEX_SCAN = Pattern.compile("Index (?:Only )?Scan using (\\S+) on .*");

	/** An equality of each column of a unique index, with numbered parameters. */
	private static final String UNIQUE_KEYS = """
			SELECT i.indrelid::regclass || ' WHERE ' || string_agg(format('%I = $%s::%s', a.attname, k.position,
			       format_type(a.atttypid, a.atttypmod)), ' AND ' ORDER BY k.position)
			  FROM pg_index i
			  JOIN pg_class t ON t.oid = i.indrelid AND t.relkind = 'r' AND NOT t.relispartition
			                 AND t.relnamespace = 'public'::regnamespace
			 CROSS JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (number, position)
			  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
			 WHERE i.indisunique AND i.indexprs IS NULL AND i.indpred IS NULL AND k.position <= i.indnkeyatts
			 GROUP BY i.indexrelid, i.indrelid
			 ORDER BY 1
			""";

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final BuffersRead buffersRead = new BuffersRead(jdbc);

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class);

	@BeforeAll
	static void neverAnalyze() {
		jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
		// Migrations fill small tables, which autovacuum may have analyzed by now.
		for (String table : jdbc
			.sql("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
			.query(String.class)
			.list()) {
			jdbc.sql("ALTER TABLE " + table + " SET (autovacuum_enabled = false)").update();
			jdbc.sql("SELECT pg_clear_relation_stats('public', :table)").param("table", table).query().singleRow();
		}
		jdbc.sql("DELETE FROM pg_statistic WHERE starelid >= 16384").update();
	}

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void findsRowsByUniqueKeysWithoutReadingOthers() {
		// EXPLAIN takes no parameters, and only the simple protocol leaves them open.
		JdbcClient simple = JdbcClient.create(new DriverManagerDataSource(
				database.url() + (database.url().contains("?") ? "&" : "?") + "preferQueryMode=simple", "postgres",
				"postgres"));
		List<String> keys = jdbc.sql(UNIQUE_KEYS).query(String.class).list();
		assertThat(keys).contains("payout WHERE business_id = $1::uuid AND payout_id = $2::uuid");
		assertThat(keys).allSatisfy((key) -> {
			List<String> plan = simple.sql("EXPLAIN (GENERIC_PLAN, COSTS OFF) SELECT 1 FROM " + key)
				.query(String.class)
				.list();
			Matcher scan = INDEX_SCAN.matcher(plan.getFirst());
			assertThat(scan.matches()).as("%s: %s", key, plan).isTrue();
			if (plan.stream().anyMatch((line) -> line.contains("Filter"))) {
				assertThat(isUnique(scan.group(1), plan.get(1))).as("%s: %s", key, plan).isTrue();
			}
		});
	}

	@Test
	void acceptsAndDebitsBeforeTheFirstAnalyze() {
		TestBusiness business = TestBusiness.create(database);
		context.getBean(TopUpWallet.class).topUp(business.id(), 1_000_000_00L, "UTR1", "A top-up");
		List<UUID> beneficiaries = jdbc
			.sql("""
					INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc)
					SELECT :id, 'BEN' || lpad(i::text, 8, '0'), 'Ramesh Kumar', '9876543210', 500000000000 + i, 'HDFC0000001'
					  FROM generate_series(1, 400) AS i
					RETURNING beneficiary_id
					""")
			.param("id", business.id())
			.query(UUID.class)
			.list();
		AcceptPayout accept = new AcceptPayout(new JdbcTemplate(database.dataSource()), context.getBean(Payouts.class));
		List<UUID> payouts = new ArrayList<>();
		for (UUID beneficiary : beneficiaries) {
			if (payouts.size() == 300) {
				buffersRead.reset();
			}
			payouts.add(accept(accept, business.id(), beneficiary));
		}
		assertThat(buffersRead.count()).as("buffers of 100 accepts").isLessThan(100 * 100);

		DebitWallets debits = context.getBean(DebitWallets.class);
		for (int i = 0; i < 12; i++) {
			debits.debit(business.id(), List.of(payouts.removeFirst()));
		}
		buffersRead.reset();
		assertThat(debits.debit(business.id(), payouts).debited()).isEqualTo(388);
		assertThat(buffersRead.count()).as("buffers of 388 debits").isLessThan(388 * 100);
	}

	/** A nested loop of rows before and after a statement reads no buffers. */
	@Test
	void comparesRowsBeforeAndAfterByHash() {
		assertThat(jdbc.sql("SELECT proconfig::text FROM pg_proc WHERE proname = 'check_payout_changes'")
			.query(String.class)
			.single()).contains("enable_nestloop=off");
	}

	@Test
	void collectsStatisticsOfEveryKeyColumn() {
		assertThat(jdbc.sql("""
				SELECT DISTINCT a.attrelid::regclass || '.' || a.attname
				  FROM pg_attribute a
				  JOIN pg_index i ON i.indrelid = a.attrelid
				                 AND a.attnum = ANY ((i.indkey::smallint[])[0 : i.indnkeyatts - 1])
				  JOIN pg_class t ON t.oid = a.attrelid AND t.relnamespace = 'public'::regnamespace
				 WHERE a.attstattarget = 0
				""").query(String.class).list()).isEmpty();
		assertThat(jdbc.sql("""
				SELECT a.attname FROM pg_attribute a WHERE a.attrelid = 'payout_event'::regclass AND a.attstattarget = 0
				""").query(String.class).list()).contains("response_message");
	}

	/** Whether a condition determines at most one row of an index. */
	private static boolean isUnique(String index, String condition) {
		long columns = Pattern.compile(" = \\$").matcher(condition).results().count();
		return jdbc
			.sql("SELECT indisunique AND indnkeyatts = :columns FROM pg_index WHERE indexrelid = :index::regclass")
			.param("columns", columns)
			.param("index", index)
			.query(Boolean.class)
			.single();
	}

	private static UUID accept(AcceptPayout accept, UUID businessId, UUID beneficiaryId) {
		String own = beneficiaryId.toString();
		Acceptance acceptance = accept.accept(
				new NewPayout(businessId, "pk_fresh", own, own, beneficiaryId, Rail.IMPS, 1_00, new Charge(0, 0), own));
		assertThat(acceptance).isInstanceOf(Acceptance.Accepted.class);
		return ((Acceptance.Accepted) acceptance).receipt().payoutId();
	}

}
