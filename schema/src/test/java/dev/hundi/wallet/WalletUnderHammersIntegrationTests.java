package dev.hundi.wallet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several processes top up, debit and reverse in one wallet at once, over the same
 * payouts.
 */
class WalletUnderHammersIntegrationTests {

	private static final long SEED = 20_261_121;

	private static final int PROCESSES = 3;

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void neverGoesBelowItsMinimumAndReserve(@TempDir Path directory) throws Exception {
		TestBusiness business = TestBusiness.create(database).rules("10", 1_000_00, false);
		Random random = new Random(SEED);
		for (int i = 0; i < 1_500; i++) {
			business.payout(1 + random.nextInt(40_000), 4_00, 72);
		}

		List<Process> hammers = new ArrayList<>();
		for (int i = 0; i < PROCESSES; i++) {
			hammers.add(hammer(business, i, directory.resolve("hammer-" + i + ".log")));
		}
		for (Process hammer : hammers) {
			assertThat(hammer.waitFor()).as("exit code; see %s", directory).isZero();
		}

		assertThat(business.violations()).isEmpty();
		assertThat(this.jdbc.sql("""
				SELECT m.sequence
				  FROM wallet_movement m
				  JOIN business b ON b.business_id = m.business_id
				 WHERE m.business_id = :id AND m.type = 'PAYOUT_DEBIT'
				   AND m.total_paise > greatest(0, m.balance_before_paise
				                                   - ceil(m.balance_before_paise * b.reserve_percent / 100)
				                                   - b.min_balance_paise)
				""").param("id", business.id()).query(Long.class).list()).as("debits beyond what could be spent")
			.isEmpty();
		assertThat(this.jdbc.sql("SELECT DISTINCT type FROM wallet_movement WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.list()).containsExactlyInAnyOrder("TOPUP", "PAYOUT_DEBIT", "PAYOUT_REVERSAL");
		assertThat(this.jdbc
			.sql("SELECT count(*) FROM payout WHERE business_id = :id AND response_code = 'INSUFFICIENT_BALANCE'")
			.param("id", business.id())
			.query(Integer.class)
			.single()).as("payouts for which there was too little").isPositive();
	}

	private static Process hammer(TestBusiness business, int number, Path log) throws Exception {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-Xmx128m", "-Duser.timezone=UTC", "-cp", System.getProperty("java.class.path"),
				WalletHammer.class.getName(), database.url(), business.id().toString(), Long.toString(SEED + number))
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
	}

}
