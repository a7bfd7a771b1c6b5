package dev.hundi.api.observe;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.ServletException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Gives every request an id, times it and writes one line about it. Before everything
 * else in the server, so that it also sees what Tomcat or the signature check refuse.
 */
public final class ObserveRequests extends ValveBase {

	/** One line for each request, at INFO. */
	private static final Logger access = LoggerFactory.getLogger("dev.hundi.api.access");

	private static final String ATTRIBUTE = RequestTrace.class.getName();

	private static final String PAYOUT = "/v1/payouts/{";

	private static final double NANOS_PER_MS = 1e6;

	private final Routes routes;

	private final RequestTimers timers;

	private final boolean writesLines;

	private volatile boolean closing;

	/**
	 * Observes a server's requests.
	 * @param mapping the endpoints; asked for with the first request
	 * @param registry where the timers are; asked for with the first request
	 * @param writesLines whether each request gets a line in the log
	 */
	public ObserveRequests(Supplier<RequestMappingHandlerMapping> mapping, Supplier<MeterRegistry> registry,
			boolean writesLines) {
		super(true);
		this.routes = new Routes(mapping);
		this.timers = new RequestTimers(registry);
		this.writesLines = writesLines;
	}

	/** From now on every answer asks its caller to open a new connection. */
	public void closeConnections() {
		this.closing = true;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		RequestTrace trace = begin(request);
		response.setHeader(RequestTrace.HEADER, trace.requestId());
		if (this.closing) {
			response.setHeader("Connection", "close");
		}
		try {
			getNext().invoke(request, response);
		}
		finally {
			if (request.isAsync()) {
				request.setAttribute(ATTRIBUTE, trace);
			}
			else {
				finish(request, response, trace);
			}
			RequestTrace.end();
		}
	}

	/**
	 * A request whose answer is made by another thread comes here once more at its end.
	 */
	private RequestTrace begin(Request request) {
		if (request.getAttribute(ATTRIBUTE) instanceof RequestTrace trace) {
			trace.resume();
			return trace;
		}
		return RequestTrace.begin(() -> this.closing);
	}

	/** Of an answered payout the path id is one of ours, not only what a caller wrote. */
	private static void notePayout(Request request) {
		if (request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables) {
			variables.values().stream().limit(1).forEach((id) -> RequestTrace.payout(UUID.fromString(id.toString())));
		}
	}

	private void finish(Request request, Response response, RequestTrace trace) {
		long nanos = trace.elapsedNanos();
		int status = response.getStatus();
		String route = this.routes.of(request);
		if (status < 400 && route.startsWith(PAYOUT)) {
			notePayout(request);
		}
		String method = Routes.method(request);
		String code = trace.code(status);
		this.timers.record(route, method, status, code, nanos);
		if (this.writesLines && access.isInfoEnabled() && !route.startsWith("/actuator")) {
			access.atInfo()
				.addKeyValue("method", method)
				.addKeyValue("route", route)
				.addKeyValue("status", status)
				.addKeyValue("code", code)
				.addKeyValue("durationMs", Math.round(nanos / NANOS_PER_MS * 1000) / 1000.0)
				.log("Answered");
		}
	}

}
