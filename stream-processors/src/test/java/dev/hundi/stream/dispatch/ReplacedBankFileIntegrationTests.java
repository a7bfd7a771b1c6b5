package dev.hundi.stream.dispatch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.hundi.digest.Sha256;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The bank renames a corrected file over the one that is being read. */
class ReplacedBankFileIntegrationTests {

	private static final String REPORT = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'><CstmrPmtStsRpt>"
			+ "<GrpHdr/><OrgnlGrpInfAndSts/></CstmrPmtStsRpt><!-- %s --></Document>";

	@Test
	void readsTheFileThatReplacesOneBeingRead(@TempDir Path directory) throws Exception {
		Path file = Files.createDirectories(directory.resolve("in")).resolve("status.xml");
		Path corrected = directory.resolve("in/.corrected");
		Files.writeString(file, REPORT.formatted("wrong"));
		Files.writeString(corrected, REPORT.formatted("right"));
		try (TestDatabase database = TestDatabase.create();
				Dispatching dispatch = Dispatching.with(database).fileBank("files", directory).start();
				ExecutorService other = Executors.newSingleThreadExecutor()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			Future<?> exchange;
			try (Connection blocker = database.dataSource().getConnection();
					PreparedStatement receive = blocker.prepareStatement(
							"INSERT INTO bank_file_received (bank, sha256, file_name) VALUES ('files', ?, 'blocker')")) {
				blocker.setAutoCommit(false);
				receive.setString(1, Sha256.hex(Files.readAllBytes(file)));
				receive.execute();
				exchange = other.submit(dispatch::exchangeFiles);
				await().until(() -> jdbc
					.sql("""
							SELECT count(*) FROM pg_stat_activity
							 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO bank_file_received%'
							   AND pid <> pg_backend_pid()
							""")
					.query(Long.class)
					.single() > 0);
				Files.move(corrected, file, StandardCopyOption.ATOMIC_MOVE);
				blocker.rollback();
			}
			exchange.get();
			dispatch.exchangeFiles();
			assertThat(jdbc.sql("SELECT count(*) FROM bank_file_received WHERE bank = 'files'")
				.query(Integer.class)
				.single()).isEqualTo(2);
			try (Stream<Path> in = Files.list(file.resolveSibling(""))) {
				assertThat(in).isEmpty();
			}
		}
	}

}
