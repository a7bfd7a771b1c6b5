package dev.hundi.api.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A file store that fails is an error of the API; a caller that closes its connection is
 * not.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailingFilesIntegrationTests {

	private static final String EXPORT = "/v1/wallet/transactions/export";

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private static Path directory;

	@SuppressWarnings("NullAway.Init")
	private static RunningApi api;

	private final IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());

	@BeforeAll
	static void start() {
		api = RunningApi.start(database, "--hundi.file-store=" + directory, "--hundi.bulk.upload-timeout=1h",
				"--hundi.bulk.least-rate=0B", "--hundi.http.read-timeout=1h");
	}

	@AfterAll
	static void stop() {
		api.close();
		database.close();
	}

	@Test
	void answers500AndLogsIfAnUploadCannotBePublished(CapturedOutput output) throws IOException {
		byte[] content = ("Name,Amount\n" + UUID.randomUUID() + ",1\n").getBytes(StandardCharsets.UTF_8);
		byte[] request = Call.of("POST", "/v1/bulk-payouts?fileName=a.csv")
			.body(content)
			.header("Content-Type", "text/csv")
			.bytes(this.key);
		try (KeptConnection connection = api.connect().write(Arrays.copyOf(request, request.length - 1))) {
			await().untilAsserted(() -> assertThat(unfinished()).hasSize(1));
			Files.delete(unfinished().getFirst());

			Answer answer = connection.write(new byte[] { request[request.length - 1] }).read();
			assertThat(answer.refusal()).isEqualTo("500 internal_error");
		}
		assertThat(output).contains("A request to /v1/bulk-payouts failed").contains("NoSuchFileException");
		assertThat(jdbc.sql("SELECT count(*) FROM bulk_file").query(Long.class).single()).isZero();
	}

	/** A loop of links cannot be opened, and a directory cannot be read. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void answers500AndLogsIfAnExportCannotBeRead(boolean opens, CapturedOutput output) throws IOException {
		api.send(Call.get(EXPORT), this.key);
		UUID export = newestExport();
		Path file = finish(export, 7);
		if (opens) {
			Files.createDirectory(file);
		}
		else {
			Files.createSymbolicLink(file, file);
		}

		for (String target : List.of(EXPORT, "/v1/wallet/exports/" + export + "/file")) {
			Answer answer = api.send(Call.get(target), this.key);
			assertThat(answer.refusal()).isEqualTo("500 internal_error");
			assertThat(answer.headers()).doesNotContainKeys("content-disposition", "x-row-count");
		}
		assertThat(output).contains("A request to " + EXPORT + " failed")
			.contains("A request to /v1/wallet/exports/{id}/file failed");
	}

	@Test
	void logsNothingIfTheCallerClosesTheConnection(CapturedOutput output) throws IOException {
		api.send(Call.get(EXPORT), this.key);
		UUID export = newestExport();
		// Larger than the buffers of both sockets.
		byte[] content = new byte[64 * 1024 * 1024];
		Files.write(finish(export, content.length), content);

		try (KeptConnection connection = api.connect()
			.write(Call.get("/v1/wallet/exports/" + export + "/file").bytes(this.key))) {
			connection.socket().setReceiveBufferSize(4096);
			assertThat(connection.socket().getInputStream().read()).isEqualTo('H');
			connection.socket().setSoLinger(true, 0);
		}

		// The request has ended.
		await().untilAsserted(() -> assertThat(api.manage("/actuator/prometheus").body().lines())
			.anyMatch((line) -> line.startsWith("hundi_http_requests_seconds_count{")
					&& line.contains("/v1/wallet/exports/{id}/file") && line.contains("status=\"200\"")));
		assertThat(output).doesNotContain(" failed").doesNotContain("ClientAbort");
	}

	private static UUID newestExport() {
		return jdbc.sql("SELECT export_id FROM wallet_export ORDER BY export_id DESC LIMIT 1")
			.query(UUID.class)
			.single();
	}

	/** As batch-jobs does, but without the file. */
	private static Path finish(UUID export, long sizeBytes) throws IOException {
		String name = "wallet-export/" + export + "-1.csv";
		jdbc.sql(
				"""
						UPDATE wallet_export
						   SET status = 'DONE', due_at = NULL, row_count = 3, truncated = true, size_bytes = :size, stored_as = :name,
						       sha256 = sha256('content'), completed_at = now(), expires_at = now() + interval '7 days'
						 WHERE export_id = :id
						""")
			.param("size", sizeBytes)
			.param("name", name)
			.param("id", export)
			.update();
		Files.createDirectories(directory.resolve("wallet-export"));
		return directory.resolve(name);
	}

	private static List<Path> unfinished() throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter((file) -> file.toString().endsWith(".unfinished")).toList();
		}
	}

}
