package dev.hundi.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.hundi.digest.Sha256;
import dev.hundi.sandbox.OtherProgram.Printed;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.reference.ApiReference;
import dev.hundi.sandbox.server.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of the guide and the API reference, over HTTP and in Chromium.
 * {@link EndToEndIntegrationTests} runs these tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReferenceIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final HttpClient http = HttpClient.newHttpClient();

	private final Platform platform;

	private final Path directory;

	private DemoBusiness business;

	@SuppressWarnings("NullAway.Init")
	private Browser browser;

	ReferenceIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
	}

	@BeforeAll
	void startBrowser() throws Exception {
		this.browser = new Browser(Path.of("target", "chromium").toAbsolutePath());
	}

	@AfterAll
	void closeBrowser() {
		if (this.browser != null) {
			this.browser.close();
		}
	}

	@BeforeAll
	void seed() {
		DemoBusinesses businesses = new DemoBusinesses(this.platform, this.directory);
		this.business = businesses.create("Asha Traders", 10_00_000_00L, true);
		DemoBusiness closed = businesses.create("Dhruv Finserv", 0, false);
		PrivateFile.write(SandboxFile.in(this.directory),
				new SandboxFile(this.platform.apiUrl(), this.platform.url(Part.PORTAL), this.platform.url(Part.STAFF),
						this.platform.bankUrl(), this.platform.receiverUrl(),
						new SandboxFile.Database(this.platform.databaseUrl(), PostgresServer.username,
								PostgresServer.password),
						this.platform.bootstrapServers(), List.of(this.business, closed), List.of()));
	}

	@Test
	void theBrowserShowsTheGuideAndEveryOperationAndFindsThem() throws Exception {
		JsonNode document = document();
		this.browser.open(this.platform.referenceUrl());
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(this.browser.evaluate("document.querySelector('aside').innerText").asString())
						.contains("Guide", "Signing", "Every endpoint", "Envelope", "API reference", "Webhooks"));
		document.path("paths").properties().forEach((path) -> path.getValue().properties().forEach((operation) -> {
			String anchor = "tag/%s/%s%s".formatted(
					operation.getValue().at("/tags/0").asString().toLowerCase(Locale.ROOT).replace(' ', '-'),
					operation.getKey().toUpperCase(Locale.ROOT), path.getKey());
			this.browser.evaluate("location.hash = '#%s'".formatted(anchor));
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(headings(this.browser))
					.contains(operation.getValue().path("summary").asString()));
		}));
		assertThat(this.browser.evaluate("document.body.innerText").asString()).contains("curl");
		for (JsonNode page : guidePages(document)) {
			this.browser.evaluate("location.hash = '#tag/%s'".formatted(page.path("name").asString()));
			await().atMost(PATIENCE)
				.untilAsserted(
						() -> assertThat(headings(this.browser)).startsWith(page.path("x-displayName").asString())
							.doesNotContainAnyElementsOf(titles(document, page)));
		}
		find(this.browser, "Reactivate", "Reactivate an archived beneficiary");
		find(this.browser, "Following", "Following a payout");
		assertThat(this.browser.requested()).as("only this origin")
			.isNotEmpty()
			.allMatch((url) -> url.startsWith(this.platform.receiverUrl() + "/") || url.startsWith("data:")
					|| url.startsWith("blob:"));
	}

	/** Titles of all other pages of the guide, and of the introduction. */
	private static List<String> titles(JsonNode document, JsonNode except) {
		String own = except.path("x-displayName").asString();
		return Stream
			.concat(Stream.of("Hundi payouts"),
					guidePages(document).stream().map((page) -> page.path("x-displayName").asString()))
			.filter((title) -> !title.equals(own))
			.toList();
	}

	private static List<JsonNode> guidePages(JsonNode document) {
		return document.path("tags")
			.valueStream()
			.filter((tag) -> tag.path("name").asString().startsWith("guide-"))
			.toList();
	}

	@Test
	void theGuideHasPagesWhoseLinksLeadSomewhere() throws Exception {
		JsonNode document = document();
		List<JsonNode> pages = guidePages(document);
		assertThat(pages).extracting((page) -> page.path("x-displayName").asString())
			.startsWith("Five minutes", "Environments", "Signing")
			.endsWith("Bulk files", "Events", "The sandbox")
			.hasSize(21);
		List<String> anchors = pages.stream().map((page) -> "#tag/" + page.path("name").asString()).toList();
		for (JsonNode page : pages) {
			List<String> links = Pattern.compile("]\\(([^)]+)\\)")
				.matcher(page.path("description").asString())
				.results()
				.map((link) -> link.group(1))
				.toList();
			for (String link : links) {
				if (link.startsWith("#")) {
					assertThat(anchors).contains(link);
				}
				else {
					assertThat(get(link).statusCode()).as("%s of %s", link, page.path("name")).isEqualTo(200);
				}
			}
		}
	}

	/**
	 * Headings that are displayed, in view or not; Scalar renders what is near the view.
	 */
	private static List<String> headings(Browser browser) {
		return browser.evaluate("""
				[...document.querySelectorAll('main h1, main h2, main h3')].filter((heading) => heading.offsetParent)
				  .map((heading) => heading.innerText.trim())""").valueStream().map(JsonNode::asString).toList();
	}

	private static void find(Browser browser, String text, String expected) {
		browser.evaluate("document.querySelector('aside button').click()");
		await().atMost(PATIENCE)
			.until(() -> browser.evaluate("document.activeElement.tagName").asString().equals("INPUT"));
		browser.evaluate("document.activeElement.select()");
		browser.type(text);
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(browser.evaluate("document.querySelector('[role=dialog]').innerText").asString())
						.contains(expected));
		browser.evaluate(
				"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))");
	}

	@Test
	void tryItSignsInTheBrowserAndShowsTheAnswer() throws Exception {
		this.browser.open(this.platform.referenceUrl().resolve("#tag/wallet/GET/v1/wallet"));
		click(this.browser, "Test Request(get /v1/wallet)");
		click(this.browser, "Send");
		String spendable = new MerchantClient(this.platform.apiUrl(), this.business.apiKey(),
				this.business.signingKey())
			.get("/v1/wallet")
			.data()
			.path("spendablePaise")
			.asString();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(
					this.browser.evaluate("document.querySelector('[role=dialog]').innerText").asString())
				.contains("200", "OK", spendable));
		assertThat(this.browser.evaluate("[...document.getElementById('business').options].map((o) => o.text).join()")
			.asString()).isEqualTo("Asha Traders");
	}

	@Test
	void tryItSignsTheIdempotencyKeyOfAPayout() throws Exception {
		this.browser.open(this.platform.referenceUrl().resolve("#tag/payouts/POST/v1/payouts"));
		click(this.browser, "Test Request(post /v1/payouts)");
		click(this.browser, "Send");
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(
					this.browser.evaluate("document.querySelector('[role=dialog]').innerText").asString())
				.contains("beneficiary_not_found"));
		assertThat(this.browser.requestHeaders("/docs/try/v1/payouts")).containsEntry("x-signed-headers",
				"idempotency-key");
	}

	private static void click(Browser browser, String label) {
		await().atMost(PATIENCE).until(() -> browser.evaluate("""
				(() => {
				  const button = [...document.querySelectorAll('button')]
				      .find((each) => each.textContent.trim().startsWith('%s') && each.offsetParent);
				  button?.click();
				  return button !== undefined;
				})()""".formatted(label)).asBoolean());
	}

	@Test
	void samplesOfEveryLanguageRun(@TempDir Path temporary) throws Exception {
		for (String operation : List.of("/v1/wallet get", "/v1/beneficiaries post", "/v1/bulk-payouts post",
				"/v1/payouts get", "/v1/payouts post")) {
			String[] parts = operation.split(" ", -1);
			for (JsonNode sample : document().path("paths").path(parts[0]).path(parts[1]).path("x-codeSamples")) {
				String label = sample.path("label").asString();
				List<String> command = command(label, temporary, sample.path("source").asString(),
						operation.startsWith("/v1/wallet"));
				Printed printed = OtherProgram.run(label.toLowerCase(Locale.ROOT), command,
						Map.of("API_KEY", this.business.apiKey(), "SIGNING_KEY", this.business.signingKey()),
						new byte[0]);

				JsonNode answer = JsonMapper.shared().readTree(printed.output());
				assertThat(answer.path("status").asInt()).as("%s %s: %s", operation, label, printed)
					.isIn(200, 202, 404, 409);
				if (operation.equals("/v1/payouts post")) {
					assertThat(answer.path("code").asString()).isEqualTo("beneficiary_not_found");
					assertThat(sample.path("source").asString()).contains("x-signed-headers");
				}
			}
		}
	}

	private static List<String> command(String label, Path directory, String source, boolean javaFromFile)
			throws IOException {
		return switch (label) {
			case "curl" -> List.of("bash", Files.writeString(directory.resolve("sample.sh"), source).toString());
			case "Python" -> List.of("python3", Files.writeString(directory.resolve("sample.py"), source).toString());
			case "Node" -> List.of("node", Files.writeString(directory.resolve("sample.mjs"), source).toString());
			case "Java" -> {
				Path file = Files.writeString(directory.resolve("Sample.java"), source);
				// Java compiles it at each run, which takes several times as long.
				yield javaFromFile
						? List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), file.toString())
						: Sample.compiled(file, directory);
			}
			default -> throw new AssertionError(label);
		};
	}

	@Test
	void everyOperationHasASampleOfEveryLanguage() throws Exception {
		document().path("paths")
			.forEach((path) -> path.forEach((operation) -> assertThat(operation.path("x-codeSamples")
				.valueStream()
				.filter((sample) -> !sample.path("source").asString().contains("@"))
				.map((sample) -> sample.path("label").asString())).containsExactly("curl", "Python", "Node", "Java")));
	}

	@Test
	void servesOnlyItsFilesAndOnlyLocalPagesGetKeys() throws Exception {
		assertThat(get("").body()).contains("content=\"default-src 'self'; ").doesNotContain("https:");
		assertThat(get("no-such.js").statusCode()).isEqualTo(404);
		assertThat(get("ApiReference.class").statusCode()).isEqualTo(404);
		assertThat(get("../reference/index.html").statusCode()).isEqualTo(404);
		assertThat(get("clients/signatures.json").body()).contains("canonical");
		assertThat(get("scalar.js").headers().map()).containsEntry("Content-Encoding", List.of("gzip"));
		assertThat(get("clients/java/HundiClient.java").body()).contains("class HundiClient");
		assertThat(get("try/openapi.json").statusCode()).isEqualTo(404);
		assertThat(get("try/v1/wallet").body()).contains("auth_headers_missing");
		assertThat(get("keys.json").body()).contains(this.business.signingKey())
			.doesNotContain("Dhruv", "webhookSecret");
	}

	@Test
	void theVendoredFileIsThatOfItsOrigin() throws Exception {
		try (InputStream file = Objects.requireNonNull(ApiReference.class.getResourceAsStream("scalar.js.gz"));
				InputStream origin = Objects
					.requireNonNull(ApiReference.class.getResourceAsStream("scalar-ORIGIN.txt"))) {
			byte[] script = new GZIPInputStream(file).readAllBytes();
			assertThat(new String(origin.readAllBytes(), StandardCharsets.UTF_8)).contains(Sha256.hex(script));
		}
	}

	private JsonNode document() throws Exception {
		return JsonMapper.shared().readTree(get("openapi.json").body());
	}

	private HttpResponse<String> get(String file) throws Exception {
		return http.send(
				HttpRequest.newBuilder(URI.create(this.platform.referenceUrl() + file)).timeout(PATIENCE).build(),
				HttpResponse.BodyHandlers.ofString());
	}

}
