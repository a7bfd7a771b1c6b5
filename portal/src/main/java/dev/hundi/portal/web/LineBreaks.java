package dev.hundi.portal.web;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Browsers count a line break as one character of {@code maxlength} and send two. A text
 * that fits into its field must fit here too.
 */
final class LineBreaks extends OncePerRequestFilter {

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		chain.doFilter(request.getMethod().equals("POST") ? new OneCharacter(request) : request, response);
	}

	/** Reads the parameters only when they are asked for, because that reads the body. */
	private static final class OneCharacter extends HttpServletRequestWrapper {

		OneCharacter(HttpServletRequest request) {
			super(request);
		}

		@Override
		public @Nullable String getParameter(String name) {
			String value = super.getParameter(name);
			return (value != null) ? joined(value) : null;
		}

		@Override
		public String @Nullable [] getParameterValues(String name) {
			String[] values = super.getParameterValues(name);
			return (values != null) ? joined(values) : null;
		}

		@Override
		public Map<String, String[]> getParameterMap() {
			Map<String, String[]> joined = new LinkedHashMap<>();
			super.getParameterMap().forEach((name, values) -> joined.put(name, joined(values)));
			return joined;
		}

		private static String[] joined(String[] values) {
			return Stream.of(values).map(OneCharacter::joined).toArray(String[]::new);
		}

		private static String joined(String value) {
			return value.replace("\r\n", "\n");
		}

	}

}
