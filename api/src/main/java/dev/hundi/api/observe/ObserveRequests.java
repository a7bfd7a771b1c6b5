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
 * Assigns an id to every request, records its duration and writes an access log line.
 * Runs before everything else in the server, so that it also covers requests that Tomcat
 * or authentication reject.
 */
public final class ObserveRequests extends ValveBase {

	private static final Logger access = LoggerFactory.getLogger("dev.hundi.api.access");

	private static final String ATTRIBUTE = RequestTrace.class.getName();

	private static final String PAYOUT = "/v1/payouts/{";

	private static final double NANOS_PER_MS = 1e6;

	private final Routes routes;

	private final RequestTimers timers;

	private final boolean accessLog;

	private volatile boolean closing;

	/**
	 * Creates the valve. The suppliers are called at the first request.
	 * @param mapping the endpoints
	 * @param registry the registry of the timers
	 * @param accessLog whether to write a log line for each request
	 */
	public ObserveRequests(Supplier<RequestMappingHandlerMapping> mapping, Supplier<MeterRegistry> registry,
			boolean accessLog) {
		super(true);
		this.routes = new Routes(mapping);
		this.timers = new RequestTimers(registry);
		this.accessLog = accessLog;
	}

	/** Lets all further answers close their connection. */
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

	/** An asynchronous request is dispatched again, with its existing trace. */
	private RequestTrace begin(Request request) {
		if (request.getAttribute(ATTRIBUTE) instanceof RequestTrace trace) {
			trace.resume();
			return trace;
		}
		return RequestTrace.begin(() -> this.closing);
	}

	/** Records the path id after success only; before, it is unverified input. */
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
		if (this.accessLog && access.isInfoEnabled() && !route.startsWith("/actuator")) {
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
