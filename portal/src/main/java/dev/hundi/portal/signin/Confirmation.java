package dev.hundi.portal.signin;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import dev.hundi.person.Person;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the code that a form carries when an act needs a fresh second factor. The form of
 * the act is sent again with the code, so what a person typed is never lost.
 */
@Component
public class Confirmation extends OncePerRequestFilter {

	/** Name of the form field. */
	public static final String CODE = "confirmation-code";

	/** Where a form is shown again with a field for the code. */
	public static final String PAGE = "/confirm";

	/** Request attribute: the key of what is wrong with the code. */
	static final String PROBLEM = Confirmation.class.getName() + ".problem";

	private final SignIn signIn;

	private final Sessions sessions;

	Confirmation(SignIn signIn, Sessions sessions) {
		this.signIn = signIn;
		this.sessions = sessions;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String code = request.getMethod().equals("POST") ? request.getParameter(CODE) : null;
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		if (code != null && authentication != null && authentication.getPrincipal() instanceof SignedIn person) {
			Optional<Person> known = this.signIn.byId(person.personId());
			Optional<String> problem = known.isEmpty() ? Optional.of(SignIn.WRONG_CODE)
					: this.signIn.confirmsByCode(known.get(), code, request.getRemoteAddr());
			if (problem.isEmpty()) {
				this.sessions.replace(Rights.authentication(person, Instant.now()), request, response);
			}
			else {
				request.setAttribute(PROBLEM, problem.get());
				request.getRequestDispatcher(PAGE).forward(request, response);
				return;
			}
		}
		chain.doFilter(request, response);
	}

}
