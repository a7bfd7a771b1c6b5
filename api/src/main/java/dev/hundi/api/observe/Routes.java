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
 * The names of routes and methods as metrics and logs have them: as many as there are in
 * the code, whatever callers send.
 */
final class Routes {

	private static final String NONE = "none";

	private static final Set<String> METHODS = Set.of("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS");

	private final Supplier<List<PathPattern>> patterns;

	/**
	 * Reads the routes when they are first asked for.
	 * @param mapping the endpoints, made after the server that asks
	 */
	Routes(Supplier<RequestMappingHandlerMapping> mapping) {
		this.patterns = SingletonSupplier.of(() -> patterns(mapping.get()));
	}

	/**
	 * The template of a request's route. A request that was refused before a route was
	 * looked for is matched here.
	 */
	String of(HttpServletRequest request) {
		String matched = matched(request);
		if (matched != null) {
			return matched;
		}
		String uri = request.getRequestURI();
		if (uri == null) {
			// Its first line could not be read.
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
			// A path with a wrong percent-encoding is no route.
			return NONE;
		}
	}

	/** The template that Spring found, or null where it did not look or found none. */
	static @Nullable String matched(HttpServletRequest request) {
		return (request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern)
				? pattern : null;
	}

	/** The method, or {@code OTHER} for one that no route has. */
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
