package dev.hundi.money;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts that the database writes have the amounts of {@link Rupees}. */
class RupeesIntegrationTests {

	@Test
	void theDatabaseGroupsAsPagesDo() {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			for (long paise : new long[] { 0, 5, 99, 100, 999_99, 1_000_00, 99_999_00, 1_00_000_00, 12_34_567_89,
					1_23_45_678_90, 100_00_00_000_01L }) {
				assertThat(rupees(jdbc, paise)).isEqualTo("₹" + Rupees.formatGrouped(paise));
			}
			assertThat(rupees(jdbc, -12_34_567_89)).isEqualTo("−₹12,34,567.89");
		}
	}

	private static String rupees(JdbcClient jdbc, long paise) {
		return jdbc.sql("SELECT rupees(:paise)").param("paise", paise).query(String.class).single();
	}

}
