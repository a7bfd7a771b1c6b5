package dev.hundi.api;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import dev.hundi.api.bulk.LoadedFile;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Forwarder;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.filestore.FileStore;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class OutageIntegrationTests {

	private static final String BENEFICIARY = """
			{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"026291800001191","ifsc":"YESB0000262"}""";

	private static final Duration DEADLINE = Duration.ofMinutes(2);

	@Test
	void answers503IfALockTimesOut() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				RunningApi api = RunningApi.start(database, "--hundi.database.statement-timeout=2s");
				Connection blocker = database.dataSource().getConnection()) {
			IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
			blocker.setAutoCommit(false);
			blocker.createStatement().execute("LOCK TABLE beneficiary IN EXCLUSIVE MODE");

			Answer answer = api.send(Call.post("/v1/beneficiaries", BENEFICIARY), key);
			assertThat(answer.refusal()).isEqualTo("503 temporarily_unavailable");
			assertThat(answer.header("Retry-After")).isEqualTo("5");

			blocker.rollback();
			// A busy server may need longer than the timeout even for this.
			Awaitility.await()
				.untilAsserted(() -> assertThat(api.send(Call.post("/v1/beneficiaries", BENEFICIARY), key).status())
					.isEqualTo(201));
		}
	}

	/** As after a failover, until the connections lead to the new primary. */
	@Test
	void answers503WhileTheDatabaseIsReadOnly() {
		try (TestDatabase database = TestDatabase.create(); RunningApi api = RunningApi.start(database)) {
			IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			readOnly(jdbc, true);

			// More calls than the pool has closed connections, which are outages, too.
			for (int i = 0; i < 20; i++) {
				for (Call call : List.of(Call.post("/v1/beneficiaries", BENEFICIARY), Call.get("/v1/wallet"))) {
					assertThat(api.send(call, key).refusal()).isEqualTo("503 temporarily_unavailable");
				}
			}

			readOnly(jdbc, false);
			Awaitility.await()
				.atMost(DEADLINE)
				.untilAsserted(() -> assertThat(api.send(Call.post("/v1/beneficiaries", BENEFICIARY), key).status())
					.isEqualTo(201));
		}
	}

	/** The setting is for new connections, so the API's are closed. */
	private static void readOnly(JdbcClient jdbc, boolean on) {
		jdbc.sql("ALTER ROLE hundi_api IN DATABASE %s SET default_transaction_read_only = %s"
			.formatted(jdbc.sql("SELECT quote_ident(current_database())").query(String.class).single(), on)).update();
		jdbc.sql("""
				SELECT count(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity
				 WHERE datname = current_database() AND usename = 'hundi_api'
				""").query(Long.class).single();
	}

	/**
	 * If the answer of a commit is lost, its row is stored, and so is the file it names.
	 */
	@Test
	void keepsTheFileOfAnUploadIfTheAnswerOfTheCommitIsLost(@TempDir Path directory) throws Exception {
		try (TestDatabase database = TestDatabase.create();
				Forwarder postgresql = Forwarder.to(database);
				RunningApi api = RunningApi.startAt(postgresql.url(), "--hundi.file-store=" + directory);
				Connection blocker = database.dataSource().getConnection()) {
			IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			blocker.setAutoCommit(false);
			blocker.createStatement().execute("LOCK TABLE bulk_file IN SHARE MODE");
			CompletableFuture<Answer> upload = CompletableFuture
				.supplyAsync(() -> api.send(LoadedFile.call("fileName=a.csv", "Name,Amount\nRamesh,1\n"), key));
			Awaitility.await()
				.until(() -> jdbc
					.sql("SELECT count(*) FROM pg_locks WHERE relation = 'bulk_file'::regclass AND NOT granted")
					.query(Integer.class)
					.single() == 1);

			postgresql.beginOutage();
			blocker.rollback();

			assertThat(upload.join().refusal()).isEqualTo("503 temporarily_unavailable");
			Awaitility.await().until(() -> !storedAs(jdbc).isEmpty());
			assertThat(new FileStore(directory).open(storedAs(jdbc).getFirst())).isPresent();
		}
	}

	private static List<String> storedAs(JdbcClient jdbc) {
		return jdbc.sql("SELECT stored_as FROM bulk_file").query(String.class).list();
	}

	@Test
	void waitsForPostgresqlAtStartupAndSurvivesItsOutages(CapturedOutput output) {
		try (TestDatabase database = TestDatabase.create();
				var threads = Executors.newVirtualThreadPerTaskExecutor();
				Forwarder postgresql = Forwarder.to(database)) {
			postgresql.beginOutage();
			String url = postgresql.url();
			CompletableFuture<RunningApi> starting = CompletableFuture.supplyAsync(() -> RunningApi.startAt(url),
					threads);
			Awaitility.await()
				.atMost(DEADLINE)
				.untilAsserted(() -> assertThat(output).contains("Waiting for PostgreSQL at " + url));
			assertThat(starting).isNotDone();

			postgresql.endOutage();
			try (RunningApi api = starting.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join()) {
				IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
				assertThat(api.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200);

				postgresql.beginOutage();
				Answer answer = api.send(Call.get("/v1/wallet"), key);
				assertThat(answer.refusal()).isEqualTo("503 temporarily_unavailable");
				assertThat(answer.header("Retry-After")).isEqualTo("5");

				postgresql.endOutage();
				Awaitility.await()
					.atMost(DEADLINE)
					.untilAsserted(() -> assertThat(api.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200));
			}
		}
	}

}
