package dev.hundi.api.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the API without batch-jobs; the tests write the exports themselves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportRequestsIntegrationTests {

	private static final String EXPORT = "/v1/wallet/transactions/export";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private Path files;

	private RunningApi api;

	ExportRequestsIntegrationTests(@TempDir Path files) {
		this.files = files;
		this.api = RunningApi.start(this.database, "--hundi.file-store=" + files, "--hundi.export.wait-at-most=100ms",
				"--hundi.export.per-business=2", "--hundi.export.total=4", "--hundi.export.total-xls=1");
	}

	@BeforeAll
	void createDirectory() throws IOException {
		Files.createDirectories(this.files.resolve("wallet-export"));
	}

	@AfterAll
	void stop() {
		this.api.close();
		this.database.close();
	}

	@BeforeEach
	void deleteOtherExports() {
		this.jdbc.sql("DELETE FROM wallet_export").update();
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			?format=doc, format invalid
			?format=CSV, format invalid
			?format=csv&format=pdf, format invalid
			?since=yesterday, since invalid
			?since=2026-11-21, since invalid
			?since=2026-11-22T00:00:00Z&until=2026-11-21T00:00:00Z, until invalid
			?limit=5, limit unknown_field
			""")
	void rejectsInvalidQuery(String query, String error) {
		Answer answer = send(key(), EXPORT + query);
		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
		assertThat(this.jdbc.sql("SELECT count(*) FROM wallet_export").query(Long.class).single()).isZero();
	}

	@Test
	void answers503UntilTheFileIsReady() throws IOException {
		IssuedKey key = key();
		Answer early = send(key, EXPORT);
		assertThat(early.refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(early.header("Retry-After")).isEqualTo("5");
		assertThat(send(key, EXPORT).refusal()).isEqualTo("503 temporarily_unavailable");
		UUID export = this.jdbc.sql("SELECT export_id FROM wallet_export").query(UUID.class).single();
		finish(export, "content");

		Answer done = this.api.send(Call.get(EXPORT + "?format=csv").header("Accept", "text/csv"), key);
		assertThat(done.status()).isEqualTo(200);
		assertThat(done.body()).isEqualTo("content");
		assertThat(done.header("Content-Type")).isEqualToIgnoringWhitespace("text/csv;charset=UTF-8");
		assertThat(done.header("Content-Length")).isEqualTo("7");
		assertThat(done.header("Content-Disposition"))
			.matches("attachment; filename=\"wallet-BIZ\\w{8}-\\d{8}-\\d{8}\\.csv\"");
		assertThat(done.header("Cache-Control")).isEqualTo("no-store");
		assertThat(done.header("X-Row-Count")).isEqualTo("3");
		assertThat(done.header("X-Truncated")).isEqualTo("true");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			since=2998-01-01T00:00:00Z,                                 29980101-29980101
			until=1990-01-01T00:00:00Z,                                 19900101-19900101
			since=2026-10-01T00:00:00Z&until=2026-10-01T00:00:00Z,      20261001-20261001
			since=2026-09-30T18:30:00Z&until=2026-09-30T18:30:00Z,      20261001-20261001
			since=2026-10-01T00:00:00%2B05:30&until=2026-11-01T00:00:00%2B05:30, 20261001-20261031
			since=2026-10-01T00:00:00%2B05:30&until=2999-01-01T00:00:00Z, 20261001-TODAY
			""")
	void namesNoFileAfterADayBeforeItsFirstOrAfterTheRequest(String window, String days) throws IOException {
		String today = DateTimeFormatter.BASIC_ISO_DATE.format(TestDay.inIndia(Duration.ofMinutes(1)));
		IssuedKey key = key();
		send(key, EXPORT + "?" + window);
		finish(this.jdbc.sql("SELECT export_id FROM wallet_export").query(UUID.class).single(), "content");
		assertThat(send(key, EXPORT + "?" + window).header("Content-Disposition"))
			.endsWith("-" + days.replace("TODAY", today) + ".csv\"");
	}

	@Test
	void listsExportsAndSendsFilesToOwnBusinessOnly() throws IOException {
		IssuedKey key = key();
		send(key, EXPORT + "?since=2026-11-01T00:00:00%2B05:30&search=salary");
		UUID export = this.jdbc.sql("SELECT export_id FROM wallet_export").query(UUID.class).single();
		String file = "/v1/wallet/exports/" + export + "/file";
		assertThat(send(key, file).refusal()).isEqualTo("503 temporarily_unavailable");
		finish(export, "content");

		Answer list = send(key, "/v1/wallet/exports");
		assertThat(list.status()).isEqualTo(200);
		assertThat(list.data()).hasSize(1);
		assertThat(list.data().get(0).propertyNames()).containsExactly("exportId", "format", "search", "since", "until",
				"status", "progress", "fileName", "rowCount", "truncated", "sizeBytes", "sha256", "expiresAt",
				"createdAt");
		assertThat(list.data().get(0).path("exportId").asString()).isEqualTo(export.toString());
		assertThat(list.data().get(0).path("search").asString()).isEqualTo("salary");
		assertThat(list.data().get(0).path("since").asString()).isEqualTo("2026-10-31T18:30:00.000Z");
		assertThat(list.data().get(0).path("status").asString()).isEqualTo("DONE");
		assertThat(list.data().get(0).path("progress").asInt()).isEqualTo(100);
		assertThat(send(key, file).body()).isEqualTo("content");

		IssuedKey other = key();
		assertThat(send(other, "/v1/wallet/exports").data()).isEmpty();
		assertThat(send(other, file).refusal()).isEqualTo("404 export_not_found");
		assertThat(send(key, "/v1/wallet/exports/1/file").refusal()).isEqualTo("400 validation_error");
		assertThat(send(key, "/v1/wallet/exports/" + UUID.randomUUID() + "/file").refusal())
			.isEqualTo("404 export_not_found");
	}

	@Test
	void missingFileIsNotFoundAndExportedAgainOnRequest() throws IOException {
		IssuedKey key = key();
		send(key, EXPORT);
		UUID export = this.jdbc.sql("SELECT export_id FROM wallet_export").query(UUID.class).single();
		finish(export, "content");
		Files.delete(this.files.resolve("wallet-export/" + export + "-1.csv"));
		assertThat(send(key, EXPORT).refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(send(key, "/v1/wallet/exports/" + export + "/file").refusal()).isEqualTo("404 export_not_found");
		assertThat(this.jdbc.sql("SELECT string_agg(status, ' ' ORDER BY export_id) FROM wallet_export")
			.query(String.class)
			.single()).isEqualTo("EXPIRED PENDING");
	}

	@Test
	void sameRequestAfterFailureCreatesAnotherExport() {
		IssuedKey key = key();
		send(key, EXPORT);
		this.jdbc.sql("UPDATE wallet_export SET status = 'FAILED', due_at = NULL, completed_at = now()").update();
		assertThat(send(key, EXPORT).refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(this.jdbc.sql("SELECT count(*) FROM wallet_export").query(Long.class).single()).isEqualTo(2);
	}

	/** The wallet of a merchant that pays moves while it waits for its file. */
	@Test
	void aRequestWithAnEndIsTheSameWhileTheWalletMoves() {
		TestBusiness business = TestBusiness.create(this.database);
		IssuedKey key = this.api.bean(ApiKeys.class).issue(business.id());
		TopUpWallet topUps = this.api.bean(TopUpWallet.class);
		topUps.topUp(business.id(), 100_00, "UTR" + System.nanoTime(), "Before");
		String ended = EXPORT + "?until=" + Instant.now().truncatedTo(ChronoUnit.MILLIS);
		assertThat(send(key, ended).refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(send(key, EXPORT).refusal()).isEqualTo("503 temporarily_unavailable");

		topUps.topUp(business.id(), 100_00, "UTR" + System.nanoTime(), "Meanwhile");

		assertThat(send(key, ended).refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(send(key, EXPORT).refusal()).as("a third export").isEqualTo("429 rate_limited");
		assertThat(this.jdbc.sql("SELECT count(*) FROM wallet_export").query(Long.class).single()).isEqualTo(2);
	}

	@Test
	void rejectsExportsBeyondBusinessLimit() {
		IssuedKey key = key();
		send(key, EXPORT + "?search=one");
		send(key, EXPORT + "?search=two");
		Answer third = send(key, EXPORT + "?search=three");
		assertThat(third.refusal()).isEqualTo("429 rate_limited");
		assertThat(third.header("Retry-After")).isEqualTo("5");
		// The same request does not create another export.
		assertThat(send(key, EXPORT + "?search=two").refusal()).isEqualTo("503 temporarily_unavailable");
		assertThat(send(key(), EXPORT + "?search=three").refusal()).isEqualTo("503 temporarily_unavailable");
	}

	@Test
	void rejectsWorkbooksBeyondTotalLimit() {
		send(key(), EXPORT + "?format=xls");
		assertThat(send(key(), EXPORT + "?format=xls").refusal()).isEqualTo("429 rate_limited");
		send(key(), EXPORT + "?format=pdf");
		send(key(), EXPORT);
		send(key(), EXPORT);
		assertThat(send(key(), EXPORT).refusal()).isEqualTo("429 rate_limited");
	}

	private IssuedKey key() {
		return this.api.bean(ApiKeys.class).issue(TestBusiness.create(this.database).id());
	}

	private Answer send(IssuedKey key, String target) {
		return this.api.send(Call.get(target), key);
	}

	/** As batch-jobs does. */
	private void finish(UUID export, String content) throws IOException {
		String name = "wallet-export/" + export + "-1.csv";
		Files.writeString(this.files.resolve(name), content);
		this.jdbc
			.sql("""
					UPDATE wallet_export
					   SET status = 'DONE', due_at = NULL, row_count = 3, truncated = true, size_bytes = :size, stored_as = :name,
					       sha256 = sha256(:content::bytea), completed_at = now(), expires_at = now() + interval '7 days'
					 WHERE export_id = :id
					""")
			.param("size", content.length())
			.param("name", name)
			.param("content", content)
			.param("id", export)
			.update();
	}

}
