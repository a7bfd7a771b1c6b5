package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.hundi.signature.InvalidSignatureException;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
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

	private static final ContentType JSON = ContentType.create("application/json");

	/** Ends calls at their timeout, which covers connection, answer and body together. */
	private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1,
			Thread.ofPlatform().name("bank-timeouts").daemon().factory());

	private final String bank;

	private final String base;

	private final BankSettings settings;

	private final BankSignatures ofBanks;

	private final @Nullable Signatures signatures;

	private volatile BankClient client;

	/**
	 * Prepares calls.
	 * @throws IllegalArgumentException if a bundle does not exist, or has no client
	 * certificate or signing key
	 */
	BankHttp(String bank, BankSettings settings, SslBundles bundles, BankSignatures ofBanks) {
		this.alarms.setRemoveOnCancelPolicy(true);
		this.bank = bank;
		this.settings = settings;
		this.base = settings.url().toString().replaceAll("/+$", "");
		this.ofBanks = ofBanks;
		this.signatures = ofBanks.of(bank);
		if (this.signatures != null && !this.signatures.canSign()) {
			throw new IllegalArgumentException("hundi.dispatch.banks." + bank
					+ ".security.signature-bundle: the bundle has no private key to sign requests with");
		}
		String bundle = settings.security().sslBundle();
		try {
			this.client = new BankClient(settings, (bundle != null) ? bundles.getBundle(bundle) : null);
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
		return post(path, body, 1);
	}

	/**
	 * Posts several orders.
	 * @param orders their number, with which the maximum length of the answer grows
	 */
	Response post(String path, byte[] body, int orders) {
		return send("POST", path, body, orders);
	}

	Response get(String path) {
		return send("GET", path, new byte[0], 1);
	}

	@Override
	public void close() {
		this.alarms.shutdownNow();
		this.client.close();
	}

	/**
	 * Running calls, and those that have just read the field, end with the old client.
	 */
	private void replaceCertificates(SslBundle bundle) {
		try {
			BankClient old = this.client;
			this.client = new BankClient(this.settings, bundle);
			Duration longestUse = this.settings.longestCall().multipliedBy(2);
			CompletableFuture.delayedExecutor(longestUse.toMillis(), TimeUnit.MILLISECONDS).execute(old::close);
			logger.info("Certificates for bank {} replaced", this.bank);
		}
		catch (RuntimeException ex) {
			logger.error("The changed certificates for bank {} cannot be read; the old ones stay in use", this.bank,
					ex);
		}
	}

	private Response send(String method, String path, byte[] body, int orders) {
		String requestId = UUID.randomUUID().toString();
		HttpUriRequestBase request;
		try {
			request = request(method, path, body, requestId);
		}
		catch (IOException | IllegalStateException ex) {
			return new Response.NotSent("the request cannot be made: " + message(ex));
		}
		BankClient own = this.client;
		Future<?> alarm = this.alarms.schedule(request::cancel, this.settings.callTimeout().toMillis(),
				TimeUnit.MILLISECONDS);
		try {
			return received(own.call(request, orders), requestId);
		}
		catch (IOException | IllegalStateException ex) {
			return alarm.isDone() ? new Response.Unanswered("no answer within " + this.settings.callTimeout())
					: failure(own, ex);
		}
		finally {
			alarm.cancel(false);
		}
	}

	private HttpUriRequestBase request(String method, String path, byte[] body, String requestId) throws IOException {
		URI uri = URI.create(this.base + path);
		HttpUriRequestBase request = new HttpUriRequestBase(method, uri);
		request.setHeader("x-request-id", requestId);
		if (method.equals("POST")) {
			request.setEntity(new ByteArrayEntity(body, JSON));
		}
		BankSecurity security = this.settings.security();
		if (security.apiKeyHeader() != null && security.apiKeyFile() != null) {
			request.setHeader(security.apiKeyHeader(), Files.readString(security.apiKeyFile()).strip());
		}
		if (this.signatures != null) {
			request.setHeader(Signatures.HEADER, this.signatures.sign(SignedKind.REQUEST,
					Map.of("requestId", requestId, "method", method, "path", uri.getRawPath()), body));
		}
		return request;
	}

	private Response received(BankClient.Answer answer, String requestId) {
		if (this.signatures != null) {
			try {
				this.signatures.verify(SignedKind.ANSWER,
						Map.of("requestId", requestId, "status", Integer.toString(answer.status())), answer.body(),
						answer.signature());
			}
			catch (InvalidSignatureException ex) {
				this.ofBanks.untrusted(this.bank, BankSignatures.Source.ANSWER,
						"Answer %d to request %s".formatted(answer.status(), requestId), ex);
				return new Response.Unanswered(
						"HTTP " + answer.status() + " without a valid signature: " + ex.getMessage());
			}
		}
		return new Response.Received(answer.status(), answer.body());
	}

	private static Response failure(BankClient client, Exception failure) {
		if (client.hasRefusedCertificate(failure)) {
			return new Response.NotSent("the bank's certificate is not trusted: " + message(failure));
		}
		if (BankClient.hadNoConnection(failure)) {
			return new Response.NotSent("no connection: " + message(failure));
		}
		return new Response.Unanswered("no answer: " + message(failure));
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

		/** No answer, or one that is not trusted: the bank may have the request. */
		record Unanswered(String reason) implements Response {
		}

	}

}
