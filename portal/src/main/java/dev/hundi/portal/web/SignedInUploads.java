package dev.hundi.portal.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends people who are not signed in to the sign-in page before anything reads their
 * upload: the check of the CSRF token would write its files to the disk. Answers 503 to
 * uploads for which there is no {@linkplain UploadPlaces room}, and 408 to those that
 * arrive {@linkplain PacedUploads too slowly}.
 */
final class SignedInUploads extends OncePerRequestFilter {

	private final AuthenticationEntryPoint signIn;

	private final UploadPlaces places = new UploadPlaces();

	SignedInUploads(AuthenticationEntryPoint signIn) {
		this.signIn = signIn;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!LimitBody.isMultipart(request.getContentType())) {
			chain.doFilter(request, response);
			return;
		}
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		if (authentication == null || !(authentication.getPrincipal() instanceof SignedIn person)) {
			this.signIn.commence(request, response, new InsufficientAuthenticationException("Not signed in"));
			return;
		}
		UUID owner = Objects.requireNonNullElse(person.businessId(), person.personId());
		Optional<UploadPlaces.Place> place = this.places.take(owner, request.getContentLengthLong());
		if (place.isEmpty()) {
			refuse(response);
			return;
		}
		try (UploadPlaces.Place _ = place.get()) {
			// Otherwise Tomcat has answered 408 when a read failed.
			if (isReceived(request)) {
				chain.doFilter(request, response);
			}
		}
	}

	/** Receives the upload, as the check of the CSRF token would. */
	private static boolean isReceived(HttpServletRequest request) {
		try {
			request.getParameterMap();
		}
		catch (IllegalStateException ex) {
			if (!PacedUploads.isTooSlow(request)) {
				throw ex;
			}
		}
		return !PacedUploads.isTooSlow(request);
	}

	/** Not the error page, for which Spring would receive the upload. */
	private static void refuse(HttpServletResponse response) throws IOException {
		response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
		response.setHeader(HttpHeaders.RETRY_AFTER, "60");
		response.setContentType("text/plain;charset=UTF-8");
		response.getOutputStream()
			.write("Nothing is stored: too many files are being uploaded. Wait a minute, go back and choose the file again."
				.getBytes(StandardCharsets.UTF_8));
	}

}
