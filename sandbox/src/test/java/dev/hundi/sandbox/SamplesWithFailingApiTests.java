package dev.hundi.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.sandbox.OtherProgram.Printed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample clients against an API, or a proxy before it, that fails, and with other
 * spellings of its address.
 */
class SamplesWithFailingApiTests {

	private static final String SIGNING_KEY = "sk_1";

	private static final String PAYOUT = "{\"payoutTransactionId\":\"P1\",\"transactionId\":\"T1\",\"status\":11,"
			+ "\"responseCode\":\"SUCCESS\",\"utr\":\"1\",\"merchantReferenceId\":\"R1\",\"createdAt\":\"2026-11-23T06:00:00.000Z\"}";

	private static final String HTML = "<html><body>Bad gateway</body></html>";

	private static final String ERROR = "{\"status\":503,\"data\":null,\"message\":\"Busy\",\"meta\":null,\"code\":\"temporarily_unavailable\"}";

	/** Which is over, so that a client that reads it does not wait. */
	private static final String DATE = "Sat, 21 Nov 2026 08:15:30 GMT";

	private final List<Reply> failures = new ArrayList<>();

	private final List<String> payoutKeys = new CopyOnWriteArrayList<>();

	private final List<String> hosts = new CopyOnWriteArrayList<>();

	private final List<String> wrong = new CopyOnWriteArrayList<>();

	private HttpServer server;

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@ParameterizedTest
	@EnumSource
	void everyClientRetriesABrokenAnswerAndThoseOfProxies(Sample sample) throws IOException {
		this.failures.addAll(List.of(new Reply(200, "{\"status\":200,\"data\":{", 100, null),
				new Reply(502, HTML, HTML.length(), null), new Reply(504, "", -1, null),
				new Reply(408, HTML, HTML.length(), null)));

		assertPaysAtTheFifthAttempt(sample);
	}

	@ParameterizedTest
	@EnumSource
	void everyClientReadsEveryRetryAfter(Sample sample) throws IOException {
		this.failures
			.addAll(List.of(new Reply(503, ERROR, ERROR.length(), DATE), new Reply(429, ERROR, ERROR.length(), "0"),
					new Reply(503, ERROR, ERROR.length(), "soon"), new Reply(200, HTML, HTML.length(), null)));

		assertPaysAtTheFifthAttempt(sample);
	}

	@ParameterizedTest
	@EnumSource
	void noClientRetriesAnErrorThatLasts(Sample sample) throws IOException {
		this.failures.add(new Reply(403, HTML, HTML.length(), null));

		Printed printed = sample.client(Map.of(), "", sandboxFile(address()));

		assertThat(printed.exit()).as("%s", printed).isNotZero();
		assertThat(this.payoutKeys).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void everyClientTakesAnAddressThatEndsWithASlash(Sample sample) throws IOException {
		Printed printed = sample.client(Map.of(), "", sandboxFile(address() + "/"));

		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(this.wrong).isEmpty();
	}

	/**
	 * Through a proxy, because the port of HTTP is not free for tests. Node has no proxy;
	 * its URL drops the port.
	 */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NODE")
	void everyClientSignsTheHostThatItSendsIfTheAddressNamesTheDefaultPort(Sample sample) throws IOException {
		String port = Integer.toString(this.server.getAddress().getPort());

		Printed printed = sample.client(
				Map.of("http_proxy", address(), "no_proxy", "", "JAVA_TOOL_OPTIONS",
						"-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=" + port),
				"", sandboxFile("http://api.hundi.example:80/"));

		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(this.hosts).isNotEmpty().allMatch((host) -> host.startsWith("api.hundi.example"));
		assertThat(this.wrong).isEmpty();
	}

	private void assertPaysAtTheFifthAttempt(Sample sample) throws IOException {
		Printed printed = sample.client(Map.of(), "", sandboxFile(address()));

		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(printed.after("payout")).isEqualTo("P1 T1");
		assertThat(this.payoutKeys).hasSize(5);
		assertThat(this.payoutKeys).as("one key for every attempt").containsOnly(this.payoutKeys.getFirst());
	}

	private String address() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	private String sandboxFile(String apiUrl) throws IOException {
		return Files.writeString(this.directory.resolve("sandbox.json"), """
				{"apiUrl":"%s",
				"businesses":[{"apiAccess":true,"apiKey":"pk_12345678","signingKey":"%s"}]}
				""".formatted(apiUrl, SIGNING_KEY)).toString();
	}

	private void answer(HttpExchange exchange) throws IOException {
		byte[] body = exchange.getRequestBody().readAllBytes();
		checkSignature(exchange, body);
		switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
			case "GET /v1/wallet" -> send(exchange, "{\"spendablePaise\":\"100\"}");
			case "POST /v1/beneficiaries" -> send(exchange, "{\"beneficiaryId\":\"B1\"}");
			case "POST /v1/payouts" -> {
				this.payoutKeys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
				if (this.failures.isEmpty()) {
					send(exchange, PAYOUT);
				}
				else {
					this.failures.removeFirst().send(exchange);
				}
			}
			case "GET /v1/events" -> send(exchange, "[]");
			default -> send(exchange, "[" + PAYOUT + "]");
		}
	}

	private void checkSignature(HttpExchange exchange, byte[] body) {
		Headers sent = exchange.getRequestHeaders();
		String method = exchange.getRequestMethod();
		String host = sent.getFirst("Host");
		String target = exchange.getRequestURI().getRawPath();
		String query = exchange.getRequestURI().getRawQuery();
		String key = sent.getFirst("Idempotency-Key");
		this.hosts.add(host);
		try {
			String canonical = String.join("|", method, host, target + ((query != null) ? "?" + query : ""),
					sent.getFirst("x-api-key"), sent.getFirst("x-timestamp"), sent.getFirst("x-nonce"),
					hash(method.equals("GET") ? new byte[0] : body)) + ((key != null) ? "|" + key : "");
			if (!hmac(canonical).equals(sent.getFirst("x-signature"))) {
				this.wrong.add(canonical);
			}
		}
		catch (GeneralSecurityException ex) {
			this.wrong.add(ex.toString());
		}
	}

	private static String hash(byte[] body) throws GeneralSecurityException {
		return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
	}

	private static String hmac(String canonical) throws GeneralSecurityException {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(SIGNING_KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return HexFormat.of().formatHex(mac.doFinal(canonical.getBytes(StandardCharsets.UTF_8)));
	}

	private static void send(HttpExchange exchange, String data) throws IOException {
		String body = "{\"status\":200,\"data\":%s,\"message\":null,\"meta\":null}".formatted(data);
		int status = exchange.getRequestURI().getPath().equals("/v1/beneficiaries") ? 201 : 200;
		new Reply(status, body, body.length(), null).send(exchange);
	}

	/**
	 * An answer.
	 *
	 * @param length announced; -1 for none
	 */
	private record Reply(int status, String body, int length, @Nullable String retryAfter) {

		void send(HttpExchange exchange) throws IOException {
			if (this.retryAfter != null) {
				exchange.getResponseHeaders().set("Retry-After", this.retryAfter);
			}
			exchange.sendResponseHeaders(this.status, this.length);
			try (exchange) {
				if (this.length >= 0) {
					exchange.getResponseBody().write(this.body.getBytes(StandardCharsets.UTF_8));
				}
			}
		}

	}

}
