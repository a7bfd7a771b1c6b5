package dev.hundi.portal.session;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.text.Beginning;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.csrf.CsrfAuthenticationStrategy;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.stereotype.Component;

/** The sessions of people, which all copies of the portal share. */
@Component
public class Sessions {

	/** A session ends so long after sign-in, however busy it is. */
	public static final Duration LONGEST = Duration.ofHours(8);

	private static final String CONTEXT = HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY;

	private static final String DEVICE = "device";

	private static final String ADDRESS = "address";

	private static final String NEW = "new";

	private static final String CREDENTIALS = "credentials";

	private static final int DEVICE_LENGTH = 200;

	private final FindByIndexNameSessionRepository<? extends Session> repository;

	private final HttpSessionSecurityContextRepository contexts = new HttpSessionSecurityContextRepository();

	private final SessionAuthenticationStrategy newFormTokens;

	Sessions(FindByIndexNameSessionRepository<? extends Session> repository, CsrfTokenRepository formTokens) {
		this.repository = repository;
		this.newFormTokens = new CsrfAuthenticationStrategy(formTokens);
	}

	/**
	 * Signs a person in, under a new session id. Forms of before, which may be those of
	 * another business, are not accepted any more.
	 * @param credentials fingerprint of the credentials with which the sign-in began;
	 * null if it began at a copy of an earlier release
	 */
	public void begin(Authentication authentication, @Nullable String credentials, HttpServletRequest request,
			HttpServletResponse response) {
		HttpSession previous = request.getSession(false);
		if (previous != null) {
			previous.invalidate();
		}
		HttpSession session = request.getSession(true);
		String device = Objects.requireNonNullElse(request.getHeader("User-Agent"), "");
		session.setAttribute(DEVICE, Beginning.of(device, DEVICE_LENGTH));
		session.setAttribute(ADDRESS, request.getRemoteAddr());
		session.setAttribute(NEW, true);
		session.setAttribute(CREDENTIALS, credentials);
		replace(authentication, request, response);
		renewFormToken(authentication, request, response);
	}

	/**
	 * Lets the person act for another business. Forms of the former one that are open in
	 * other tabs are not accepted any more, so that they do not act for the new one.
	 */
	public void move(Authentication authentication, HttpServletRequest request, HttpServletResponse response) {
		change(authentication, request, response);
		renewFormToken(authentication, request, response);
	}

	/**
	 * The new token is in this answer: several tabs that load at once would each make one
	 * of their own, and only the last would be accepted.
	 */
	private void renewFormToken(Authentication authentication, HttpServletRequest request,
			HttpServletResponse response) {
		this.newFormTokens.onAuthentication(authentication, request, response);
		if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken renewed) {
			renewed.getToken();
		}
	}

	/** Replaces what the session knows about its person, under a new session id. */
	public void change(Authentication authentication, HttpServletRequest request, HttpServletResponse response) {
		request.changeSessionId();
		request.getSession().setAttribute(NEW, true);
		replace(authentication, request, response);
	}

	/** Replaces what the session knows about its person. */
	public void replace(Authentication authentication, HttpServletRequest request, HttpServletResponse response) {
		SecurityContext context = SecurityContextHolder.createEmptyContext();
		context.setAuthentication(authentication);
		SecurityContextHolder.setContext(context);
		this.contexts.saveContext(context, request, response);
	}

	/** The open sessions of the signed-in person, the last used first. */
	public List<OpenSession> of(SignedIn person, String currentId) {
		return this.repository.findByPrincipalName(person.getName())
			.values()
			.stream()
			.map((session) -> describe(session, currentId))
			.sorted(Comparator.comparing(OpenSession::lastUsedAt).reversed())
			.toList();
	}

	/**
	 * Ends one session of the signed-in person; false if there is none with this mark.
	 */
	public boolean end(SignedIn person, String mark) {
		for (String id : this.repository.findByPrincipalName(person.getName()).keySet()) {
			if (CurrentPerson.mark(id).equals(mark)) {
				this.repository.deleteById(id);
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether no request has compared roles and credentials of a session with the present
	 * ones.
	 */
	public static boolean isNew(HttpSession session) {
		return session.getAttribute(NEW) != null;
	}

	/**
	 * Fingerprint of the credentials with which the sign-in of a new session began; empty
	 * if it is not known.
	 */
	public static Optional<String> credentials(HttpSession session) {
		return Optional.ofNullable((String) session.getAttribute(CREDENTIALS));
	}

	/** Marks a session whose roles and credentials are the present ones. */
	public static void proved(HttpSession session) {
		session.removeAttribute(NEW);
		session.removeAttribute(CREDENTIALS);
	}

	/** Whether a session has lasted as long as one may. */
	public static boolean isTooOld(SignedIn person, Instant now) {
		return !now.isBefore(person.signedInAt().plus(LONGEST));
	}

	private static OpenSession describe(Session session, String currentId) {
		Instant signedInAt = (session.getAttribute(CONTEXT) instanceof SecurityContext context
				&& context.getAuthentication() != null
				&& context.getAuthentication().getPrincipal() instanceof SignedIn person) ? person.signedInAt()
						: session.getCreationTime();
		return new OpenSession(CurrentPerson.mark(session.getId()),
				Browser.name(Objects.requireNonNullElse(session.getAttribute(DEVICE), "")),
				Objects.requireNonNullElse(session.getAttribute(ADDRESS), ""), signedInAt,
				session.getLastAccessedTime(), session.getId().equals(currentId));
	}

}
