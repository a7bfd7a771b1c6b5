package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.testing.FreePorts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A bank that follows a script for each reference and records the orders it receives. */
final class ScriptedBank implements AutoCloseable {

	/** How the bank handles an order. */
	enum Script {

		PAY, PAY_LATE, REFUSE, PEND, PAY_AND_FALL_SILENT, PAY_AND_STALL, RETURN, FALL_SILENT, DECLINE, DECLINE_LATE,

		REFUSE_LATE, REJECT_AS_MALFORMED, REJECT_AS_MALFORMED_LATE

	}

	private static final JsonMapper escaping = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

	private volatile HttpServer server;

	private final Map<String, Script> scripts = new ConcurrentHashMap<>();

	private final Map<String, String> records = new ConcurrentHashMap<>();

	private final Map<String, Integer> orders = new ConcurrentHashMap<>();

	private final Map<String, Map<String, JsonNode>> stated = new ConcurrentHashMap<>();

	private final Map<String, CountDownLatch> late = new ConcurrentHashMap<>();

	private final List<String> arrivals = new CopyOnWriteArrayList<>();

	private final List<Integer> batches = new CopyOnWriteArrayList<>();

	private final List<String> registrations = new CopyOnWriteArrayList<>();

	private volatile String registrationAnswer = "\"status\": \"REGISTERED\", \"registeredName\": \"RAMESH KUMAR\"";

	private volatile boolean malformed;

	private final AtomicInteger enquiries = new AtomicInteger();

	private volatile CountDownLatch enquiriesAnswered = new CountDownLatch(0);

	ScriptedBank() {
		this.server = listen(FreePorts.next());
	}

	private HttpServer listen(int port) {
		try {
			HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
			listening.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
			listening.createContext("/v1/payments", this::handle);
			listening.createContext("/v1/beneficiaries", this::register);
			listening.start();
			return listening;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Restarts the server on the same port. */
	void restart() {
		this.server = listen(this.server.getAddress().getPort());
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.getAddress().getPort());
	}

	void script(String reference, Script script) {
		this.scripts.put(reference, script);
	}

	/** Sets the recorded status of a reference, such as {@code SUCCESS}. */
	void settle(String reference, String status) {
		this.records.put(reference, status);
	}

	/** Sets a member of the answers about a reference. */
	void state(String reference, String member, @Nullable Object value) {
		this.stated.computeIfAbsent(reference, (key) -> new ConcurrentHashMap<>())
			.put(member, JsonMapper.shared().valueToTree(value));
	}

	/** Removes the members that were set for a reference. */
	void correct(String reference) {
		this.stated.remove(reference);
	}

	/** The UTR under which the bank pays a reference. */
	static String utr(String reference) {
		return "N1" + reference.substring(reference.length() - 20);
	}

	/** Sends the answer of a script that is late. */
	void answer(String reference) {
		late(reference).countDown();
	}

	private CountDownLatch late(String reference) {
		return this.late.computeIfAbsent(reference, (key) -> new CountDownLatch(1));
	}

	/** Whether to answer enquiries with 400. */
	void rejectEnquiriesAsMalformed(boolean malformed) {
		this.malformed = malformed;
	}

	/** Answers no enquiry until {@link #releaseEnquiries}. */
	void holdEnquiries() {
		this.enquiriesAnswered = new CountDownLatch(1);
	}

	void releaseEnquiries() {
		this.enquiriesAnswered.countDown();
	}

	/** Returns the number of enquiries received. */
	int enquiries() {
		return this.enquiries.get();
	}

	/** Returns how often the order was received. */
	int orders(String reference) {
		return this.orders.getOrDefault(reference, 0);
	}

	/** Returns the references of all orders in the order of arrival. */
	List<String> arrivals() {
		return List.copyOf(this.arrivals);
	}

	/** Returns the numbers of orders in the batches received. */
	List<Integer> batches() {
		return List.copyOf(this.batches);
	}

	/** Sets the answer to registrations, except the reference. */
	void answerRegistrationsWith(String members) {
		this.registrationAnswer = members.replace('\'', '"');
	}

	/** Returns the references of all registrations. */
	List<String> registrations() {
		return List.copyOf(this.registrations);
	}

	private void register(HttpExchange exchange) throws IOException {
		String reference = JsonMapper.shared()
			.readTree(exchange.getRequestBody().readAllBytes())
			.get("reference")
			.asString();
		this.registrations.add(reference);
		byte[] body = ("{\"reference\": \"" + reference + "\", " + this.registrationAnswer + "}")
			.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	private void handle(HttpExchange exchange) throws IOException {
		if (exchange.getRequestMethod().equals("GET")) {
			enquiry(exchange);
			return;
		}
		if (exchange.getRequestURI().getPath().endsWith("/batch")) {
			batch(exchange);
			return;
		}
		String reference = JsonMapper.shared()
			.readTree(exchange.getRequestBody().readAllBytes())
			.get("reference")
			.asString();
		this.arrivals.add(reference);
		this.orders.merge(reference, 1, Integer::sum);
		Script script = this.scripts.getOrDefault(reference, Script.PAY);
		switch (script) {
			case PAY -> answer(exchange, reference, record(reference, "SUCCESS"));
			case PAY_LATE -> {
				String status = record(reference, "SUCCESS");
				await(late(reference));
				answer(exchange, reference, status);
			}
			case REFUSE -> answer(exchange, reference, record(reference, "FAILED"));
			case PEND -> answer(exchange, reference, record(reference, "PENDING"));
			case PAY_AND_FALL_SILENT -> {
				record(reference, "SUCCESS");
				exchange.close();
			}
			case PAY_AND_STALL -> {
				record(reference, "SUCCESS");
				exchange.sendResponseHeaders(200, 0);
				exchange.getResponseBody().write('{');
				exchange.getResponseBody().flush();
			}
			case RETURN -> answer(exchange, reference, record(reference, "RETURNED"));
			case FALL_SILENT -> exchange.close();
			case DECLINE -> decline(exchange, reference);
			case DECLINE_LATE -> {
				await(late(reference));
				decline(exchange, reference);
			}
			case REFUSE_LATE -> {
				await(late(reference));
				answer(exchange, reference, "FAILED");
			}
			case REJECT_AS_MALFORMED -> rejectAsMalformed(exchange, reference);
			case REJECT_AS_MALFORMED_LATE -> {
				await(late(reference));
				rejectAsMalformed(exchange, reference);
			}
		}
	}

	private static void rejectAsMalformed(HttpExchange exchange, String reference) throws IOException {
		byte[] body = ("{\"code\": \"BAD_REQUEST\", \"message\": \"ifsc is wrong\", \"reference\": \"" + reference
				+ "\"}")
			.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(400, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	private static void decline(HttpExchange exchange, String reference) throws IOException {
		byte[] body = ("{\"code\": \"NOT_ACCEPTED\", \"message\": \"closed\", \"reference\": \"" + reference + "\"}")
			.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(503, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	/**
	 * Orders that would get no answer alone are left out of the answer, the last first;
	 * one that stalls ends the connection, and a late one delays the answer. Characters
	 * are escaped, which makes the answer as long as it can be.
	 */
	private void batch(HttpExchange exchange) throws IOException {
		JsonNode payments = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()).get("payments");
		this.batches.add(payments.size());
		ObjectNode batch = JsonMapper.shared().createObjectNode();
		ArrayNode answers = batch.putArray("answers");
		boolean stalls = false;
		List<CountDownLatch> awaited = new ArrayList<>();
		for (JsonNode payment : payments) {
			String reference = payment.get("reference").asString();
			this.arrivals.add(reference);
			this.orders.merge(reference, 1, Integer::sum);
			Script script = this.scripts.getOrDefault(reference, Script.PAY);
			stalls |= script == Script.PAY_AND_STALL;
			switch (script) {
				case PAY -> part(answers, 200, answerOf(reference, record(reference, "SUCCESS")));
				case PAY_LATE -> {
					part(answers, 200, answerOf(reference, record(reference, "SUCCESS")));
					awaited.add(late(reference));
				}
				case REFUSE -> part(answers, 200, answerOf(reference, record(reference, "FAILED")));
				case PEND -> part(answers, 200, answerOf(reference, record(reference, "PENDING")));
				case RETURN -> part(answers, 200, answerOf(reference, record(reference, "RETURNED")));
				case DECLINE,
						DECLINE_LATE ->
					part(answers, 503,
							JsonMapper.shared()
								.createObjectNode()
								.put("code", "NOT_ACCEPTED")
								.put("message", "closed")
								.put("reference", reference));
				case PAY_AND_FALL_SILENT, PAY_AND_STALL -> record(reference, "SUCCESS");
				case FALL_SILENT -> {
				}
				case REFUSE_LATE, REJECT_AS_MALFORMED, REJECT_AS_MALFORMED_LATE ->
					throw new UnsupportedOperationException("Not in batches: " + script);
			}
		}
		for (CountDownLatch latch : awaited) {
			await(latch);
		}
		if (!stalls) {
			byte[] body = escaping.writeValueAsBytes(batch);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
		}
		exchange.close();
	}

	private static void part(ArrayNode answers, int httpStatus, ObjectNode body) {
		answers.insertObject(0).put("httpStatus", httpStatus).set("body", body);
	}

	private String record(String reference, String status) {
		return this.records.computeIfAbsent(reference, (key) -> status);
	}

	private void enquiry(HttpExchange exchange) throws IOException {
		this.enquiries.incrementAndGet();
		await(this.enquiriesAnswered);
		String path = exchange.getRequestURI().getPath();
		String reference = path.substring(path.lastIndexOf('/') + 1);
		if (this.malformed) {
			rejectAsMalformed(exchange, reference);
			return;
		}
		answer(exchange, reference, this.records.getOrDefault(reference, "NOT_FOUND"));
	}

	private static void await(CountDownLatch latch) throws IOException {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IOException(ex);
		}
	}

	private ObjectNode answerOf(String reference, String status) {
		ObjectNode answer = JsonMapper.shared()
			.createObjectNode()
			.put("reference", reference)
			.put("status", status)
			.put("bankReference", "B-" + reference)
			.put("code", "INVALID_ACCOUNT");
		if (status.equals("SUCCESS") || status.equals("RETURNED")) {
			answer.put("utr", utr(reference));
		}
		this.stated.getOrDefault(reference, Map.of()).forEach(answer::set);
		return answer;
	}

	private void answer(HttpExchange exchange, String reference, String status) throws IOException {
		byte[] body = answerOf(reference, status).toString().getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status.equals("NOT_FOUND") ? 404 : 200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	@Override
	public void close() {
		this.late.values().forEach(CountDownLatch::countDown);
		releaseEnquiries();
		this.server.stop(0);
	}

}
