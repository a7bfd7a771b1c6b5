package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.stream.webhook.SendWebhook.Outcome;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.EndpointSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Receivers that send too much, too slowly or nonsense. Every attempt ends by itself with
 * one request, reads a bounded number of bytes, and leaves the client usable.
 */
class HostileReceiverIntegrationTests {

	/** What is read at most, plus the buffers of a loopback connection. */
	private static final long READ_AND_BUFFERED_BYTES = 16 * 1024 * 1024;

	/** For all attempts of the test at once; one without limits holds more alone. */
	private static final long MAX_HELD_BYTES = 64 * 1024 * 1024;

	private static final int ATTEMPTS_PER_RECEIVER = 4;

	private static final String OK = "HTTP/1.1 200 OK\r\n";

	private final SecretEncryption encryption = SecretEncryption.open(TestKeys.file());

	private final SendWebhook send = new SendWebhook(
			Instances.settings(List.of(), Instances.NEVER_PARKED, Duration.ofSeconds(3)), this.encryption);

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final AtomicInteger attempts = new AtomicInteger();

	private final AtomicInteger accepted = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicLong sentBytes = new AtomicLong();

	private final AtomicInteger ended = new AtomicInteger();

	private final ServerSocket server;

	private volatile Behaviour behaviour = (out) -> out.text(OK + "Content-Length: 2\r\n\r\n{}");

	HostileReceiverIntegrationTests() throws IOException {
		this.server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	@AfterEach
	void close() throws IOException {
		this.send.close();
		this.server.close();
		this.threads.shutdownNow();
	}

	/** What a receiver sends after it has read the head of a request. */
	@FunctionalInterface
	interface Behaviour {

		void send(Out out) throws IOException;

	}

	static Stream<Map.Entry<String, Behaviour>> unanswered() {
		return Map.<String, Behaviour>ofEntries(Map.entry("endless headers", (out) -> {
			out.text(OK);
			out.forEver("x-filler: " + "y".repeat(1000) + "\r\n");
		}), Map.entry("a header line without an end", (out) -> {
			out.text(OK + "x-filler: ");
			out.forEver("y".repeat(1000));
		}), Map.entry("a header name without an end", (out) -> {
			out.text(OK);
			out.forEver("y".repeat(1000));
		}), Map.entry("a header folded for ever", (out) -> {
			out.text(OK + "x-filler: y\r\n");
			out.forEver(" " + "y".repeat(1000) + "\r\n");
		}), Map.entry("one header too many",
				(out) -> out.text(OK + "a: b\r\n".repeat(WebhookClient.MAX_HEADERS + 1) + "\r\n")),
				Map.entry("one header line too long",
						(out) -> out.text(OK + "a: " + "b".repeat(WebhookClient.MAX_LINE_BYTES) + "\r\n\r\n")),
				Map.entry("cookies for ever", (out) -> {
					out.text(OK);
					out.forEver("set-cookie: a=" + "b".repeat(100) + "\r\n");
				}), Map.entry("a status line without an end", (out) -> {
					out.text("HTTP/1.1 200 ");
					out.forEver("O".repeat(1000));
				}), Map.entry("empty lines for ever", (out) -> out.forEver("\r\n".repeat(500))),
				Map.entry("interim responses for ever", (out) -> out.forEver("HTTP/1.1 103 Early Hints\r\n\r\n")),
				Map.entry("an interim response with endless headers", (out) -> {
					out.text("HTTP/1.1 103 Early Hints\r\n");
					out.forEver("link: <" + "y".repeat(1000) + ">\r\n");
				}), Map.entry("another protocol", (out) -> out.forEver("SSH-2.0-OpenSSH_9.9\r\n")),
				Map.entry("random bytes", (out) -> out.forEver("\u0000\u0007\u0013\u007f".repeat(250))),
				Map.entry("zero bytes for a status", (out) -> out.text("HTTP/1.1 \0\0\0 OK\r\n\r\n")),
				Map.entry("zero bytes in a header", (out) -> out.text(OK + "x-\0 filler\r\n\r\n")),
				Map.entry("zero bytes for a length", (out) -> out.text(OK + "Content-Length: \0\r\n\r\n")),
				Map.entry("a status of four digits",
						(out) -> out.text("HTTP/1.1 1000 Fine\r\nContent-Length: 0\r\n\r\n")),
				Map.entry("a negative length", (out) -> out.text(OK + "Content-Length: -1\r\n\r\n")),
				Map.entry("headers byte by byte", (out) -> {
					out.text(OK + "x-filler: ");
					out.slowly("y");
				}), Map.entry("nothing", (out) -> out.slowly("")), Map.entry("a closed connection", Out::end))
			.entrySet()
			.stream();
	}

	@ParameterizedTest
	@MethodSource
	void unanswered(Map.Entry<String, Behaviour> receiver) {
		assertThat(attempt(receiver.getValue())).isInstanceOfSatisfying(Outcome.Unanswered.class,
				(outcome) -> assertThat(outcome.error()).doesNotContain("\0"));
		assertHarmless();
	}

	static Stream<Map.Entry<String, Behaviour>> answered() {
		return Map.<String, Behaviour>ofEntries(Map.entry("a body without an end", (out) -> {
			out.text(OK + "\r\n");
			out.forEver("y".repeat(1000));
		}), Map.entry("a length of 8 EB", (out) -> {
			out.text(OK + "Content-Length: 9223372036854775807\r\n\r\n");
			out.forEver("y".repeat(1000));
		}), Map.entry("less than its length", (out) -> {
			out.text(OK + "Content-Length: 10\r\n\r\n{}");
			out.end();
		}), Map.entry("chunks for ever", (out) -> {
			out.text(OK + "Transfer-Encoding: chunked\r\n\r\n");
			out.forEver("400\r\n" + "y".repeat(1024) + "\r\n");
		}), Map.entry("a chunk size without an end", (out) -> {
			out.text(OK + "Transfer-Encoding: chunked\r\n\r\n1;");
			out.forEver("y".repeat(1000));
		}), Map.entry("trailers for ever", (out) -> {
			out.text(OK + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n");
			out.forEver("x-filler: " + "y".repeat(1000) + "\r\n");
		}), Map.entry("the largest headers, then a body byte by byte", (out) -> {
			String line = "a: " + "b".repeat(WebhookClient.MAX_LINE_BYTES - 10) + "\r\n";
			out.text(OK + line.repeat(WebhookClient.MAX_HEADERS - 2) + "Content-Length: 1000\r\n\r\n");
			out.slowly("y");
		}), Map.entry("a body byte by byte", (out) -> {
			out.text(OK + "Content-Length: 1000\r\n\r\n");
			out.slowly("y");
		}), Map.entry("a gzip bomb", (out) -> {
			out.text(OK + "Content-Encoding: gzip\r\n\r\n");
			out.forEver("\u001f\u008b\u0008\u0000".repeat(250));
		})).entrySet().stream();
	}

	@ParameterizedTest
	@MethodSource
	void answered(Map.Entry<String, Behaviour> receiver) {
		assertThat(attemptInTime(receiver.getValue())).isInstanceOfSatisfying(Outcome.Answered.class, (answer) -> {
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.body().length).isLessThanOrEqualTo(20 * 1024);
		});
		assertHarmless();
	}

	/** The heap is measured after collections, while the attempts run. */
	@Test
	void attemptsAtAllReceiversTogetherHoldLittleHeap() {
		List<Behaviour> receivers = Stream.concat(unanswered(), answered()).map(Map.Entry::getValue).toList();
		assertThat(receivers).hasSizeGreaterThanOrEqualTo(20);
		int attempts = receivers.size() * ATTEMPTS_PER_RECEIVER;
		AtomicInteger next = new AtomicInteger();
		AtomicInteger outcomes = new AtomicInteger();
		this.behaviour = (out) -> receivers.get(next.getAndIncrement() % receivers.size()).send(out);
		WebhookSettings settings = new WebhookSettings(true, Duration.ofSeconds(10), List.of(), Duration.ofSeconds(20),
				attempts, attempts, Duration.ofMillis(20), Instances.NEVER_PARKED);
		try (SendWebhook sender = new SendWebhook(settings, this.encryption)) {
			long before = heldBytes();
			for (int i = 0; i < attempts; i++) {
				ClaimedDelivery delivery = delivery();
				this.threads.execute(() -> sender.send(delivery, (outcome) -> outcomes.incrementAndGet()));
			}
			AtomicLong most = new AtomicLong();
			await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(200)).until(() -> {
				// The least of three: attempts allocate between a collection and the
				// reading.
				long held = LongStream.generate(HostileReceiverIntegrationTests::heldBytes)
					.limit(3)
					.min()
					.orElseThrow();
				most.accumulateAndGet(held - before, Math::max);
				return outcomes.get() == attempts;
			});
			assertThat(most.get()).isLessThan(MAX_HELD_BYTES);
		}
		assertThat(this.requests).hasValueLessThanOrEqualTo(attempts);
	}

	private static long heldBytes() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	@Test
	void followsNoRedirectAndAnswersNoChallenge() {
		assertThat(attemptInTime((out) -> out.text("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://localhost:"
				+ this.server.getLocalPort() + "/hook\r\nContent-Length: 0\r\n\r\n")))
			.isInstanceOfSatisfying(Outcome.Answered.class, (answer) -> assertThat(answer.status()).isEqualTo(307));
		assertThat(attemptInTime((out) -> out
			.text("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n")))
			.isInstanceOfSatisfying(Outcome.Answered.class, (answer) -> assertThat(answer.status()).isEqualTo(401));
		assertThat(this.requests).hasValueLessThanOrEqualTo(this.attempts.get());
	}

	/**
	 * No more than one request, few bytes, ended connections, and a client that still
	 * works.
	 */
	private void assertHarmless() {
		await().until(() -> this.ended.get() == this.accepted.get());
		assertThat(this.requests).hasValueLessThanOrEqualTo(this.attempts.get());
		assertThat(this.sentBytes.get()).isLessThan(READ_AND_BUFFERED_BYTES);
		assertThat(this.send.clients().rebuilds()).isZero();
		assertThat(attemptInTime((out) -> out.text(OK + "Content-Length: 2\r\n\r\n{}")))
			.isInstanceOf(Outcome.Answered.class);
	}

	/** A busy machine may not send the head of an answer before the timeout. */
	private Outcome attemptInTime(Behaviour next) {
		return await().until(() -> attempt(next), (outcome) -> !(outcome instanceof Outcome.Unanswered unanswered
				&& unanswered.error().startsWith("No response within")));
	}

	private Outcome attempt(Behaviour next) {
		this.attempts.incrementAndGet();
		this.behaviour = next;
		return Instances.send(this.send, delivery());
	}

	private ClaimedDelivery delivery() {
		UUID endpoint = UUID.randomUUID();
		SecretPlace place = EndpointSecret.place(UUID.randomUUID(), endpoint);
		byte[] secret = this.encryption.encrypt("whsec_1".getBytes(StandardCharsets.UTF_8), place);
		return new ClaimedDelivery(UUID.randomUUID(), UUID.randomUUID(), endpoint,
				"http://localhost:" + this.server.getLocalPort() + "/hook", new EndpointSecret(place, secret, null),
				"{}".getBytes(StandardCharsets.UTF_8), 0, Instant.now(), ClaimedDelivery.Endpoint.WELL);
	}

	private void accept() {
		try {
			while (true) {
				Socket socket = this.server.accept();
				this.accepted.incrementAndGet();
				this.threads.execute(() -> serve(socket));
			}
		}
		catch (IOException ex) {
			// The server is closed.
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			InputStream in = socket.getInputStream();
			byte[] read = new byte[8 * 1024];
			Out out = new Out(socket);
			while (in.read(read) > 0) {
				this.requests.incrementAndGet();
				this.behaviour.send(out);
			}
		}
		catch (IOException ex) {
			// The client has closed the connection.
		}
		this.ended.incrementAndGet();
	}

	/** The connection of a receiver. */
	final class Out {

		private final Socket socket;

		private final OutputStream out;

		private Out(Socket socket) throws IOException {
			this.socket = socket;
			this.out = socket.getOutputStream();
		}

		void text(String text) throws IOException {
			byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
			this.out.write(bytes);
			this.out.flush();
			HostileReceiverIntegrationTests.this.sentBytes.addAndGet(bytes.length);
		}

		/** Sends until the client closes the connection. */
		void forEver(String text) throws IOException {
			String block = text.repeat(64 * 1024 / text.length());
			while (HostileReceiverIntegrationTests.this.sentBytes.get() < 100 * READ_AND_BUFFERED_BYTES) {
				text(block);
			}
		}

		/** Sends every 100 ms until the client closes the connection. */
		void slowly(String text) throws IOException {
			this.socket.setSoTimeout(100);
			do {
				text(text);
			}
			while (isOpen());
		}

		private boolean isOpen() throws IOException {
			try {
				return this.socket.getInputStream().read() >= 0;
			}
			catch (SocketTimeoutException ex) {
				return true;
			}
		}

		void end() throws IOException {
			throw new IOException("The receiver closes the connection");
		}

	}

}
