package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.util.Collections;

import dev.hundi.signature.Signatures;
import dev.hundi.stream.http.CheckedConnections;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * The connections to a bank's API. A call is one request on its caller's thread, without
 * redirects, retries, decompression or cookies, and nothing of it is written before the
 * connection is complete.
 */
final class BankClient implements AutoCloseable {

	private static final int MAX_ANSWER_BYTES = 64 * 1024;

	/**
	 * Of an answer to a batch. The longest fields, all of whose characters are escaped,
	 * take 3 KiB.
	 */
	private static final int MAX_ORDER_BYTES = 4 * 1024;

	private static final int MAX_LINE_BYTES = 16 * 1024;

	private static final int MAX_HEADERS = 200;

	private static final String TLS_1_3 = "TLSv1.3";

	/** After this time an unused connection is closed. */
	private static final TimeValue IDLE = TimeValue.ofSeconds(20);

	private final CloseableHttpClient http;

	private final boolean onlyTls13;

	/**
	 * Prepares connections.
	 * @param bundle our certificate and the bank's authorities, null for none
	 * @throws IllegalArgumentException if the bundle has no client certificate
	 */
	BankClient(BankSettings settings, @Nullable SslBundle bundle) {
		String[] protocols = (bundle != null) ? bundle.getOptions().getEnabledProtocols() : null;
		this.onlyTls13 = bundle != null
				&& (protocols == null || (protocols.length == 1 && protocols[0].equals(TLS_1_3)));
		Timeout callTimeout = Timeout.of(settings.callTimeout());
		PoolingHttpClientConnectionManagerBuilder connections = CheckedConnections
			.pool(Http1Config.custom().setMaxLineLength(MAX_LINE_BYTES).setMaxHeaderCount(MAX_HEADERS).build())
			.setMaxConnTotal(2 * settings.concurrency())
			.setMaxConnPerRoute(2 * settings.concurrency())
			.setDefaultConnectionConfig(ConnectionConfig.custom()
				.setConnectTimeout(Timeout.of(settings.connectTimeout()))
				.setSocketTimeout(callTimeout)
				// Always, because an order on a connection that the bank has closed is
				// in doubt.
				.setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
				.setTimeToLive(TimeValue.ofMinutes(5))
				.build());
		if (bundle != null) {
			requireClientCertificate(bundle);
			connections.setTlsSocketStrategy(tls(bundle, protocols));
		}
		this.http = HttpClients.custom()
			.setUserAgent("Hundi")
			.setConnectionManager(connections.build())
			.setDefaultRequestConfig(RequestConfig.custom()
				.setConnectionRequestTimeout(Timeout.of(settings.connectTimeout()))
				.setResponseTimeout(callTimeout)
				.setConnectionKeepAlive(IDLE)
				.setProtocolUpgradeEnabled(false)
				.build())
			.evictIdleConnections(IDLE)
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.disableContentCompression()
			.disableCookieManagement()
			.disableAuthCaching()
			.disableConnectionState()
			.build();
	}

	private static TlsSocketStrategy tls(SslBundle bundle, String @Nullable [] protocols) {
		return ClientTlsStrategyBuilder.create()
			.setSslContext(bundle.createSslContext())
			.setTlsVersions((protocols != null) ? protocols : new String[] { TLS_1_3 })
			.setCiphers(bundle.getOptions().getCiphers())
			// Within the handshake, before anything else is written.
			.setHostVerificationPolicy(HostnameVerificationPolicy.BUILTIN)
			.buildClassic();
	}

	private static void requireClientCertificate(SslBundle bundle) {
		KeyStore keys = bundle.getStores().getKeyStore();
		try {
			if (keys != null) {
				for (String alias : Collections.list(keys.aliases())) {
					if (keys.isKeyEntry(alias)) {
						return;
					}
				}
			}
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalArgumentException("The key store of the bundle cannot be read", ex);
		}
		throw new IllegalArgumentException("the bundle has no client certificate with its private key");
	}

	/**
	 * Sends a request and reads the whole answer. Cancelling the request ends it.
	 * @param orders the number of orders in the request
	 * @throws IOException if there is no answer, or one that is too long
	 */
	Answer call(HttpUriRequestBase request, int orders) throws IOException {
		try (ClassicHttpResponse response = this.http.executeOpen(null, request, null)) {
			HttpEntity entity = response.getEntity();
			int longest = Math.max(MAX_ANSWER_BYTES, orders * MAX_ORDER_BYTES);
			byte[] body = (entity != null) ? entity.getContent().readNBytes(longest + 1) : new byte[0];
			if (body.length > longest) {
				// Closing the response would read the rest.
				request.cancel();
				throw new IOException("the answer is longer than " + longest + " bytes");
			}
			Header signature = response.getFirstHeader(Signatures.HEADER);
			return new Answer(response.getCode(), body, (signature != null) ? signature.getValue() : null);
		}
	}

	/** Whether a call failed before there was a connection, so nothing was sent. */
	static boolean hadNoConnection(Exception failure) {
		return failure instanceof ConnectException || failure instanceof ConnectTimeoutException
				|| failure instanceof UnknownHostException || failure instanceof ConnectionRequestTimeoutException;
	}

	/**
	 * Whether a call failed because we refused the bank's certificate, which ends the
	 * handshake before anything is written. Our own certificate proves nothing when it is
	 * refused: in TLS 1.3 the request may follow it before the refusal arrives, and
	 * servers of TLS 1.2 may ask for a second handshake after the request.
	 */
	boolean hasRefusedCertificate(Exception failure) {
		for (Throwable cause = failure; this.onlyTls13 && cause != null; cause = cause.getCause()) {
			if (cause instanceof CertificateException) {
				return true;
			}
		}
		return false;
	}

	/** Closes every connection at once, which ends the calls that use them. */
	@Override
	public void close() {
		this.http.close(CloseMode.IMMEDIATE);
	}

	/**
	 * What the bank answered.
	 *
	 * @param signature header {@link Signatures#HEADER}, null if there is none
	 */
	@SuppressWarnings("ArrayRecordComponent")
	record Answer(int status, byte[] body, @Nullable String signature) {
	}

}
