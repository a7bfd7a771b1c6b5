package dev.hundi.bench.growth;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bench.growth.GrowthWork.Operation;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.sandbox.server.PreparedDatabase;
import dev.hundi.secret.KeyFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A short run, which fails unless every payout is debited and settled, every webhook is
 * delivered, every day closes without a break and no money rule is broken.
 */
class GrowthBenchIntegrationTests {

	/** How long a pool lends a connection again without a check: it may be terminated. */
	private static final String UNCHECKED_MS = "com.zaxxer.hikari.aliveBypassWindowMs";

	private static final String[] HISTORY = { "payout", "payout_event", "payout_utr", "bank_attempt",
			"ledger_transaction", "ledger_entry", "wallet_movement", "webhook_delivery", "payout_search",
			"bank_statement_line", "reconciliation_match_item" };

	@BeforeAll
	static void checkEachConnection() {
		System.setProperty(UNCHECKED_MS, "0");
	}

	@AfterAll
	static void checkIdleConnections() {
		System.clearProperty(UNCHECKED_MS);
	}

	@Test
	void measuresEveryOperationAtEverySizeAndKeepsTheBooksCorrect(@TempDir Path directory) throws Exception {
		PreparedDatabase.copyTo(directory.resolve("postgres"));
		Map<Operation, List<double[]>> figures = GrowthBench.run(directory, List.of(1_000L, 2_000L),
				new GrowthBench.Extent(1, 40, 100));
		assertThat(figures).containsOnlyKeys(Operation.values());
		assertThat(figures.values()).allSatisfy((rounds) -> assertThat(rounds).singleElement()
			.satisfies((round) -> assertThat(round).hasSize(2).doesNotContain(0)));
	}

	@Test
	void judgesLargerSizesOnly() {
		assertThat(GrowthBench.verdict(List.of(new double[] { 7 }))).isEqualTo("not compared");
		assertThat(GrowthBench.verdict(List.of(new double[] { 10, 11 }))).isEqualTo("pass, reached");
		assertThat(GrowthBench.verdict(List.of(new double[] { 10, 11, 12 }))).isEqualTo("pass");
		assertThat(GrowthBench.verdict(List.of(new double[] { 10, 14, 12 }))).isEqualTo("FAIL");
	}

	/** Where an index serves, it is used; a scan that remains has none. */
	@Test
	void workAndTheClosingOfADayScanNoTableOfThePast(@TempDir Path directory) throws Exception {
		PreparedDatabase.copyTo(directory.resolve("postgres"));
		KeyFile.createIfMissing(directory.resolve("key.json"));
		try (PostgresServer server = PostgresServer.start(directory.resolve("postgres"), 0,
				directory.resolve("postgres.log"));
				GrowthDatabase database = new GrowthDatabase(server, directory.resolve("key.json"), "past", 1_000, 2,
						100)) {
			GrowthWork work = new GrowthWork(database, 40);
			database.jdbc().sql("ALTER DATABASE past SET enable_seqscan = off").update();
			// Ends every connection that began before the setting.
			scans(database);
			work.round();
			Map<String, Long> before = scans(database);
			work.round();
			assertThat(scans(database)).containsExactlyInAnyOrderEntriesOf(before);
			GrowthBench.requireCorrectBooks(database);
			database.jdbc()
				.sql("SET session_replication_role = replica; UPDATE wallet SET balance_paise = balance_paise + 1")
				.update();
			assertThatThrownBy(() -> GrowthBench.requireCorrectBooks(database)).hasMessageContaining("Money rules");
		}
	}

	/** Scans of whole tables so far. Sessions report theirs when they end. */
	private static Map<String, Long> scans(GrowthDatabase database) throws SQLException {
		database.bean(DataSource.class).unwrap(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
		database.jdbc().sql("""
				SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
				 WHERE datname = current_database() AND pid <> pg_backend_pid()
				""").query().listOfRows();
		return database.jdbc()
			.sql("SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname = ANY (:tables)")
			.param("tables", HISTORY)
			.query((row, number) -> Map.entry(row.getString(1), row.getLong(2)))
			.list()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

}
