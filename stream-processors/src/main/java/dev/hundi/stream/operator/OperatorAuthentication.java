package dev.hundi.stream.operator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets in who shows the token as {@code Authorization: Bearer …}. Without a token in the
 * settings there is no door at all. A header that browsers and webhooks never send by
 * themselves keeps out what only happens to run on the same machine.
 */
final class OperatorAuthentication extends OncePerRequestFilter {

	/** What is behind the door. */
	static final String PATHS = "/internal/*";

	private final OperatorSettings settings;

	private OperatorAuthentication(OperatorSettings settings) {
		this.settings = settings;
	}

	static FilterRegistrationBean<OperatorAuthentication> register(OperatorSettings settings) {
		FilterRegistrationBean<OperatorAuthentication> registration = new FilterRegistrationBean<>(
				new OperatorAuthentication(settings));
		registration.addUrlPatterns(PATHS);
		return registration;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!this.settings.isOpen()) {
			response.sendError(HttpServletResponse.SC_NOT_FOUND);
		}
		else if (!isOperator(request.getHeader("Authorization"))) {
			response.setHeader("WWW-Authenticate", "Bearer");
			response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private boolean isOperator(@Nullable String authorization) {
		return authorization != null && MessageDigest.isEqual(authorization.getBytes(StandardCharsets.UTF_8),
				("Bearer " + this.settings.token()).getBytes(StandardCharsets.UTF_8));
	}

}
