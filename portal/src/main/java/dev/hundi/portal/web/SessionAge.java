package dev.hundi.portal.web;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends sessions that have lasted as long as one may, and those in which a person has done
 * nothing for too long. Requests of a page that updates itself keep the session of Spring
 * alive, so that the time of the last act is an attribute.
 */
final class SessionAge extends OncePerRequestFilter {

	/** A session ends so long after the last act. */
	static final Duration IDLE = Duration.ofMinutes(15);

	/** Not every act writes the attribute, so the last act may be so much later. */
	private static final Duration PRECISION = Duration.ofSeconds(30);

	private static final String LAST_ACT = "last-act-at";

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		// Assets need no session, and reading it would cost a query.
		if (!request.getRequestURI().startsWith("/assets/")) {
			Instant now = Instant.now();
			Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
			if (authentication != null && authentication.getPrincipal() instanceof SignedIn person
					&& (Sessions.isTooOld(person, now) || isIdle(request, now))) {
				HttpSession session = request.getSession(false);
				if (session != null) {
					session.invalidate();
				}
				SecurityContextHolder.clearContext();
			}
		}
		chain.doFilter(request, response);
	}

	private static boolean isIdle(HttpServletRequest request, Instant now) {
		HttpSession session = request.getSession(false);
		if (session == null) {
			return false;
		}
		Instant last = (session.getAttribute(LAST_ACT) instanceof Instant at) ? at : null;
		boolean ofPage = isOfPage(request);
		if (last == null && !ofPage) {
			session.setAttribute(LAST_ACT, now);
			return false;
		}
		Instant since = (last != null) ? last.plus(PRECISION) : Instant.ofEpochMilli(session.getCreationTime());
		if (now.isAfter(since.plus(IDLE))) {
			return true;
		}
		if (!ofPage && now.isAfter(since)) {
			session.setAttribute(LAST_ACT, now);
		}
		return false;
	}

	/**
	 * Whether a page updates itself. What a person does is a navigation or a form, so no
	 * template gets anything by htmx on a click.
	 */
	private static boolean isOfPage(HttpServletRequest request) {
		return request.getHeader("HX-Request") != null && request.getMethod().equals("GET");
	}

}
