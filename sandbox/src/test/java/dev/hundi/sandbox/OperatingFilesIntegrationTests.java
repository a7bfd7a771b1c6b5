package dev.hundi.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.EnumSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The dashboard and the alerts use only metrics and labels of a running platform.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatingFilesIntegrationTests {

	private static final Path DIRECTORY = Path.of("..", "docs", "operating");

	private static final Pattern METRIC = Pattern.compile("\\b(?:hundi|hikaricp|jvm|process)_[a-z_]+");

	private static final Pattern LABELLED = Pattern.compile("\\b((?:hundi|hikaricp|jvm|process)_[a-z_]+)\\{([^}]*)}");

	private static final Pattern LABEL = Pattern.compile("([a-z_]+)=~?\"");

	private Path directory;

	private Platform platform;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.directory = directory;
		this.platform = Platform.builder(directory)
			.run(Application.STAFF, Application.Mode.IN_PROCESS)
			.set(Application.BATCH, "hundi.reconciliation.poll-interval=200ms", "hundi.statement.poll-interval=200ms")
			.set(Application.STREAM, fileBank(directory))
			.run(Application.STAFF, Application.Mode.IN_PROCESS)
			.start();
		new DemoBusinesses(this.platform, directory).openNodalAccount();
	}

	/** A bank with files, which has metrics of its own but gets no payouts. */
	private static String[] fileBank(Path directory) {
		return new String[] { "hundi.dispatch.banks.host.rails=",
				"hundi.dispatch.banks.host.files.directory=" + directory.resolve("bank-files"),
				"hundi.dispatch.banks.host.files.debtor-name=Hundi Payouts",
				"hundi.dispatch.banks.host.files.debtor-account=900100200300",
				"hundi.dispatch.banks.host.files.debtor-ifsc=SBOX0000001",
				"hundi.dispatch.banks.host.security.signature-bundle=sandbox-bank-signing" };
	}

	@AfterAll
	void stop() {
		this.platform.close();
	}

	@Test
	void useExistingMetrics() throws Exception {
		String alerts = Files.readString(DIRECTORY.resolve("alerts.yaml"));
		String dashboard = Files.readString(DIRECTORY.resolve("dashboard.json"));
		Merchant merchant = Merchant.with(this.platform, this.directory, 10_000_00);
		UUID paid = merchant.pay(Merchant.SUCCESS, "100.00");
		merchant.terminal(paid);
		merchant.assertNotified(paid, "Initiated", "Successful");
		await().untilAsserted(() -> {
			String scraped = scrape(this.platform);
			assertThat(metrics(scraped)).containsAll(metrics(alerts)).containsAll(metrics(dashboard));
			assertLabelsExist(alerts + dashboard.replace("\\\"", "\""), scraped);
		});
	}

	@Test
	void areWellFormed() throws IOException {
		JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DIRECTORY.resolve("dashboard.json")));
		assertThat(dashboard.path("panels")).isNotEmpty();
		Set<Integer> ids = new TreeSet<>();
		for (JsonNode panel : dashboard.path("panels")) {
			assertThat(ids.add(panel.path("id").asInt())).as("ids are unique").isTrue();
		}
		assertThat(new Yaml().<Object>load(Files.readString(DIRECTORY.resolve("alerts.yaml")))).asString()
			.contains("HundiRelayHasNoLeader");
	}

	@Test
	void everyAlertIsDocumentedForOperators() throws IOException {
		String book = Files.readString(DIRECTORY.resolveSibling("operating.md"));
		Set<String> alerts = Pattern.compile("alert: (\\w+)")
			.matcher(Files.readString(DIRECTORY.resolve("alerts.yaml")))
			.results()
			.map((found) -> found.group(1))
			.collect(Collectors.toSet());
		assertThat(alerts).hasSizeGreaterThan(10).allSatisfy((alert) -> assertThat(book).contains("`" + alert + "`"));
	}

	private static void assertLabelsExist(String files, String scraped) {
		LABELLED.matcher(files).results().forEach((used) -> LABEL.matcher(used.group(2)).results().forEach((label) -> {
			String metric = used.group(1);
			assertThat(scraped.lines().filter((line) -> line.startsWith(metric + "{")))
				.as("%s with the label %s", metric, label.group(1))
				.anyMatch((line) -> line.contains(label.group(1) + "=\""));
		}));
	}

	private static Set<String> metrics(String text) {
		return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
	}

	private static String scrape(Platform platform) {
		StringBuilder all = new StringBuilder();
		try (HttpClient http = HttpClient.newHttpClient()) {
			for (Application application : EnumSet.of(Application.API, Application.STREAM, Application.BATCH,
					Application.STAFF)) {
				URI page = platform.managementUrl(application).resolve("/actuator/prometheus");
				HttpResponse<String> answer = http.send(HttpRequest.newBuilder(page).build(),
						HttpResponse.BodyHandlers.ofString());
				assertThat(answer.statusCode()).as("%s", page).isEqualTo(200);
				all.append(answer.body()).append('\n');
			}
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		return all.toString();
	}

	/** Runs after the tests that need few metrics. */
	@Nested
	class Commands extends OperatorCommandsIntegrationTests {

		Commands() {
			super(OperatingFilesIntegrationTests.this.platform, OperatingFilesIntegrationTests.this.directory);
		}

	}

	/** Reconciles the money of the previous tests too. */
	@Nested
	class ClosedDay extends ClosedDayIntegrationTests {

		ClosedDay() {
			super(OperatingFilesIntegrationTests.this.platform, OperatingFilesIntegrationTests.this.directory);
		}

	}

}
