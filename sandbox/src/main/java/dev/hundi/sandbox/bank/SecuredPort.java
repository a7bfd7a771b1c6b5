package dev.hundi.sandbox.bank;

import java.net.URI;
import java.util.Map;

import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.BadRequestException;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Problem;
import dev.hundi.sandbox.http.Request;
import dev.hundi.sandbox.http.StrictJson;
import dev.hundi.signature.InvalidSignatureException;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The payment API over TLS with client certificates. It executes only signed requests and
 * signs its answers.
 */
final class SecuredPort implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(SecuredPort.class);

	private final Signatures signatures;

	private final JsonServer server;

	SecuredPort(String address, int port, BankCertificates certificates) {
		this.signatures = certificates.signatures();
		this.server = JsonServer.bind(address, port, certificates.tls().createSslContext());
	}

	SecuredPort on(String method, String path, JsonServer.Handler handler) {
		this.server.on(method, path, (request) -> handle(request, handler));
		return this;
	}

	SecuredPort start() {
		this.server.start();
		return this;
	}

	URI url() {
		return this.server.url();
	}

	@Override
	public void close() {
		this.server.close();
	}

	private Answer handle(Request request, JsonServer.Handler handler) throws InterruptedException {
		String requestId = request.headers().getOrDefault("x-request-id", "");
		Answer answer;
		try {
			this.signatures.verify(SignedKind.REQUEST,
					Map.of("requestId", requestId, "method", request.method(), "path", request.path()), request.body(),
					request.headers().get(Signatures.HEADER));
			answer = handler.handle(request);
		}
		catch (InvalidSignatureException ex) {
			logger.warn("{} {} was not executed: {}", request.method(), request.path(), ex.getMessage());
			answer = new Answer.Json(401, new Problem("NOT_SIGNED", String.valueOf(ex.getMessage())));
		}
		catch (BadRequestException ex) {
			answer = new Answer.Json(400, new Problem("BAD_REQUEST", String.valueOf(ex.getMessage())));
		}
		if (!(answer instanceof Answer.Json(int status, Object content))) {
			return answer;
		}
		byte[] body = StrictJson.write(content);
		return new Answer.Content(status,
				Map.of("Content-Type", "application/json; charset=utf-8", Signatures.HEADER, this.signatures
					.sign(SignedKind.ANSWER, Map.of("requestId", requestId, "status", Integer.toString(status)), body)),
				body);
	}

}
