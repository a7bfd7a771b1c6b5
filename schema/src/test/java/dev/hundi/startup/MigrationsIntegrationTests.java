package dev.hundi.startup;

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
	void publishesInsertsOfTheTwoEventTablesAndNothingElse() {
		assertThat(this.jdbc
			.sql("SELECT tablename FROM pg_publication_tables WHERE pubname = 'hundi_events' ORDER BY tablename")
			.query(String.class)
			.list()).containsExactly("beneficiary_event", "payout_event");
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
	void startsWithNoMoneyViolated() {
		assertThat(this.jdbc.sql("SELECT count(*) FROM money_violation").query(Long.class).single()).isZero();
	}

}
