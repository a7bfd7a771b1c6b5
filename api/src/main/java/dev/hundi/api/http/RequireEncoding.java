package dev.hundi.api.http;

import java.io.IOException;
import java.util.regex.Pattern;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Rejects malformed percent-encoding, on which Spring would fail. Tomcat itself checks
 * only the path without its parameters.
 */
final class RequireEncoding extends ValveBase {

	private static final Pattern ENCODED = Pattern.compile("(?:[^%]|%[0-9a-fA-F]{2})*+");

	RequireEncoding() {
		super(true);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (isEncoded(request.getRequestURI()) && isEncoded(request.getQueryString())) {
			getNext().invoke(request, response);
		}
		else {
			Envelope.refuse(response.getResponse(),
					new Refusal(ErrorCode.BAD_REQUEST, "The path or the query has a wrong percent-encoding"));
		}
	}

	private static boolean isEncoded(@Nullable String text) {
		return text == null || text.indexOf('%') < 0 || ENCODED.matcher(text).matches();
	}

}
