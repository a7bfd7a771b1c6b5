package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import javax.crypto.Mac;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.EndpointSecret;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

/**
 * Sends webhooks with both signatures, one POST per attempt: a receiver that closes the
 * connection without a response may have processed the request. Enforces the timeout on
 * the whole exchange and reads at most 64 KiB of a response.
 */
final class SendWebhook implements AutoCloseable {

	/** A status has three digits (RFC 9110, 15); the client refuses smaller ones only. */
	private static final int LARGEST_STATUS = 999;

	private static final int READ_BYTES = 64 * 1024;

	private static final int KEPT_BYTES = 20 * 1024;

	/** A client is replaced when this part of its connections is stuck. */
	private static final int STUCK_DIVISOR = 2;

	private final Clock clock = Clock.systemUTC();

	private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().name("webhook-timeouts").daemon().factory());

	private final WebhookSettings settings;

	private final SigningKeys keys;

	private final WebhookClients clients;

	SendWebhook(WebhookSettings settings, SecretEncryption encryption) {
		this(settings, encryption, settings.allowHttp() ? SystemDefaultDnsResolver.INSTANCE : new PublicAddresses(),
				DefaultClientTlsStrategy.createDefault());
	}

	/** For tests: with a different resolver and TLS configuration. */
	SendWebhook(WebhookSettings settings, SecretEncryption encryption, DnsResolver resolver, TlsSocketStrategy tls) {
		this.settings = settings;
		this.keys = new SigningKeys(encryption);
		this.alarms.setRemoveOnCancelPolicy(true);
		this.clients = new WebhookClients(() -> new WebhookClient(settings, resolver, tls),
				Math.max(2, settings.concurrency() / STUCK_DIVISOR));
	}

	sealed interface Outcome {

		/**
		 * The receiver responded.
		 *
		 * @param status HTTP status
		 * @param body the first 20 KiB of the body
		 * @param retryAfter requested delay, or null
		 */
		@SuppressWarnings("ArrayRecordComponent")
		record Answered(int status, byte[] body, @Nullable Duration retryAfter) implements Outcome {
		}

		/**
		 * No valid response was received.
		 *
		 * @param error why, for operators
		 */
		record Unanswered(String error) implements Outcome {
		}

		/**
		 * This process could not send the request. Neither the delivery nor the endpoint
		 * is at fault, and the receiver has probably not seen it.
		 *
		 * @param error why, for operators
		 */
		record ClientFailed(String error) implements Outcome {
		}

	}

	/**
	 * Attempts a delivery on the caller's thread, which is interrupted at the timeout.
	 * @param ended receives the outcome, exactly once and within the timeout
	 */
	void send(ClaimedDelivery delivery, Consumer<Outcome> ended) {
		HttpPost request;
		try {
			request = request(delivery);
		}
		catch (RuntimeException ex) {
			ended.accept(new Outcome.Unanswered(text(ex)));
			return;
		}
		Exchange exchange = new Exchange(request, ended);
		Future<?> alarm = this.alarms.schedule(exchange::timeOut, this.settings.timeout().toMillis(),
				TimeUnit.MILLISECONDS);
		Outcome outcome;
		try {
			outcome = exchange.run();
		}
		catch (IOException | RuntimeException | Error ex) {
			outcome = exchange.failed(ex);
		}
		alarm.cancel(false);
		exchange.end(outcome);
	}

	WebhookClients clients() {
		return this.clients;
	}

	@Override
	public void close() {
		this.alarms.shutdownNow();
		this.clients.close();
	}

	private HttpPost request(ClaimedDelivery delivery) {
		URI url = URI.create(delivery.url());
		if (!"https".equalsIgnoreCase(url.getScheme()) && !this.settings.allowHttp()) {
			throw new IllegalArgumentException("Only https URLs are permitted (hundi.webhook.allow-http)");
		}
		long sentAtMs = this.clock.millis();
		String timestampMs = Long.toString(sentAtMs);
		EndpointSecret secret = delivery.secret();
		Mac key = this.keys.of(secret.place(), secret.at(Instant.ofEpochMilli(sentAtMs)));
		WebhookSignature signature = WebhookSignature.of(key, timestampMs, delivery.body());
		HttpPost request = new HttpPost(url);
		request.setEntity(new ByteArrayEntity(delivery.body(), ContentType.APPLICATION_JSON));
		request.setHeader("x-webhook-timestamp", timestampMs);
		request.setHeader("x-webhook-signature", signature.legacy());
		request.setHeader("x-webhook-signature-v2", signature.v2());
		request.setHeader("x-webhook-alg", WebhookSignature.ALGORITHM);
		return request;
	}

	private String noResponse() {
		return "No response within " + this.settings.timeout().toMillis() + " ms";
	}

	private static String text(Throwable ex) {
		String message = ex.getMessage();
		return ex.getClass().getSimpleName() + ((message != null) ? ": " + message : "");
	}

	/** A request and the part of its response received so far. */
	private final class Exchange {

		private final WebhookClient client = SendWebhook.this.clients.current();

		private final HttpPost request;

		private final Consumer<Outcome> ended;

		private final Thread thread = Thread.currentThread();

		private final AtomicBoolean done = new AtomicBoolean();

		private volatile @Nullable Outcome answered;

		private boolean threadEnded;

		private @Nullable Future<?> stuckCheck;

		private boolean stuck;

		Exchange(HttpPost request, Consumer<Outcome> ended) {
			this.request = request;
			this.ended = ended;
		}

		Outcome run() throws IOException {
			try (ClassicHttpResponse response = this.client.execute(this.request)) {
				if (response.getCode() > LARGEST_STATUS) {
					throw new ProtocolException("Invalid status " + response.getCode());
				}
				Duration retryAfter = retryAfter(response.getFirstHeader("retry-after"));
				this.answered = new Outcome.Answered(response.getCode(), new byte[0], retryAfter);
				Outcome answer = new Outcome.Answered(response.getCode(), firstBytes(response.getEntity()), retryAfter);
				this.answered = answer;
				return answer;
			}
		}

		/**
		 * A failure of the client counts unless the receiver has answered. A failure that
		 * follows the timeout was caused by it.
		 */
		Outcome failed(Throwable failure) {
			if (this.done.get()) {
				return outcomeSoFar(text(failure));
			}
			if (SendWebhook.this.clients.isOwn(this.client, failure)) {
				SendWebhook.this.clients.failed(this.client, text(failure));
				Outcome outcome = this.answered;
				return (outcome != null) ? outcome : new Outcome.ClientFailed(text(failure));
			}
			SendWebhook.this.clients.worked(this.client);
			// The socket has the same timeout and may notice it first.
			return outcomeSoFar((failure.getClass() == SocketTimeoutException.class) ? noResponse() : text(failure));
		}

		void end(Outcome outcome) {
			if (this.done.compareAndSet(false, true)) {
				if (outcome instanceof Outcome.Answered) {
					SendWebhook.this.clients.worked(this.client);
				}
				this.ended.accept(outcome);
			}
			threadEnded();
		}

		void timeOut() {
			if (this.done.compareAndSet(false, true)) {
				this.request.cancel();
				this.thread.interrupt();
				this.ended.accept(outcomeSoFar(noResponse()));
				watchThread();
			}
		}

		private synchronized void watchThread() {
			if (!this.threadEnded) {
				this.stuckCheck = SendWebhook.this.alarms.schedule(this::countIfStuck,
						SendWebhook.this.settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
			}
		}

		private synchronized void countIfStuck() {
			if (!this.threadEnded) {
				this.stuck = true;
				SendWebhook.this.clients.gaveUp(this.client);
			}
		}

		private synchronized void threadEnded() {
			this.threadEnded = true;
			if (this.stuckCheck != null) {
				this.stuckCheck.cancel(false);
			}
			if (this.stuck) {
				this.client.threadEnded();
			}
		}

		/** Returns the status if received, even if the body is incomplete. */
		Outcome outcomeSoFar(String error) {
			Outcome outcome = this.answered;
			return (outcome != null) ? outcome : new Outcome.Unanswered(error);
		}

		/**
		 * Reads a short body to its end, because only then the connection can be reused.
		 * Closing the response would read a longer one to its end, so its connection is
		 * closed.
		 */
		private byte[] firstBytes(@Nullable HttpEntity entity) throws IOException {
			if (entity == null) {
				return new byte[0];
			}
			InputStream content = entity.getContent();
			long length = entity.getContentLength();
			if (0 <= length && length <= KEPT_BYTES) {
				return content.readNBytes((int) length);
			}
			byte[] kept = content.readNBytes(KEPT_BYTES);
			if (kept.length == KEPT_BYTES && content.readNBytes(READ_BYTES - KEPT_BYTES).length > 0
					&& content.read() >= 0) {
				this.request.cancel();
			}
			return kept;
		}

		private @Nullable Duration retryAfter(@Nullable Header header) {
			String value = (header != null) ? header.getValue() : null;
			if (value == null || value.isBlank()) {
				return null;
			}
			if (value.strip().matches("\\d{1,9}")) {
				return Duration.ofSeconds(Long.parseLong(value.strip()));
			}
			try {
				Instant until = ZonedDateTime
					.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT))
					.toInstant();
				return Duration.between(SendWebhook.this.clock.instant(), until);
			}
			catch (DateTimeParseException ex) {
				return null;
			}
		}

	}

}
