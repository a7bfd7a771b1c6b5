import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Receives Hundi's webhooks: Java 17 or newer, nothing to install.
 *
 * <pre>
 * java Webhooks.java serve PORT SECRET
 * java Webhooks.java verify SECRET NOW_MS TIMESTAMP ALG SIGNATURE_V2 SIGNATURE &lt; body   ("" for an absent header)
 * </pre>
 */
public class Webhooks {

	private static final long TOLERANCE_MS = 5 * 60 * 1000;

	private static final int MAX_BODY_BYTES = 1024 * 1024;

	private static final Set<String> PAYOUT_EVENTS = Set.of("Initiated", "Successful", "Failed");

	private final String secret;

	/** In production: a table with a unique key, written in the transaction that handles the event. */
	private final Set<String> seen = new HashSet<>();

	private final ExecutorService work = Executors.newSingleThreadExecutor();

	Webhooks(String secret) {
		this.secret = secret;
	}

	/** Whether a webhook is from Hundi and fresh. Headers by lower-case name, the exact bytes received. */
	static boolean verify(String secret, Map<String, String> headers, byte[] body, long nowMs) {
		String timestamp = headers.getOrDefault("x-webhook-timestamp", "");
		if (!timestamp.matches("[0-9]{1,15}") || Math.abs(nowMs - Long.parseLong(timestamp)) > TOLERANCE_MS) {
			return false;
		}
		String signature = headers.get("x-webhook-signature-v2");
		String prefix = timestamp + "|" + headers.get("x-webhook-alg") + "|";
		if (signature == null) {
			signature = headers.getOrDefault("x-webhook-signature", "");
			prefix = timestamp + "|";
		}
		else if (!"sha256".equals(headers.get("x-webhook-alg"))) {
			return false;
		}
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
			mac.update(prefix.getBytes(StandardCharsets.UTF_8));
			return MessageDigest.isEqual(HexFormat.of().parseHex(signature), mac.doFinal(body));
		}
		catch (IllegalArgumentException ex) { // not hexadecimal
			return false;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void receive(HttpExchange exchange) throws IOException {
		byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
		if (body.length > MAX_BODY_BYTES) {
			exchange.sendResponseHeaders(413, -1);
			exchange.close();
			return;
		}
		Map<String, String> headers = new HashMap<>();
		exchange.getRequestHeaders()
			.forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
		boolean good = verify(this.secret, headers, body, System.currentTimeMillis());
		if (good) {
			this.work.execute(() -> work(new String(body, StandardCharsets.UTF_8))); // answer first, work afterwards
		}
		exchange.sendResponseHeaders(good ? 200 : 401, -1);
		exchange.close();
	}

	private void work(String json) {
		try {
			handle(json);
		}
		catch (RuntimeException ex) { // the next event must not wait; in production: keep it and alert
			System.out.println("failed " + ex);
		}
	}

	private void handle(String json) {
		String id = field(json, "payoutWebhookId");
		String event = field(json, "event");
		if (this.seen.contains(id)) {
			System.out.println("again " + id);
			return;
		}
		if (PAYOUT_EVENTS.contains(event)) {
			System.out.println("event " + id + " " + event + " " + field(json, "payoutTransactionId"));
		}
		else { // Test, an event that you subscribe to and do not use yet, or one that Hundi adds later
			System.out.println("ignored " + id + " " + event);
		}
		this.seen.add(id);
	}

	/** Enough for these ids and words. Use the JSON library that your application has. */
	private static String field(String json, String name) {
		Matcher field = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
		if (!field.find()) {
			throw new IllegalArgumentException("The webhook has no text " + name);
		}
		return field.group(1);
	}

	public static void main(String[] args) throws IOException {
		if (args.length == 3 && args[0].equals("serve")) {
			System.setProperty("sun.net.httpserver.maxReqTime", "10"); // seconds for a request to arrive
			HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])), 0);
			server.createContext("/", new Webhooks(args[2])::receive);
			server.setExecutor(Executors.newFixedThreadPool(4));
			server.start();
			System.out.println("listening " + server.getAddress().getPort());
		}
		else if (args.length == 7 && args[0].equals("verify")) {
			Map<String, String> headers = new HashMap<>();
			String[] names = { "x-webhook-timestamp", "x-webhook-alg", "x-webhook-signature-v2", "x-webhook-signature" };
			for (int i = 0; i < names.length; i++) {
				if (!args[3 + i].isEmpty()) {
					headers.put(names[i], args[3 + i]);
				}
			}
			boolean good = verify(args[1], headers, System.in.readAllBytes(), Long.parseLong(args[2]));
			System.out.println(good ? "good" : "refused");
		}
		else {
			System.err.println("java Webhooks.java serve PORT SECRET");
			System.exit(2);
		}
	}

}
