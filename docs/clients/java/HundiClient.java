import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A small client of the Hundi API: Java 17 or newer, nothing to install.
 *
 * <pre>
 * java HundiClient.java var/sandbox.json       pays a beneficiary of the sandbox and follows the payout to its end
 * java HundiClient.java vectors vectors.json   signs the published test vectors
 * java HundiClient.java verify var/sandbox.json BENEFICIARY_ID   asks a bank for the holder's name
 * </pre>
 */
public class HundiClient {

	private static final long MAX_WAIT_MS = 60_000;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(10))
		.build();

	private final URI apiUrl;

	private final String apiKey;

	private final String signingKey;

	HundiClient(URI apiUrl, String apiKey, String signingKey) {
		this.apiUrl = apiUrl;
		this.apiKey = apiKey;
		this.signingKey = signingKey;
	}

	/**
	 * HMAC v2. Host, path and query exactly as they are sent, the exact bytes of the body. An idempotency key is
	 * signed too if x-signed-headers says so; null for none.
	 */
	static String signV2(String signingKey, String method, String host, String pathAndQuery, String apiKey,
			String timestamp, String nonce, byte[] body, String idempotencyKey) {
		String verb = method.toUpperCase(Locale.ROOT);
		byte[] hashed = Set.of("GET", "DELETE").contains(verb) ? new byte[0] : body;
		String canonical = String.join("|", verb, host.toLowerCase(Locale.ROOT), pathAndQuery, apiKey, timestamp,
				nonce, HexFormat.of().formatHex(sha256(hashed))) + (idempotencyKey != null ? "|" + idempotencyKey : "");
		return HexFormat.of().formatHex(hmac(signingKey, canonical.getBytes(StandardCharsets.UTF_8)));
	}

	/** HMAC v1 (legacy): for requests without a query. */
	static String signV1(String signingKey, String method, String path, String timestamp, byte[] body) {
		String verb = method.toUpperCase(Locale.ROOT);
		byte[] signed = Set.of("GET", "DELETE", "HEAD", "OPTIONS").contains(verb) ? new byte[0] : body;
		byte[] head = (verb + "|" + path + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8);
		byte[] canonical = new byte[head.length + signed.length];
		System.arraycopy(head, 0, canonical, 0, head.length);
		System.arraycopy(signed, 0, canonical, head.length, signed.length);
		return HexFormat.of().formatHex(hmac(signingKey, canonical));
	}

	/** One signed request; every try gets its own timestamp, nonce and signature. */
	Answer call(String method, String pathAndQuery, String json) throws IOException, InterruptedException {
		return call(method, pathAndQuery, json, null);
	}

	private Answer call(String method, String pathAndQuery, String json, String idempotencyKey)
			throws IOException, InterruptedException {
		byte[] body = json.getBytes(StandardCharsets.UTF_8);
		String timestamp = Long.toString(System.currentTimeMillis());
		String nonce = UUID.randomUUID().toString();
		HttpRequest.Builder request = HttpRequest.newBuilder(this.apiUrl.resolve(pathAndQuery))
			.header("content-type", "application/json")
			.header("x-service-sig-version", "2")
			.header("x-api-key", this.apiKey)
			.header("x-timestamp", timestamp)
			.header("x-nonce", nonce)
			.header("x-signature", signV2(this.signingKey, method, host(this.apiUrl), pathAndQuery, this.apiKey,
					 timestamp, nonce, body, idempotencyKey))
			.method(method, HttpRequest.BodyPublishers.ofByteArray(body));
		if (idempotencyKey != null) {
			request.headers("Idempotency-Key", idempotencyKey, "x-signed-headers", "idempotency-key");
		}
		HttpResponse<String> response = send(request.build());
		Map<String, Object> envelope = envelope(response.body());
		if (response.statusCode() < 300 && !envelope.containsKey("data")) {
			throw new IOException("The answer is not from Hundi");
		}
		return new Answer(response.statusCode(), waitMs(response.headers().firstValue("retry-after").orElse("")),
				envelope);
	}

	/**
	 * Limits the time for the whole answer. HttpRequest.timeout ends with the head, so a body that stalls would hold
	 * the caller for ever.
	 */
	private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
		CompletableFuture<HttpResponse<String>> answer = this.http.sendAsync(request,
				HttpResponse.BodyHandlers.ofString());
		try {
			return answer.get(30, TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			throw new HttpTimeoutException("No whole answer within 30 s");
		}
		catch (ExecutionException ex) {
			throw new IOException(ex.getCause().getMessage(), ex.getCause());
		}
		finally {
			answer.cancel(true);
		}
	}

	/** The host as HttpClient sends it: without the port that the scheme implies. */
	private static String host(URI url) {
		int implied = url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
		return (url.getPort() < 0 || url.getPort() == implied) ? url.getHost() : url.getHost() + ":" + url.getPort();
	}

	/** The envelope of an answer; empty if a proxy answered with something else. */
	private static Map<String, Object> envelope(String body) {
		try {
			return new Json(body).object();
		}
		catch (RuntimeException ex) {
			return Map.of();
		}
	}

	/** Retry-After is a number of seconds or, from some proxies, a date. */
	private static long waitMs(String retryAfter) {
		if (retryAfter.matches("[0-9]{1,9}")) {
			return Math.min(1000 * Long.parseLong(retryAfter), MAX_WAIT_MS);
		}
		try {
			Instant date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
			return Math.min(Math.max(Duration.between(Instant.now(), date).toMillis(), 0), MAX_WAIT_MS);
		}
		catch (DateTimeParseException ex) { // there is none, or it is neither
			return 1000;
		}
	}

	Map<String, Object> wallet() throws IOException, InterruptedException {
		return call("GET", "/v1/wallet", "").expect(200).object();
	}

	/** Creates a beneficiary, or finds the one that has the target already and reactivates it if it is archived. */
	String beneficiary(Map<String, String> fields) throws IOException, InterruptedException {
		Map<String, Object> data = call("POST", "/v1/beneficiaries", Json.write(fields)).expect(201, 409).object();
		String id = (String) data.get("beneficiaryId");
		if ("inactive".equals(data.get("status"))) {
			call("POST", "/v1/beneficiaries/" + id + "/reactivate", "").expect(200);
		}
		return id;
	}

	/** Asks a bank for the holder's name of a beneficiary; a result is charged. */
	Map<String, Object> verify(String beneficiaryId, Duration atMost) throws IOException, InterruptedException {
		String path = "/v1/beneficiaries/" + beneficiaryId + "/verification";
		Instant deadline = Instant.now().plus(atMost);
		Map<String, Object> verification = call("POST", path, "").expect(202).object();
		while (verification.get("result") == null && Instant.now().isBefore(deadline)) {
			Thread.sleep(500);
			verification = read(path, deadline).object();
		}
		return verification;
	}

	/** Initiates a payout. A retry with the same key never pays twice. */
	Map<String, Object> pay(Map<String, String> payout, String idempotencyKey)
			throws IOException, InterruptedException {
		for (int attempt = 1;; attempt++) {
			long waitMs = 1000;
			try {
				Answer answer = call("POST", "/v1/payouts", Json.write(payout), idempotencyKey);
				if (!answer.isTemporary() || attempt == 5) {
					return answer.expect(200).object();
				}
				waitMs = answer.waitMs();
			}
			catch (IOException ex) { // no answer, or part of one: it may have been accepted
				if (attempt == 5) {
					throw ex;
				}
			}
			Thread.sleep(waitMs);
		}
	}

	/** Reads, and until the deadline again if there was no answer, or one that holds only for now. */
	private Answer read(String path, Instant deadline) throws IOException, InterruptedException {
		while (true) {
			long waitMs = 1000;
			try {
				Answer answer = call("GET", path, "");
				if (!answer.isTemporary() || Instant.now().isAfter(deadline)) {
					return answer.expect(200);
				}
				waitMs = answer.waitMs();
			}
			catch (IOException ex) {
				if (Instant.now().isAfter(deadline)) {
					throw ex;
				}
			}
			Thread.sleep(waitMs);
		}
	}

	/** Polls. Webhooks are quicker and cheaper; this is for when one is late. */
	Map<String, Object> waitUntilFinal(String payoutId, Duration atMost) throws IOException, InterruptedException {
		Instant deadline = Instant.now().plus(atMost);
		while (true) {
			Map<String, Object> payout = read("/v1/payouts/" + payoutId, deadline).list().get(0);
			int status = ((Number) payout.get("status")).intValue();
			if (status == 11 || status == 12 || Instant.now().isAfter(deadline)) {
				return payout;
			}
			Thread.sleep(500);
		}
	}

	List<Map<String, Object>> search(String text, int limit, int offset) throws IOException, InterruptedException {
		String query = "search=%s&limit=%d&offset=%d".formatted(URLEncoder.encode(text, StandardCharsets.UTF_8), limit,
				offset);
		return call("GET", "/v1/payouts?" + query, "").expect(200).list();
	}

	/**
	 * What webhooks report, newest first, for events that were missed. Discard duplicates
	 * by payoutWebhookId.
	 */
	List<Map<String, Object>> events(String since, int limit, int offset) throws IOException, InterruptedException {
		String query = "since=%s&limit=%d&offset=%d".formatted(URLEncoder.encode(since, StandardCharsets.UTF_8), limit,
				offset);
		return call("GET", "/v1/events?" + query, "").expect(200).list();
	}

	public static void main(String[] args) throws Exception {
		if (args.length == 2 && args[0].equals("vectors")) {
			System.exit(vectors(Path.of(args[1])) ? 0 : 1);
		}
		if (args.length == 3 && args[0].equals("verify")) {
			Map<String, Object> found = ofSandbox(Path.of(args[1])).verify(args[2], Duration.ofSeconds(150));
			System.out.println("verified " + found.get("result") + " " + found.get("score") + " "
					+ found.get("nameAtBank"));
			System.exit((found.get("result") != null) ? 0 : 1);
		}
		if (args.length != 1) {
			System.err.println("java HundiClient.java var/sandbox.json");
			System.exit(2);
		}
		System.exit(demo(Path.of(args[0])) ? 0 : 1);
	}

	private static HundiClient ofSandbox(Path sandboxFile) throws IOException {
		Map<String, Object> sandbox = new Json(Files.readString(sandboxFile)).object();
		Map<String, Object> business = Json.list(sandbox.get("businesses"))
			.stream()
			.filter((one) -> one.get("apiAccess").equals(true))
			.findFirst()
			.orElseThrow();
		return new HundiClient(URI.create((String) sandbox.get("apiUrl")), (String) business.get("apiKey"),
				(String) business.get("signingKey"));
	}

	private static boolean demo(Path sandboxFile) throws IOException, InterruptedException {
		HundiClient client = ofSandbox(sandboxFile);

		System.out.println("spendable " + client.wallet().get("spendablePaise") + " paise");
		String beneficiaryId = client.beneficiary(Map.of("name", "Ramesh Kumar", "phoneNumber", "9876543210",
				"accountNumber", "026291800001191", "ifsc", "YESB0000262"));
		System.out.println("beneficiary " + beneficiaryId);
		String reference = "JV-" + UUID.randomUUID().toString().substring(0, 13);
		Map<String, Object> accepted = client.pay(Map.of("beneficiaryId", beneficiaryId, "amount", "1500.00",
				"transactionType", "I", "merchantReferenceId", reference), reference);
		String payoutId = (String) accepted.get("payoutTransactionId");
		System.out.println("payout " + payoutId + " " + accepted.get("transactionId"));
		Map<String, Object> payout = client.waitUntilFinal(payoutId, Duration.ofMinutes(2));
		System.out.println("status " + payout.get("status") + " " + payout.get("responseCode") + " utr "
				+ payout.get("utr"));
		for (Map<String, Object> found : client.search(reference, 50, 0)) {
			System.out.println("found " + found.get("payoutTransactionId") + " by " + found.get("merchantReferenceId"));
		}
		for (Map<String, Object> event : client.events((String) payout.get("createdAt"), 200, 0)) {
			Map<?, ?> data = (Map<?, ?>) event.get("data");
			if (payoutId.equals(data.get("payoutTransactionId"))) {
				System.out.println("event " + event.get("event") + " " + data.get("timestamp"));
			}
		}
		return payout.get("status").equals(11L);
	}

	private static boolean vectors(Path file) throws IOException {
		List<Map<String, Object>> requests = Json.list(new Json(Files.readString(file)).object().get("requests"));
		for (Map<String, Object> vector : requests) {
			String signingKey = (String) vector.get("signingKey");
			String method = (String) vector.get("method");
			String target = (String) vector.get("target");
			String timestamp = (String) vector.get("timestamp");
			byte[] body = ((String) vector.get("body")).getBytes(StandardCharsets.UTF_8);
			String signature = vector.get("version").equals(1L)
					? signV1(signingKey, method, target, timestamp, body) : signV2(signingKey, method,
							(String) vector.get("host"), target, (String) vector.get("apiKey"), timestamp,
							(String) vector.get("nonce"), body, null);
			if (!signature.equals(vector.get("signature"))) {
				System.out.println("wrong: " + vector.get("name"));
				return false;
			}
		}
		System.out.println("vectors " + requests.size());
		return true;
	}

	private static byte[] sha256(byte[] bytes) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(bytes);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] hmac(String key, byte[] text) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
			return mac.doFinal(text);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The envelope of an answer. */
	record Answer(int status, long waitMs, Map<String, Object> envelope) {

		boolean isTemporary() {
			return this.status == 408 || this.status == 429 || this.status >= 500;
		}

		/** This answer, if its status is one of those; else its code and message are thrown. */
		Answer expect(Integer... statuses) {
			if (!List.of(statuses).contains(this.status)) {
				throw new IllegalStateException(this.status + " " + this.envelope.get("code") + ": "
						+ this.envelope.get("message") + " " + this.envelope.get("data"));
			}
			return this;
		}

		@SuppressWarnings("unchecked")
		Map<String, Object> object() {
			return (Map<String, Object>) this.envelope.get("data");
		}

		List<Map<String, Object>> list() {
			return Json.list(this.envelope.get("data"));
		}

	}

	/** Just enough JSON to need no library here. Use the one that your application has. */
	static final class Json {

		private final String text;

		private int at;

		Json(String text) {
			this.text = text;
		}

		static String write(Map<String, String> fields) {
			return fields.entrySet()
				.stream()
				.map((field) -> quote(field.getKey()) + ":" + quote(field.getValue()))
				.collect(Collectors.joining(",", "{", "}"));
		}

		@SuppressWarnings("unchecked")
		static List<Map<String, Object>> list(Object value) {
			return (List<Map<String, Object>>) value;
		}

		@SuppressWarnings("unchecked")
		Map<String, Object> object() {
			return (Map<String, Object>) value();
		}

		private static String quote(String value) {
			return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
		}

		private Object value() {
			switch (next()) {
				case '{':
					Map<String, Object> object = new LinkedHashMap<>();
					for (char c = next(); c != '}'; c = next()) {
						this.at -= (c == ',') ? 0 : 1;
						next();
						String name = string();
						next();
						object.put(name, value());
					}
					return object;
				case '[':
					List<Object> array = new ArrayList<>();
					for (char c = next(); c != ']'; c = next()) {
						this.at -= (c == ',') ? 0 : 1;
						array.add(value());
					}
					return array;
				case '"':
					return string();
				default:
					int begin = this.at - 1;
					while (this.at < this.text.length() && ",]} \n\r\t".indexOf(this.text.charAt(this.at)) < 0) {
						this.at++;
					}
					return word(this.text.substring(begin, this.at));
			}
		}

		private static Object word(String word) {
			if (word.equals("null")) {
				return null;
			}
			if (word.equals("true") || word.equals("false")) {
				return Boolean.valueOf(word);
			}
			return word.matches("-?[0-9]+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
		}

		/** The next character that is no white space. */
		private char next() {
			while (Character.isWhitespace(this.text.charAt(this.at))) {
				this.at++;
			}
			return this.text.charAt(this.at++);
		}

		/** The rest of a string whose opening quote is read. */
		private String string() {
			StringBuilder string = new StringBuilder();
			for (char c = this.text.charAt(this.at++); c != '"'; c = this.text.charAt(this.at++)) {
				if (c != '\\') {
					string.append(c);
					continue;
				}
				char escaped = this.text.charAt(this.at++);
				if (escaped == 'u') {
					string.append((char) Integer.parseInt(this.text.substring(this.at, this.at + 4), 16));
					this.at += 4;
				}
				else {
					int known = "nrtbf".indexOf(escaped);
					string.append((known < 0) ? escaped : "\n\r\t\b\f".charAt(known));
				}
			}
			return string.toString();
		}

	}

}
