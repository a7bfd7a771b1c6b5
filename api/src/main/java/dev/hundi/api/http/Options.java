package dev.hundi.api.http;

import java.util.Collection;
import java.util.TreeSet;

import dev.hundi.api.answer.Envelope;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Answers {@code OPTIONS} of every route in the envelope, with the header Allow. Runs
 * before Spring's own mapping, which answers without a body, and CORS preflights in plain
 * text.
 */
@Component
class Options implements HandlerMapping, Ordered {

	private final ObjectProvider<RequestMappingHandlerMapping> routes;

	Options(ObjectProvider<RequestMappingHandlerMapping> routes) {
		this.routes = routes;
	}

	/**
	 * The value of Allow: also the methods that every route of these methods supports.
	 */
	static String allow(Collection<String> methods) {
		TreeSet<String> all = new TreeSet<>(methods);
		if (all.contains("GET")) {
			all.add("HEAD");
		}
		all.add("OPTIONS");
		return String.join(", ", all);
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	/** Path patterns need the path that the servlet parses if a mapping says so. */
	@Override
	public boolean usesPathPatterns() {
		return true;
	}

	@Override
	public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) {
		if (!request.getMethod().equals("OPTIONS")) {
			return null;
		}
		Collection<String> methods = methods(request);
		if (methods.isEmpty()) {
			return null;
		}
		HttpRequestHandler handler = (asked, response) -> {
			response.setHeader("Allow", allow(methods));
			Envelope.ok(response, null, JsonGenerator::writeNull);
		};
		return new HandlerExecutionChain(handler);
	}

	private Collection<String> methods(HttpServletRequest request) {
		return this.routes.stream()
			.flatMap((mapping) -> mapping.getHandlerMethods().keySet().stream())
			.filter((route) -> matches(route, request))
			.flatMap((route) -> route.getMethodsCondition().getMethods().stream())
			.map(RequestMethod::name)
			.toList();
	}

	private static boolean matches(RequestMappingInfo route, HttpServletRequest request) {
		var patterns = route.getPathPatternsCondition();
		return patterns != null && patterns.getMatchingCondition(request) != null;
	}

}
