package dev.hundi.api.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.observe.RequestTrace;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers errors that Tomcat reports, such as a malformed request line, in the envelope.
 * Public because Tomcat instantiates it by class name.
 */
public final class EnvelopeErrors extends ErrorReportValve {

	private static final Logger logger = LoggerFactory.getLogger(EnvelopeErrors.class);

	@Override
	protected void report(Request request, Response response, Throwable throwable) {
		int status = response.getStatus();
		if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
			return;
		}
		AtomicBoolean io = new AtomicBoolean();
		response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, io);
		if (!io.get()) {
			return;
		}
		if (throwable != null && status >= 500) {
			logger.error("A request failed outside the endpoints", throwable);
		}
		try {
			// Tomcat reset the headers together with the failed answer.
			response.setHeader(RequestTrace.HEADER, RequestTrace.currentId());
			SecureAnswers.setHeaders(request, response);
			Envelope.refuse(response.getResponse(), StatusCodes.refusalOf(status));
			response.finishResponse();
		}
		catch (IOException | IllegalStateException ex) {
			logger.debug("The caller closed the connection before the answer", ex);
		}
	}

}
