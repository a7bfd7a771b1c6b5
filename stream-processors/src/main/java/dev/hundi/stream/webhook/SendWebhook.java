package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.InputStream;
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
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Sends webhooks with both signatures, one POST per attempt: a receiver that closes the
 * connection without a response may have processed the request. Does not follow
 * redirects, enforces the timeout on the whole exchange and reads at most 64 KiB of a
 * response.
 */
final class SendWebhook implements AutoCloseable {

	private static final int READ_BYTES = 64 * 1024;

	private static final int KEPT_BYTES = 20 * 1024;

	private final Clock clock = Clock.systemUTC();

	private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().name("webhook-timeouts").daemon().factory());

	private final WebhookSettings settings;

	private final SigningKeys keys;

	private final CloseableHttpClient http;

	SendWebhook(WebhookSettings settings, SecretEncryption encryption) {
		this(settings, encryption, settings.allowHttp() ? SystemDefaultDnsResolver.INSTANCE : new PublicAddresses(),
				DefaultClientTlsStrategy.createDefault());
	}

	/** For tests: with a different resolver and TLS configuration. */
	SendWebhook(WebhookSettings settings, SecretEncryption encryption, DnsResolver resolver, TlsSocketStrategy tls) {
		this.settings = settings;
		this.keys = new SigningKeys(encryption);
		this.alarms.setRemoveOnCancelPolicy(true);
		this.http = client(settings, resolver, tls);
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
		catch (IOException | RuntimeException ex) {
			outcome = exchange.outcomeSoFar(text(ex));
		}
		alarm.cancel(false);
		exchange.end(outcome);
	}

	@Override
	public void close() throws IOException {
		this.alarms.shutdownNow();
		this.http.close();
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

	private static CloseableHttpClient client(WebhookSettings settings, DnsResolver resolver, TlsSocketStrategy tls) {
		Timeout timeout = Timeout.of(settings.timeout());
		return HttpClients.custom()
			.setUserAgent("Hundi-Webhooks")
			.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
				.setMaxConnTotal(settings.concurrency())
				.setMaxConnPerRoute(settings.concurrency())
				.setDnsResolver(resolver)
				.setTlsSocketStrategy(tls)
				.setDefaultConnectionConfig(ConnectionConfig.custom()
					.setConnectTimeout(timeout)
					.setSocketTimeout(timeout)
					// Always, because a request on a connection that the receiver has
					// closed is a failed attempt.
					.setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
					.setTimeToLive(TimeValue.ofMinutes(5))
					.build())
				.build())
			.setDefaultRequestConfig(RequestConfig.custom()
				.setConnectionRequestTimeout(timeout)
				.setResponseTimeout(timeout)
				.setConnectionKeepAlive(TimeValue.ofSeconds(20))
				.build())
			.evictIdleConnections(TimeValue.ofSeconds(20))
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.disableContentCompression()
			.disableCookieManagement()
			.disableAuthCaching()
			.disableConnectionState()
			.build();
	}

	private static String text(Throwable ex) {
		String message = ex.getMessage();
		return ex.getClass().getSimpleName() + ((message != null) ? ": " + message : "");
	}

	/** A request and the part of its response received so far. */
	private final class Exchange {

		private final HttpPost request;

		private final Consumer<Outcome> ended;

		private final Thread thread = Thread.currentThread();

		private final AtomicBoolean done = new AtomicBoolean();

		private volatile @Nullable Outcome answered;

		Exchange(HttpPost request, Consumer<Outcome> ended) {
			this.request = request;
			this.ended = ended;
		}

		Outcome run() throws IOException {
			try (ClassicHttpResponse response = SendWebhook.this.http.executeOpen(null, this.request, null)) {
				Duration retryAfter = retryAfter(response.getFirstHeader("retry-after"));
				this.answered = new Outcome.Answered(response.getCode(), new byte[0], retryAfter);
				return new Outcome.Answered(response.getCode(), firstBytes(response.getEntity()), retryAfter);
			}
		}

		void end(Outcome outcome) {
			if (this.done.compareAndSet(false, true)) {
				this.ended.accept(outcome);
			}
		}

		void timeOut() {
			if (this.done.compareAndSet(false, true)) {
				this.request.cancel();
				this.thread.interrupt();
				this.ended.accept(
						outcomeSoFar("No response within " + SendWebhook.this.settings.timeout().toMillis() + " ms"));
			}
		}

		/** Returns the status if received, even if the body is incomplete. */
		Outcome outcomeSoFar(String error) {
			Outcome outcome = this.answered;
			return (outcome != null) ? outcome : new Outcome.Unanswered(error);
		}

		/**
		 * Reads a short body to its end, because only then the connection can be reused.
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
			content.skip(READ_BYTES - KEPT_BYTES);
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
