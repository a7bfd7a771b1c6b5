package dev.hundi.api.observe;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Routes and methods for metrics and logs, from a fixed set of values.
 */
final class Routes {

	private static final String NONE = "none";

	private static final Set<String> METHODS = Set.of("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS");

	private final Supplier<List<PathPattern>> patterns;

	/**
	 * Reads the routes on first use.
	 * @param mapping the endpoints, which are created after the server
	 */
	Routes(Supplier<RequestMappingHandlerMapping> mapping) {
		this.patterns = SingletonSupplier.of(() -> patterns(mapping.get()));
	}

	/** The template of the route, also of a request that was rejected before mapping. */
	String of(HttpServletRequest request) {
		String matched = matched(request);
		if (matched != null) {
			return matched;
		}
		String uri = request.getRequestURI();
		if (uri == null) {
			// The request line is malformed.
			return NONE;
		}
		try {
			PathContainer path = PathContainer.parsePath(uri);
			for (PathPattern pattern : this.patterns.get()) {
				if (pattern.matches(path)) {
					return pattern.getPatternString();
				}
			}
			return NONE;
		}
		catch (IllegalArgumentException ex) {
			// The percent-encoding is malformed.
			return NONE;
		}
	}

	/** The template that Spring matched, or null. */
	static @Nullable String matched(HttpServletRequest request) {
		return (request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern)
				? pattern : null;
	}

	/** The method, or {@code OTHER} for an unknown one. */
	static String method(HttpServletRequest request) {
		String method = request.getMethod();
		return (method != null && METHODS.contains(method)) ? method : "OTHER";
	}

	private static List<PathPattern> patterns(RequestMappingHandlerMapping mapping) {
		return mapping.getHandlerMethods()
			.keySet()
			.stream()
			.map(RequestMappingInfo::getPathPatternsCondition)
			.flatMap((condition) -> (condition != null) ? condition.getPatterns().stream() : Stream.of())
			.sorted()
			.distinct()
			.toList();
	}

}
