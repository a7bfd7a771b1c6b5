package dev.hundi.work;

import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class ElectedCopyIntegrationTests {

	@Test
	void electsOneCopyUntilItsSessionEnds() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				ElectedCopy first = new ElectedCopy(database.dataSource(), 1);
				ElectedCopy second = new ElectedCopy(database.dataSource(), 1);
				ElectedCopy other = new ElectedCopy(database.dataSource(), 2)) {
			assertThat(first.isElected()).isTrue();
			assertThat(second.isElected()).isFalse();
			assertThat(other.isElected()).isTrue();
			assertThat(first.isElected()).isTrue();

			// Other classes take locks in other databases of the server.
			JdbcClient.create(database.dataSource()).sql("""
					SELECT pg_terminate_backend(pid) FROM pg_locks
					 WHERE locktype = 'advisory' AND objid = 1
					   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
					""").query().singleRow();
			Awaitility.await().until(second::isElected);
			assertThat(first.isElected()).isFalse();

			second.close();
			assertThat(first.isElected()).isTrue();
		}
	}

}
