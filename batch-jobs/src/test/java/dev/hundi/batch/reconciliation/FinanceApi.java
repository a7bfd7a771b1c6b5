package dev.hundi.batch.reconciliation;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The operator API as its users Bharat, who proposes, and Chandni, who approves.
 */
final class FinanceApi {

	private static final JsonMapper json = JsonMapper.shared();

	private final BooksOnDatabase books;

	FinanceApi(BooksOnDatabase books) {
		this.books = books;
	}

	HttpResponse<byte[]> get(String path) throws Exception {
		HttpResponse<byte[]> answer = send(request("/reconciliation" + path).build());
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
		return answer;
	}

	JsonNode json(String path) throws Exception {
		return json.readTree(get(path).body());
	}

	HttpResponse<byte[]> post(String path, Object body) throws Exception {
		return send(request("/reconciliation" + path).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
			.build());
	}

	/** Uploads a bank statement file. */
	void upload(String name, String content) throws Exception {
		HttpResponse<byte[]> answer = send(
				request("/statements/files?name=" + name).POST(HttpRequest.BodyPublishers.ofString(content)).build());
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
	}

	String propose(String action, Long... breaks) throws Exception {
		return propose(action, Map.of(), breaks);
	}

	String propose(String action, Map<String, ?> more, Long... breaks) throws Exception {
		Map<String, Object> body = new HashMap<>(Map.of("action", action, "breakIds", Arrays.asList(breaks), "reason",
				"It is clear", "evidence", "The bank's letter 7", "by", "Bharat"));
		body.putAll(more);
		HttpResponse<byte[]> answer = post("/resolutions", body);
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
		return json.readTree(answer.body()).path("resolutionId").asString();
	}

	String revoke(long matchId) throws Exception {
		return propose("REVOKE", Map.of("matchId", matchId));
	}

	/** Requests to release or withdraw a statement. */
	String propose(String action, UUID statement, Map<String, ?> more) throws Exception {
		Map<String, Object> wanted = new HashMap<>(Map.of("bankStatementId", statement));
		wanted.putAll(more);
		return propose(action, Map.of("statement", wanted));
	}

	void approve(String resolution) throws Exception {
		HttpResponse<byte[]> answer = post("/resolutions/" + resolution + "/approve", Map.of("by", "Chandni"));
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
	}

	void signOff(long runId) throws Exception {
		HttpResponse<byte[]> answer = post("/runs/" + runId + "/sign-off", Map.of("by", "Chandni"));
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(200);
	}

	/** The message of a refused request. */
	String refused(String path, Object body) throws Exception {
		HttpResponse<byte[]> answer = post(path, body);
		assertThat(answer.statusCode()).as(text(answer)).isEqualTo(409);
		return text(answer);
	}

	private HttpRequest.Builder request(String path) {
		String port = this.books.context.getEnvironment().getProperty("local.server.port");
		return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/internal" + path))
			.header("Authorization", "Bearer " + BooksOnDatabase.TOKEN);
	}

	private static HttpResponse<byte[]> send(HttpRequest request) throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
		}
	}

	private static String text(HttpResponse<byte[]> answer) {
		return new String(answer.body(), StandardCharsets.UTF_8);
	}

}
