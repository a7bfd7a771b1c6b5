package dev.hundi.api.http;

import java.io.IOException;

import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Sets the headers that every answer has: it is not stored, its type is not guessed, and
 * its caller uses TLS only. Runs before everything that may answer.
 */
final class SecureAnswers extends ValveBase {

	private static final String ENCRYPTED = SecureAnswers.class.getName();

	private static final String ONE_YEAR = "max-age=31536000; includeSubDomains";

	private final boolean behindProxy;

	/**
	 * Creates the valve.
	 * @param behindProxy whether a proxy terminates TLS
	 */
	SecureAnswers(boolean behindProxy) {
		super(true);
		this.behindProxy = behindProxy;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		request.setAttribute(ENCRYPTED, this.behindProxy || request.isSecure());
		setHeaders(request, response);
		getNext().invoke(request, response);
	}

	/** Sets them again, after the server has reset the answer. */
	static void setHeaders(Request request, Response response) {
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("X-Content-Type-Options", "nosniff");
		if (Boolean.TRUE.equals(request.getAttribute(ENCRYPTED))) {
			// RFC 6797 forbids the header in an answer over plain HTTP.
			response.setHeader("Strict-Transport-Security", ONE_YEAR);
		}
	}

}
