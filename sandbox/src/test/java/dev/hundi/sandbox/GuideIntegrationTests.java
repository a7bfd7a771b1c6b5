package dev.hundi.sandbox;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.sandbox.client.MerchantClient;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Sends every request of {@code docs/integrating.md}, in its order and with one business,
 * and compares the answers. Ids that an answer shows are replaced by those of the real
 * answer in the requests that follow. {@code -Dwrite-openapi=true} writes the real
 * requests and answers into the guide. {@link EndToEndIntegrationTests} runs these tests.
 */
abstract class GuideIntegrationTests {

	private static final Path GUIDE = Path.of("..", "docs", "integrating.md");

	private static final Pattern BLOCK = Pattern.compile("(?ms)^```http\n(.*?)^```$");

	/** Fields whose values have to be those of the guide. */
	private static final Set<String> EXACT = Set.of("status", "code", "message", "responseCode", "stage");

	private static final boolean WRITE = Boolean.getBoolean("write-openapi");

	private static final JsonMapper json = JsonMapper.shared();

	private final Platform platform;

	private final Path directory;

	private final HttpClient http = HttpClient.newHttpClient();

	private final Map<String, String> realIds = new HashMap<>();

	GuideIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
	}

	@Test
	void everyRequestIsAnsweredAsTheGuideShows() throws Exception {
		DemoBusinesses businesses = new DemoBusinesses(this.platform, this.directory);
		businesses.openNodalAccount();
		DemoBusiness business = businesses.create("Asha Traders", 10_00_000_00L, true);
		var client = new MerchantClient(this.platform.apiUrl(), business.apiKey(), business.signingKey());
		String guide = Files.readString(GUIDE);
		List<String> blocks = BLOCK.matcher(guide).results().map((match) -> match.group(1)).toList();
		List<String> real = new ArrayList<>();
		Set<String> answered = new TreeSet<>();

		assertThat(blocks).hasSizeGreaterThan(40);
		for (int i = 0; i < blocks.size(); i += 2) {
			Message request = Message.of(withRealIds(blocks.get(i)));
			Message documented = Message.of(blocks.get(i + 1));
			Message answer = request.first().startsWith("GET ")
					? await().until(() -> send(client, request), (got) -> differences(documented, got).isEmpty())
					: send(client, request);
			assertThat(differences(documented, answer)).as("%s%n%s", blocks.get(i), answer).isEmpty();
			if (answer.first().startsWith("HTTP/1.1 2")) {
				answered.add(request.first());
			}
			if (answer.isJson()) {
				learn("", json.readTree(documented.body()), json.readTree(answer.body()));
			}
			real.add(request.text());
			real.add(answer.text());
		}
		assertEveryOperationIn(answered);
		if (WRITE) {
			var next = real.iterator();
			Files.writeString(GUIDE, BLOCK.matcher(guide)
				.replaceAll((match) -> Matcher.quoteReplacement("```http\n" + next.next() + "```")));
		}
	}

	private static void assertEveryOperationIn(Set<String> requests) throws Exception {
		JsonNode paths = json.readTree(Files.readString(GUIDE.resolveSibling("openapi.json"))).path("paths");
		assertThat(paths.size()).isGreaterThan(10);
		paths.propertyStream().forEach((path) -> path.getValue().propertyNames().forEach((method) -> {
			String form = method.toUpperCase(Locale.ROOT) + " " + path.getKey().replaceAll("\\{[^}]*}", "[^/?]+")
					+ "([?].*)?";
			assertThat(requests).as("the guide shows %s %s", method, path.getKey())
				.anyMatch((request) -> request.matches(form));
		}));
	}

	private String withRealIds(String block) {
		String text = block;
		for (Map.Entry<String, String> id : this.realIds.entrySet()) {
			text = text.replace(id.getKey(), id.getValue());
		}
		return text;
	}

	private Message send(MerchantClient client, Message request) throws Exception {
		String[] line = request.first().split(" ", 2);
		HttpRequest sent;
		if (line[1].startsWith("{")) {
			sent = HttpRequest
				.newBuilder(URI.create(line[1].replace("{bankUrl}", this.platform.bankUrl().toString())
					.replace("{webhookReceiverUrl}", this.platform.receiverUrl().toString())))
				.method(line[0], HttpRequest.BodyPublishers.ofString(request.body()))
				.build();
		}
		else {
			sent = client.signed(line[0], line[1], request.body(), request.headers());
		}
		HttpResponse<byte[]> response = this.http.send(sent, HttpResponse.BodyHandlers.ofByteArray());
		String type = response.headers().firstValue("Content-Type").orElse("");
		String body = new String(response.body(), StandardCharsets.UTF_8).replace("\r\n", "\n").replace("\uFEFF", "");
		if (type.startsWith("application/json")) {
			body = json.writerWithDefaultPrettyPrinter().writeValueAsString(json.readTree(body));
		}
		return new Message("HTTP/1.1 " + response.statusCode(), Map.of("Content-Type", type),
				body.endsWith("\n") ? body : body + "\n");
	}

	private static List<String> differences(Message documented, Message answer) {
		List<String> found = new ArrayList<>();
		compare("", json.valueToTree(List.of(documented.first(), documented.headers())),
				json.valueToTree(List.of(answer.first(), answer.headers())), found);
		if (!found.isEmpty() || !documented.first().equals(answer.first())) {
			return List.of(documented.first() + " is " + answer.first() + " " + answer.body());
		}
		if (answer.isJson()) {
			compare("", json.readTree(documented.body()), json.readTree(answer.body()), found);
		}
		else if (!WRITE) {
			List<String> shown = documented.body().lines().toList();
			List<String> got = answer.body().lines().toList();
			if (shown.size() != got.size() || !shown.getFirst().equals(got.getFirst())) {
				found.add(answer.body());
			}
		}
		return found;
	}

	private static void compare(String name, JsonNode documented, JsonNode actual, List<String> found) {
		boolean sameNames = documented.propertyNames().equals(actual.propertyNames())
				&& documented.size() == actual.size();
		boolean typed = documented.getNodeType() == actual.getNodeType() && (!documented.isContainer() || sameNames);
		boolean valued = !EXACT.contains(name) || documented.isContainer() || documented.equals(actual);
		if (!valued || (!WRITE && !typed)) {
			found.add("%s is %s".formatted(name, actual));
			return;
		}
		documented.propertyStream()
			.forEach((field) -> compare(field.getKey(), field.getValue(), actual.path(field.getKey()), found));
		for (int i = 0; i < (documented.isArray() ? documented.size() : 0); i++) {
			compare(name, documented.get(i), actual.path(i), found);
		}
	}

	private void learn(String name, JsonNode documented, JsonNode actual) {
		if (documented.isString() && (name.endsWith("Id") || name.equals("businessCode"))) {
			this.realIds.putIfAbsent(documented.asString(), actual.asString());
		}
		documented.propertyStream()
			.forEach((field) -> learn(field.getKey(), field.getValue(), actual.path(field.getKey())));
		for (int i = 0; i < (documented.isArray() ? documented.size() : 0); i++) {
			learn(name, documented.get(i), actual.path(i));
		}
	}

	/** A request or an answer, as the guide writes it. */
	private record Message(String first, Map<String, String> headers, String body) {

		static Message of(String text) {
			int end = text.indexOf("\n\n");
			List<String> head = ((end < 0) ? text : text.substring(0, end)).lines().toList();
			Map<String, String> headers = new LinkedHashMap<>();
			head.stream()
				.skip(1)
				.map((line) -> line.split(": ", 2))
				.forEach((header) -> headers.put(header[0], header[1]));
			return new Message(head.getFirst(), headers, (end < 0) ? "" : text.substring(end + 2));
		}

		boolean isJson() {
			return this.headers.getOrDefault("Content-Type", "").startsWith("application/json");
		}

		String text() {
			StringBuilder text = new StringBuilder(this.first).append('\n');
			this.headers.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
			return this.body.isEmpty() ? text.toString() : text.append('\n').append(this.body).toString();
		}

	}

}
