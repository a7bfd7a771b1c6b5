package dev.hundi.port;

import java.io.IOException;
import java.util.function.Predicate;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Answers 404 to a path that belongs to the other port, and 400 to plain HTTP of a caller
 * that is not a trusted proxy, as the server does on a port with TLS.
 */
final class RouteByPort extends ValveBase {

	private final Predicate<String> publicPaths;

	private final @Nullable PublicPort open;

	private final @Nullable Connector management;

	/**
	 * Creates the valve.
	 * @param open null if every connector is one of management
	 */
	RouteByPort(Predicate<String> publicPaths, @Nullable PublicPort open, @Nullable Connector management) {
		super(true);
		this.publicPaths = publicPaths;
		this.open = open;
		this.management = management;
	}

	@Override
	@SuppressWarnings("ReferenceEquality")
	public void invoke(Request request, Response response) throws IOException, ServletException {
		PublicPort called = (request.getConnector() != this.management) ? this.open : null;
		String path = request.getDecodedRequestURI();
		if (called != null && !called.permits(request.isSecure(), request.getPeerAddr())) {
			response.sendError(HttpServletResponse.SC_BAD_REQUEST);
		}
		else if (path == null || this.publicPaths.test(path) != (called != null)) {
			response.sendError(HttpServletResponse.SC_NOT_FOUND);
		}
		else {
			getNext().invoke(request, response);
		}
	}

}
