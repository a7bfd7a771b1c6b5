package dev.hundi.startup;

import java.time.Duration;

import dev.hundi.payout.PayoutStatus;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class MigrationsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void holdsTheSameTransitionsAsPayoutStatus() {
		var stored = this.jdbc.sql("SELECT from_status, to_status FROM payout_status_transition")
			.query((row, number) -> PayoutStatus.of(row.getInt(1)) + " to " + PayoutStatus.of(row.getInt(2)))
			.list();
		var inJava = java.util.Arrays.stream(PayoutStatus.values())
			.flatMap((from) -> from.successors().stream().map((to) -> from + " to " + to))
			.toList();
		assertThat(stored).containsExactlyInAnyOrderElementsOf(inJava);
	}

	@Test
	void publishesIdsAndStatesOfInsertsIntoTheTwoEventTablesAndNothingElse() {
		assertThat(this.jdbc.sql("SELECT tablename || attnames::text FROM pg_publication_tables ORDER BY tablename")
			.query(String.class)
			.list()).containsExactly("beneficiary_event{business_id,beneficiary_id,sequence,event_id,kind,created_at}",
					"payout_event{business_id,payout_id,sequence,event_id,stage,created_at}");
		assertThat(this.jdbc.sql("SELECT tablename FROM pg_publication_tables WHERE rowfilter IS NOT NULL")
			.query(String.class)
			.list()).containsExactly("payout_event");
		assertThat(this.jdbc
			.sql("SELECT pubinsert AND NOT pubupdate AND NOT pubdelete AND NOT pubtruncate FROM pg_publication")
			.query(Boolean.class)
			.list()).containsExactly(true);
	}

	@Test
	void givesTheRelayRoleReplicationAndNothingMore() {
		assertThat(this.jdbc.sql("""
				SELECT rolcanlogin AND rolreplication AND NOT rolsuper AND NOT rolcreaterole AND NOT rolcreatedb
				  FROM pg_roles WHERE rolname = 'hundi_relay'
				""").query(Boolean.class).single()).isTrue();
	}

	@Test
	void checksEveryStoredUtrAndVirtualAccount() {
		assertThat(this.jdbc
			.sql("""
					SELECT c.table_name || '.' || c.column_name
					  FROM information_schema.columns c
					  JOIN information_schema.tables t USING (table_schema, table_name)
					 WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
					   AND c.column_name IN ('utr', 'virtual_account_number') AND c.table_name <> 'wallet'
					   AND NOT EXISTS (SELECT FROM pg_constraint k
					                    WHERE k.conrelid = c.table_name::regclass
					                      AND pg_get_constraintdef(k.oid) LIKE '%is_canonical_utr(' || c.column_name || ')%')
					""")
			.query(String.class)
			.list()).isEmpty();
		assertThat(this.jdbc
			.sql("""
					SELECT form FROM (VALUES ('TWEF6CF816'), ('twef6cf816'), ('TWEF 6CF'), (' TWEF'), ('TWEF' || chr(10)), ('TWEF-6'), ('É'), (''))
					       AS forms (form) WHERE is_canonical_utr(form)
					""")
			.query(String.class)
			.list()).containsExactly("TWEF6CF816");
	}

	@Test
	void givesMigrationsAsMuchTimeAsTheyNeed() {
		DatabaseSettings impatient = new DatabaseSettings(database.url() + "?socketTimeout=1", "postgres", "postgres",
				1, Duration.ofMinutes(1));
		String longerThanTheTimeout = "SELECT 'done' || pg_sleep(1.5)::text";
		assertThat(JdbcClient.create(MigrateSchema.dataSource(impatient))
			.sql(longerThanTheTimeout)
			.query(String.class)
			.single()).isEqualTo("done");
	}

	@Test
	void startsWithNoMoneyViolated() {
		assertThat(this.jdbc.sql("SELECT count(*) FROM money_violation").query(Long.class).single()).isZero();
	}

}
