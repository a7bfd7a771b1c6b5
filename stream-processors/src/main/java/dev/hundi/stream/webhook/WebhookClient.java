package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.stream.http.CheckedConnections;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.Http1StreamListener;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP client with limits on everything that a receiver sends: one POST is one
 * request, without redirects, retries, decompression or cookies.
 */
final class WebhookClient {

	/** One header or status line, bytes. */
	static final int MAX_LINE_BYTES = 8 * 1024;

	static final int MAX_HEADERS = 64;

	private static final int MAX_EMPTY_LINES = 4;

	/** Responses with status 1xx before the response. */
	private static final int MAX_INTERIM_RESPONSES = 8;

	private final CloseableHttpClient http;

	/** Attempts whose threads have not ended long after the timeout. */
	private final AtomicInteger stuck = new AtomicInteger();

	WebhookClient(WebhookSettings settings, DnsResolver resolver, TlsSocketStrategy tls) {
		Timeout timeout = Timeout.of(settings.timeout());
		Http1Config limits = Http1Config.custom()
			.setMaxLineLength(MAX_LINE_BYTES)
			.setMaxHeaderCount(MAX_HEADERS)
			.setMaxEmptyLineCount(MAX_EMPTY_LINES)
			.build();
		this.http = HttpClients.custom()
			.setUserAgent("Hundi-Webhooks")
			.setRequestExecutor(new LimitedExecutor(limits))
			.setConnectionManager(CheckedConnections.pool(limits)
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
				// Shorter than an attempt: the pool has a connection for each attempt,
				// so waiting for one is a failure of this client.
				.setConnectionRequestTimeout(Timeout.of(settings.timeout().dividedBy(2)))
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

	ClassicHttpResponse execute(HttpPost request) throws IOException {
		return this.http.executeOpen(null, request, null);
	}

	/** Counts an attempt whose thread has not ended; returns how many have not. */
	int gaveUp() {
		return this.stuck.incrementAndGet();
	}

	void threadEnded() {
		this.stuck.decrementAndGet();
	}

	/** Closes every connection at once, which ends the attempts that use them. */
	void close() {
		this.http.close(CloseMode.IMMEDIATE);
	}

	/** Limits the interim responses of each exchange. */
	private static final class LimitedExecutor extends HttpRequestExecutor {

		private final Http1Config limits;

		LimitedExecutor(Http1Config limits) {
			this.limits = limits;
		}

		@Override
		public ClassicHttpResponse execute(ClassicHttpRequest request, HttpClientConnection connection,
				HttpResponseInformationCallback callback, HttpContext context) throws IOException, HttpException {
			return new HttpRequestExecutor(this.limits, null, new InterimLimit()).execute(request, connection, callback,
					context);
		}

	}

	/** Counts the interim responses of one exchange. */
	private static final class InterimLimit implements Http1StreamListener {

		private int interim;

		@Override
		public void onRequestHead(HttpConnection connection, HttpRequest request) {
			this.interim = 0;
		}

		@Override
		public void onResponseHead(HttpConnection connection, HttpResponse response) {
			if (response.getCode() < HttpStatus.SC_SUCCESS && ++this.interim > MAX_INTERIM_RESPONSES) {
				throw new UncheckedIOException(
						new IOException("More than " + MAX_INTERIM_RESPONSES + " interim responses"));
			}
		}

		@Override
		public void onExchangeComplete(HttpConnection connection, boolean keepAlive) {
			// Required by the interface; only heads are counted.
		}

	}

}
