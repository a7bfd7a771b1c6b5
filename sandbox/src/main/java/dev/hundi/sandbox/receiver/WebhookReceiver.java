package dev.hundi.sandbox.receiver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Request;
import dev.hundi.sandbox.http.StrictJson;
import dev.hundi.sandbox.server.Arguments;
import dev.hundi.time.IsoTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives and shows the webhooks that the platform sends to merchants. */
public final class WebhookReceiver implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(WebhookReceiver.class);

	private static final Duration hold = Duration.ofSeconds(60);

	private final ReceivedWebhooks received = new ReceivedWebhooks();

	private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();

	private final Map<String, WebhookSignatures> secrets = new ConcurrentHashMap<>();

	private final JsonServer server;

	private final Clock clock = Clock.systemUTC();

	private WebhookReceiver(JsonServer server) {
		this.server = server;
		server.on("POST", "/hooks/{businessCode}", this::receive)
			.on("GET", "/received", this::show)
			.on("DELETE", "/received", (request) -> clear())
			.on("POST", "/behaviour", this::behave)
			.on("POST", "/secrets", this::learn)
			.on("GET", "/health", (request) -> Answer.ok(Map.of("status", "UP")))
			.start();
	}

	/**
	 * Runs the receiver until the program is stopped.
	 * @param args optionally {@code --port=} (8091), {@code --mail-port=} (8025) and
	 * {@code --address=} (127.0.0.1)
	 */
	public static void main(String[] args) {
		Arguments arguments = Arguments.of(Set.of("address", "port", "mail-port"), args);
		String address = arguments.get("address", "127.0.0.1");
		MailSink mail = MailSink.start(address, arguments.port("mail-port", 8025));
		WebhookReceiver receiver = start(address, arguments.port("port", 8091), mail::serveOn);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			receiver.close();
			mail.close();
		}, "receiver-close"));
		logger.info("The webhook receiver listens at {}, and for letters at port {}", receiver.url(), mail.port());
	}

	/**
	 * Opens the receiver.
	 * @param port 0 for any free one
	 * @throws java.io.UncheckedIOException if the port is taken
	 */
	public static WebhookReceiver start(String address, int port) {
		return start(address, port, (server) -> {
		});
	}

	/** Opens the receiver with additional routes, which take precedence. */
	public static WebhookReceiver start(String address, int port, Consumer<JsonServer> more) {
		JsonServer server = JsonServer.bind(address, port);
		more.accept(server);
		return new WebhookReceiver(server);
	}

	public URI url() {
		return this.server.url();
	}

	/** Webhook URL for a business. */
	public URI hookUrl(String businessCode) {
		return url().resolve("/hooks/" + businessCode);
	}

	/** Sets the secret that verifies the webhooks of a business. */
	public void learnSecret(String businessCode, String secret) {
		this.secrets.put(businessCode, new WebhookSignatures(secret));
	}

	/** Webhooks of one payout, oldest first. */
	public List<ReceivedWebhook> received(String payoutTransactionId) {
		return this.received.ofPayout(payoutTransactionId);
	}

	/** Everything kept, oldest first. */
	public List<ReceivedWebhook> received() {
		return received(0);
	}

	/** What is kept after a sequence, oldest first. */
	public List<ReceivedWebhook> received(long after) {
		return this.received.after(after);
	}

	@Override
	public void close() {
		this.server.close();
	}

	private Answer receive(Request request) throws InterruptedException {
		String businessCode = request.pathVariable("businessCode");
		Behaviour behaviour = this.behaviours.getOrDefault(businessCode, Behaviour.well);
		WebhookSignatures signatures = this.secrets.get(businessCode);
		Instant now = this.clock.instant();
		Boolean verified = (signatures != null)
				? signatures.verify(request.headers(), request.body(), now.toEpochMilli()) : null;
		Integer status = behaviour.answeredStatus();
		ReceivedWebhook webhook = this.received.add(request.path(), businessCode, request.headers(),
				new String(request.body(), StandardCharsets.UTF_8), IsoTime.text(now), verified, status);
		if (status == null) {
			return new Answer.Held(hold);
		}
		this.server.pause(behaviour.delayMs());
		return new Answer.Json(status, Map.of("sequence", webhook.sequence()));
	}

	private Answer show(Request request) {
		String payout = request.query("payoutTransactionId");
		List<ReceivedWebhook> webhooks = (payout != null) ? this.received.ofPayout(payout)
				: this.received.after(request.query("after", 0, 0, Long.MAX_VALUE));
		return new Answer.Streamed((out) -> writeArray(webhooks, out));
	}

	private static void writeArray(List<ReceivedWebhook> webhooks, OutputStream out) throws IOException {
		out.write('[');
		Iterator<ReceivedWebhook> each = webhooks.iterator();
		while (each.hasNext()) {
			out.write(StrictJson.write(each.next()));
			if (each.hasNext()) {
				out.write(',');
			}
		}
		out.write(']');
	}

	private Answer clear() {
		this.received.clear();
		return Answer.ok(Map.of("received", 0));
	}

	private Answer behave(Request request) {
		BehaviourChange change = request.bodyAs(BehaviourChange.class);
		Behaviour behaviour = change.behaviour();
		this.behaviours.put(change.businessCode(), behaviour);
		return Answer.ok(behaviour);
	}

	private Answer learn(Request request) {
		NewSecret secret = request.bodyAs(NewSecret.class);
		learnSecret(secret.businessCode(), secret.secret());
		return Answer.ok(Map.of("businessCode", secret.businessCode()));
	}

	/** How the receiver responds to webhooks of a business. */
	enum Mode {

		/** 200 at once. */
		OK,

		/** 200 after the delay. */
		SLOW,

		/** The status, after the delay. */
		FAIL,

		/** Never. */
		HANG

	}

	record Behaviour(Mode mode, long delayMs, int status) {

		static final Behaviour well = new Behaviour(Mode.OK, 0, 200);

		@Nullable Integer answeredStatus() {
			return switch (this.mode) {
				case OK, SLOW -> 200;
				case FAIL -> this.status;
				case HANG -> null;
			};
		}

	}

	/**
	 * Body of {@code POST /behaviour}.
	 *
	 * @param delayMs 10,000 for SLOW and 0 for FAIL when absent
	 * @param status 500 for FAIL when absent
	 */
	record BehaviourChange(String businessCode, Mode mode, @Nullable Long delayMs, @Nullable Integer status) {

		BehaviourChange {
			requireText("businessCode", businessCode);
			if (mode == null) {
				throw new IllegalArgumentException("mode must be one of OK, SLOW, FAIL, HANG");
			}
			if (delayMs != null && (delayMs < 0 || delayMs > 3_600_000)) {
				throw new IllegalArgumentException("delayMs must be between 0 and 3600000");
			}
			if (status != null && (status < 200 || status > 599)) {
				throw new IllegalArgumentException("status must be between 200 and 599");
			}
		}

		Behaviour behaviour() {
			long whenAbsent = (this.mode == Mode.SLOW) ? 10_000 : 0;
			long delay = (this.mode == Mode.OK) ? 0 : (this.delayMs != null) ? this.delayMs : whenAbsent;
			return new Behaviour(this.mode, delay, (this.status != null) ? this.status : 500);
		}

	}

	/** Body of {@code POST /secrets}. */
	record NewSecret(String businessCode, String secret) {

		NewSecret {
			requireText("businessCode", businessCode);
			requireText("secret", secret);
		}

		@Override
		public String toString() {
			return "NewSecret[businessCode=" + this.businessCode + "]";
		}

	}

	private static void requireText(String name, @Nullable String value) {
		if (value == null || value.isBlank()) {
			throw new IllegalArgumentException(name + " is missing");
		}
	}

}
