package dev.hundi.portal.web;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends people who are not signed in to the sign-in page before anything reads their
 * upload: the check of the CSRF token would write its files to the disk.
 */
final class SignedInUploads extends OncePerRequestFilter {

	private final AuthenticationEntryPoint signIn;

	SignedInUploads(AuthenticationEntryPoint signIn) {
		this.signIn = signIn;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String type = Objects.requireNonNullElse(request.getContentType(), "").toLowerCase(Locale.ROOT);
		if (type.startsWith(LimitBody.MULTIPART) && SecurityContextHolder.getContext().getAuthentication() == null) {
			this.signIn.commence(request, response, new InsufficientAuthenticationException("Not signed in"));
		}
		else {
			chain.doFilter(request, response);
		}
	}

}
