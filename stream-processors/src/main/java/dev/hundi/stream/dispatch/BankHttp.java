package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLParameters;

import dev.hundi.signature.InvalidSignatureException;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Calls a bank's API with what its {@link BankSecurity} demands: our client certificate,
 * the API key, and signatures under the request and its answer. An answer without the
 * required signature counts as none.
 */
final class BankHttp implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(BankHttp.class);

	private static final int MAX_ANSWER = 64 * 1024;

	private static final String TLS_1_3 = "TLSv1.3";

	private final String bank;

	private final String base;

	private final BankSettings settings;

	private final BankSignatures believed;

	private final @Nullable Signatures signatures;

	private volatile Client client;

	/**
	 * Prepares calls.
	 * @throws IllegalArgumentException if a bundle does not exist, or has no client
	 * certificate or signing key
	 */
	BankHttp(String bank, BankSettings settings, SslBundles bundles, BankSignatures believed) {
		this.bank = bank;
		this.settings = settings;
		this.base = settings.url().toString().replaceAll("/+$", "");
		this.believed = believed;
		this.signatures = believed.of(bank);
		if (this.signatures != null && !this.signatures.canSign()) {
			throw new IllegalArgumentException("hundi.dispatch.banks." + bank
					+ ".security.signature-bundle: the bundle has no private key to sign requests with");
		}
		String bundle = settings.security().sslBundle();
		try {
			this.client = client((bundle != null) ? bundles.getBundle(bundle) : null);
			if (bundle != null) {
				bundles.addBundleUpdateHandler(bundle, this::replaceCertificates);
			}
		}
		catch (NoSuchSslBundleException | IllegalArgumentException | IllegalStateException ex) {
			throw new IllegalArgumentException(
					"hundi.dispatch.banks." + bank + ".security.ssl-bundle: " + ex.getMessage(), ex);
		}
	}

	Response post(String path, byte[] body) {
		return send("POST", path, body);
	}

	Response get(String path) {
		return send("GET", path, new byte[0]);
	}

	@Override
	public void close() {
		this.client.http().shutdownNow();
	}

	/**
	 * Running calls end with the old client, which the collector closes; shutting it down
	 * would refuse a call that has just read the field.
	 */
	private void replaceCertificates(SslBundle bundle) {
		try {
			this.client = client(bundle);
			logger.info("Certificates for bank {} replaced", this.bank);
		}
		catch (RuntimeException ex) {
			logger.error("The changed certificates for bank {} cannot be read; the old ones stay in use", this.bank,
					ex);
		}
	}

	private Client client(@Nullable SslBundle bundle) {
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(this.settings.connectTimeout())
			.followRedirects(HttpClient.Redirect.NEVER);
		if (bundle == null) {
			return new Client(builder.build(), false);
		}
		requireClientCertificate(bundle);
		SSLParameters parameters = new SSLParameters();
		String[] protocols = bundle.getOptions().getEnabledProtocols();
		parameters.setProtocols((protocols != null) ? protocols : new String[] { TLS_1_3 });
		if (bundle.getOptions().getCiphers() != null) {
			parameters.setCipherSuites(bundle.getOptions().getCiphers());
		}
		builder.sslContext(bundle.createSslContext()).sslParameters(parameters);
		return new Client(builder.build(),
				protocols == null || (protocols.length == 1 && protocols[0].equals(TLS_1_3)));
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

	private Response send(String method, String path, byte[] body) {
		String requestId = UUID.randomUUID().toString();
		HttpRequest request;
		try {
			request = request(method, path, body, requestId);
		}
		catch (IOException | IllegalStateException ex) {
			return new Response.NotSent("the request cannot be made: " + message(ex));
		}
		Client own = this.client;
		var sending = own.http().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER));
		try {
			// The request's own timeout does not cover the body.
			HttpResponse<byte[]> response = sending.get(this.settings.callTimeout().toMillis(), TimeUnit.MILLISECONDS);
			return received(response, requestId);
		}
		catch (TimeoutException ex) {
			sending.cancel(true);
			return new Response.Unanswered("no answer within " + this.settings.callTimeout());
		}
		catch (ExecutionException ex) {
			return failure((ex.getCause() != null) ? ex.getCause() : ex, own.onlyTls13());
		}
		catch (InterruptedException ex) {
			sending.cancel(true);
			Thread.currentThread().interrupt();
			return new Response.Unanswered("interrupted while waiting for the answer");
		}
	}

	private HttpRequest request(String method, String path, byte[] body, String requestId) throws IOException {
		URI uri = URI.create(this.base + path);
		HttpRequest.Builder request = HttpRequest.newBuilder(uri)
			.timeout(this.settings.callTimeout())
			.header("x-request-id", requestId);
		if (method.equals("POST")) {
			request.header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofByteArray(body));
		}
		BankSecurity security = this.settings.security();
		if (security.apiKeyHeader() != null && security.apiKeyFile() != null) {
			request.header(security.apiKeyHeader(), Files.readString(security.apiKeyFile()).strip());
		}
		if (this.signatures != null) {
			request.header(Signatures.HEADER, this.signatures.sign(SignedKind.REQUEST,
					Map.of("requestId", requestId, "method", method, "path", uri.getRawPath()), body));
		}
		return request.build();
	}

	private Response received(HttpResponse<byte[]> response, String requestId) {
		if (this.signatures != null) {
			try {
				this.signatures.verify(SignedKind.ANSWER,
						Map.of("requestId", requestId, "status", Integer.toString(response.statusCode())),
						response.body(), response.headers().firstValue(Signatures.HEADER).orElse(null));
			}
			catch (InvalidSignatureException ex) {
				this.believed.notBelieved(this.bank, BankSignatures.Source.ANSWER,
						"Answer %d to request %s".formatted(response.statusCode(), requestId), ex);
				return new Response.Unanswered(
						"HTTP " + response.statusCode() + " without a valid signature: " + ex.getMessage());
			}
		}
		return new Response.Received(response.statusCode(), response.body());
	}

	/**
	 * A server certificate that we refuse ends the handshake before anything is written.
	 * Our own certificate proves nothing when it is refused: in TLS 1.3 the request may
	 * follow it before the refusal arrives, and servers of TLS 1.2 may ask for a second
	 * handshake after the request.
	 */
	private static Response failure(Throwable cause, boolean onlyTls13) {
		if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
				|| cause.getCause() instanceof UnresolvedAddressException) {
			return new Response.NotSent("no connection: " + message(cause));
		}
		if (onlyTls13 && isServerRefusedByUs(cause)) {
			return new Response.NotSent("the bank's certificate is not trusted: " + message(cause));
		}
		return new Response.Unanswered("no answer: " + message(cause));
	}

	private static boolean isServerRefusedByUs(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof CertificateException) {
				return true;
			}
		}
		return false;
	}

	private static String message(Throwable ex) {
		String message = ex.getMessage();
		return (message != null) ? message : ex.getClass().getSimpleName();
	}

	/** What a call has proved. */
	sealed interface Response {

		record Received(int status, byte[] body) implements Response {
		}

		/** The request certainly never left this process. */
		record NotSent(String reason) implements Response {
		}

		/** No answer, or one that is not believed: the bank may have the request. */
		record Unanswered(String reason) implements Response {
		}

	}

	private record Client(HttpClient http, boolean onlyTls13) {
	}

}
