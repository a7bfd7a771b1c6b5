package dev.hundi.sandbox;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.digest.Sha256;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.testing.ManyMovements;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Exports requested through the API and written by batch-jobs, which is killed meanwhile,
 * on the platform of {@link BatchProcessIntegrationTests}, which runs these tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExportsIntegrationTests {

	private static final String EXPORT = "/v1/wallet/transactions/export";

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final HttpClient http = HttpClient.newHttpClient();

	private final Map<UUID, MerchantClient> clients = new ConcurrentHashMap<>();

	private final SharedPlatform shared;

	private final Platform platform;

	private final JdbcClient jdbc;

	ExportsIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
		this.platform = shared.platform();
		this.jdbc = JdbcClient.create(this.platform.dataSource());
	}

	@BeforeAll
	void start() {
		this.shared.start(Application.BATCH, Application.Mode.IN_PROCESS, "hundi.export.lease=5s",
				"hundi.export.attempts=100", BatchProcessIntegrationTests.NO_STATEMENTS);
	}

	@Test
	void exportedFileEqualsTheList() throws Exception {
		UUID business = business(5_000);
		for (String query : List.of("", "search=Adjustment%20499",
				"since=2026-03-31T06:31:40Z&until=2026-03-31T06:35:00Z", "search=UTR12&since=2026-03-31T06:31:40Z")) {
			List<String> listed = listed(business, query);
			HttpResponse<String> file = fetch(business, "?format=csv&" + query);
			List<String> exported = file.body()
				.lines()
				.skip(1)
				.map((line) -> line.replaceAll(".*,([0-9a-f-]{36}),\"\\{.*", "$1"))
				.toList();
			assertThat(exported.reversed()).as(query).isEqualTo(listed);
			assertThat(file.headers().firstValue("X-Row-Count")).contains(Integer.toString(listed.size()));
			assertThat(file.headers().firstValue("X-Truncated")).contains("false");
		}
	}

	@Test
	void killedWriterLeavesNoFileAndAnotherCompletesIt() throws Exception {
		UUID business = business(20_000);
		this.platform.stop(Application.BATCH);
		HttpResponse<String> early = send(business, EXPORT);
		assertThat(early.statusCode()).isEqualTo(503);
		assertThat(early.headers().firstValue("Retry-After")).isPresent();
		try (Connection blocker = this.platform.dataSource().getConnection();
				Statement statement = blocker.createStatement()) {
			// The process may start for longer than idle transactions may last.
			statement.execute("SET idle_in_transaction_session_timeout = 0");
			blocker.setAutoCommit(false);
			statement.execute("LOCK TABLE payout IN ACCESS EXCLUSIVE MODE");
			this.shared.start(Application.BATCH, Application.Mode.CHILD_PROCESS);
			await().atMost(PATIENCE).until(() -> !files(business).isEmpty());
			this.platform.process(Application.BATCH).kill();
			blocker.rollback();
		}
		assertThat(files(business)).isNotEmpty().allMatch((file) -> file.toString().endsWith(".unfinished"));
		assertThat(send(business, EXPORT).statusCode()).isEqualTo(503);
		this.shared.start(Application.BATCH, Application.Mode.IN_PROCESS);

		HttpResponse<String> done = fetch(business, "");
		assertThat(done.body().lines()).hasSize(20_001);
		JsonNode export = exports(business).get(0);
		assertThat(exports(business)).hasSize(1);
		assertThat(export.path("status").asString()).isEqualTo("DONE");
		assertThat(export.path("rowCount").asInt()).isEqualTo(20_000);
		assertThat(this.jdbc.sql("SELECT attempt_count FROM wallet_export WHERE business_id = :id")
			.param("id", business)
			.query(Integer.class)
			.single()).as("the lease of a slow machine's writer may run out too").isGreaterThanOrEqualTo(2);
		HttpResponse<String> later = send(business,
				"/v1/wallet/exports/" + export.path("exportId").asString() + "/file");
		assertThat(later.body()).isEqualTo(done.body());
		assertThat(export.path("sha256").asString()).isEqualTo(Sha256.hex(done.body()));
	}

	@Test
	void fileIsAvailableAfterTheCallerDisconnects() throws Exception {
		UUID business = business(20_000);
		HttpRequest request = signed(business, EXPORT);
		URI api = this.platform.apiUrl();
		try (Socket socket = new Socket(api.getHost(), api.getPort())) {
			StringBuilder head = new StringBuilder(
					"GET " + EXPORT + " HTTP/1.1\r\nHost: " + api.getAuthority() + "\r\n");
			request.headers()
				.map()
				.forEach((name, values) -> head.append(name).append(": ").append(values.getFirst()).append("\r\n"));
			socket.getOutputStream().write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
			await().atMost(PATIENCE).until(() -> exports(business).size() == 1);
		}
		await().atMost(PATIENCE).until(() -> exports(business).get(0).path("status").asString().equals("DONE"));
		assertThat(fetch(business, "").body().lines()).hasSize(20_001);
		assertThat(exports(business)).hasSize(1);
	}

	private UUID business(int movements) {
		UUID business = this.shared.business(0).businessId();
		ManyMovements.create(this.platform.dataSource(), business, movements, Instant.parse("2026-03-31T06:30:00Z"));
		return business;
	}

	/** Ids of the movements that the list shows, newest first. */
	private List<String> listed(UUID business, String query) throws Exception {
		List<String> ids = new ArrayList<>();
		MerchantClient client = client(business);
		JsonNode page;
		do {
			page = client.get("/v1/wallet/transactions?limit=200&offset=" + ids.size() + "&" + query)
				.expect(200)
				.data();
			page.path("rows").forEach((row) -> ids.add(row.path("movementId").asString()));
		}
		while (page.path("rows").size() == 200);
		assertThat(ids).hasSize(page.path("summary").path("totalCount").asInt()).isNotEmpty();
		return ids;
	}

	/** Polls until the file exists, as a merchant that retries does. */
	private HttpResponse<String> fetch(UUID business, String query) {
		HttpResponse<String> answer = await().atMost(PATIENCE)
			.until(() -> send(business, EXPORT + query), (each) -> each.statusCode() != 503);
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
			.matches("attachment; filename=\"wallet-BIZ\\w{8}-\\d{8}-\\d{8}\\.csv\"");
		return answer;
	}

	private JsonNode exports(UUID business) {
		return client(business).get("/v1/wallet/exports").expect(200).data();
	}

	private HttpResponse<String> send(UUID business, String path) throws IOException, InterruptedException {
		return this.http.send(signed(business, path), HttpResponse.BodyHandlers.ofString());
	}

	private HttpRequest signed(UUID business, String path) {
		return client(business).signed("GET", path, "", Map.of());
	}

	private MerchantClient client(UUID business) {
		return this.clients.computeIfAbsent(business, (id) -> {
			IssuedKey key = this.platform.bean(ApiKeys.class).issue(id);
			return new MerchantClient(this.http, this.platform.apiUrl(), key.apiKey(), key.signingKey());
		});
	}

	private List<Path> files(UUID business) throws IOException {
		Path folder = this.shared.directory().resolve("files").resolve("wallet-export");
		if (Files.notExists(folder)) {
			return List.of();
		}
		List<String> exports = this.jdbc.sql("SELECT export_id FROM wallet_export WHERE business_id = :id")
			.param("id", business)
			.query(String.class)
			.list();
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> exports.stream().anyMatch(file.toString()::contains)).toList();
		}
	}

}
