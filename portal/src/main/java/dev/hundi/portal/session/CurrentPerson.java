package dev.hundi.portal.session;

import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.digest.Sha256;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** The person who makes the request. */
@Component
public class CurrentPerson {

	private static final int MARK_LENGTH = 12;

	private final HttpServletRequest request;

	CurrentPerson(HttpServletRequest request) {
		this.request = request;
	}

	/**
	 * The signed-in person.
	 * @throws IllegalStateException if none is
	 */
	public SignedIn get() {
		var authentication = SecurityContextHolder.getContext().getAuthentication();
		if (authentication != null && authentication.getPrincipal() instanceof SignedIn person) {
			return person;
		}
		throw new IllegalStateException("No person is signed in");
	}

	/**
	 * The business of the session.
	 * @throws IllegalStateException if the person is of the staff, or none is signed in
	 */
	public UUID businessId() {
		UUID businessId = get().businessId();
		if (businessId == null) {
			throw new IllegalStateException("The staff has no business");
		}
		return businessId;
	}

	/**
	 * The id of the session.
	 * @throws IllegalStateException if the person has none, as with an access token
	 */
	public String sessionId() {
		HttpSession session = this.request.getSession(false);
		if (session == null) {
			throw new IllegalStateException("The request has no session");
		}
		return session.getId();
	}

	/** The signed-in person for the audit trail. */
	public Actor actor() {
		return new Actor(get().personId(), mark(), this.request.getRemoteAddr());
	}

	private @Nullable String mark() {
		var authentication = SecurityContextHolder.getContext().getAuthentication();
		if (authentication != null && authentication.getDetails() instanceof TokenMark(String mark)) {
			return mark;
		}
		HttpSession session = this.request.getSession(false);
		return (session != null) ? mark(session.getId()) : null;
	}

	/** Identifies a session without revealing its id. */
	public static String mark(String sessionId) {
		return Sha256.hex(sessionId).substring(0, MARK_LENGTH);
	}

}
