package dev.hundi.portal.web;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;

import dev.hundi.person.CredentialChanges;
import dev.hundi.person.Credentials;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends a new session whose roles or credentials changed while its person signed in. Such
 * a change ends the sessions that are stored; that of a sign-in is stored after its roles
 * were read and its password or passkey was checked, so its first request compares them.
 */
final class ProveSession extends OncePerRequestFilter {

	private final Roles roles;

	private final Credentials credentials;

	private final CredentialChanges changes;

	private final TransactionOperations transactions;

	ProveSession(Roles roles, Credentials credentials, CredentialChanges changes, TransactionOperations transactions) {
		this.roles = roles;
		this.credentials = credentials;
		this.changes = changes;
		this.transactions = transactions;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		// Assets need no session, and reading it would cost a query.
		if (!request.getRequestURI().startsWith("/assets/")) {
			Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
			HttpSession session = request.getSession(false);
			if (session != null && authentication != null && authentication.getPrincipal() instanceof SignedIn person
					&& Sessions.isNew(session)) {
				prove(session, person);
			}
		}
		chain.doFilter(request, response);
	}

	private void prove(HttpSession session, SignedIn person) {
		boolean sameCredentials = Sessions.credentials(session)
			.map((given) -> given.equals(presentCredentials(person)))
			.orElse(true);
		if (sameCredentials && presentRoles(person).equals(person.roles())) {
			Sessions.proved(session);
		}
		else {
			session.invalidate();
			SecurityContextHolder.clearContext();
		}
	}

	private Set<Role> presentRoles(SignedIn person) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			this.roles.awaitRemovals(person.personId());
			return (person.businessId() == null) ? this.roles.staffRoles(person.personId())
					: this.roles.workplaces(person.personId())
						.stream()
						.filter((place) -> place.businessId().equals(person.businessId()))
						.findFirst()
						.map(Roles.Workplace::roles)
						.orElse(Set.of());
		}));
	}

	/** In a transaction of its own: a removal of roles takes these locks after those. */
	private String presentCredentials(SignedIn person) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			this.changes.await(person.personId());
			return this.credentials.fingerprint(person.personId());
		}));
	}

}
