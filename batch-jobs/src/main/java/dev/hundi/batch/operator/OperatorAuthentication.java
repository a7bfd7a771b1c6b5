package dev.hundi.batch.operator;

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
 * Authenticates operators by {@code Authorization: Bearer <token>}. Without a configured
 * token all paths respond 404. Browsers and webhooks never send this header by
 * themselves, so requests forged from the same machine are rejected.
 */
final class OperatorAuthentication extends OncePerRequestFilter {

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
		if (!this.settings.isEnabled()) {
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
