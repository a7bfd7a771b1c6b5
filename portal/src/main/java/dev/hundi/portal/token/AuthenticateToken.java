package dev.hundi.portal.token;

import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import dev.hundi.person.Audience;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.session.TokenMark;
import dev.hundi.token.AccessToken;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.TokenScope;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Authenticates a program by {@code Authorization: Bearer}. Roles are read with each
 * request. Unknown tokens count as failed sign-ins of their network address; those that
 * have ended do not, because a program repeats its token until a person replaces it.
 */
final class AuthenticateToken extends OncePerRequestFilter {

	private static final String BEARER = "Bearer ";

	/** Of the identifier in the audit trail. */
	private static final int MARK_LENGTH = 12;

	private final AccessTokens tokens;

	private final People people;

	private final Roles roles;

	private final SignInThrottle throttle;

	private final TransactionOperations transactions;

	AuthenticateToken(AccessTokens tokens, People people, Roles roles, SignInThrottle throttle,
			TransactionOperations transactions) {
		this.tokens = tokens;
		this.people = people;
		this.roles = roles;
		this.throttle = throttle;
		this.transactions = transactions;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String header = request.getHeader("Authorization");
		if (header == null || !header.startsWith(BEARER)) {
			chain.doFilter(request, response);
			return;
		}
		String address = request.getRemoteAddr();
		if (inTransaction(() -> this.throttle.isAddressBlocked(Audience.STAFF, address))) {
			JsonProblems.write(response, HttpStatus.TOO_MANY_REQUESTS, "too_many_failures",
					"Too many failed sign-ins from this address. Try again later.");
			return;
		}
		String secret = header.substring(BEARER.length());
		Optional<AccessToken> token = this.tokens.use(secret);
		Optional<SignedIn> person = token.flatMap(this::person);
		if (token.isEmpty() || person.isEmpty()) {
			if (!this.tokens.isOfToken(secret)) {
				countFailure(address);
			}
			refuse(response);
			return;
		}
		CommandGroup group = group(request.getServletPath());
		if (group != null && !token.get().permits(group, !request.getMethod().equals("GET"))) {
			JsonProblems.write(response, HttpStatus.FORBIDDEN, "scope_missing",
					"The access token does not permit this. Create one for %s with the scope ACT or APPROVE."
						.formatted(group.word()));
			return;
		}
		authenticate(token.get(), person.get());
		chain.doFilter(request, response);
	}

	static void refuse(HttpServletResponse response) throws IOException {
		response.setHeader("WWW-Authenticate", "Bearer");
		JsonProblems.write(response, HttpStatus.UNAUTHORIZED, "token_invalid",
				"An access token is required; this one is unknown, expired or revoked. Sign in with ./hundi login.");
	}

	private void countFailure(String address) {
		inTransaction(() -> {
			this.throttle.failedAddress(Audience.STAFF, address);
			return true;
		});
	}

	private Optional<SignedIn> person(AccessToken token) {
		return inTransaction(() -> {
			Optional<Person> person = this.people.byId(token.personId());
			Set<Role> held = this.roles.staffRoles(token.personId());
			return person.filter((known) -> !held.isEmpty())
				.map((known) -> new SignedIn(known.personId(), known.name(), known.email(), null, null, held,
						token.times().createdAt()));
		});
	}

	private static void authenticate(AccessToken token, SignedIn person) {
		Instant confirmedAt = (token.scope() == TokenScope.APPROVE) ? Instant.now()
				: Objects.requireNonNullElse(token.confirmedAt(), Instant.EPOCH);
		UsernamePasswordAuthenticationToken authentication = (UsernamePasswordAuthenticationToken) Rights
			.authentication(person, confirmedAt);
		String id = token.tokenId().toString();
		authentication.setDetails(new TokenMark("token-" + id.substring(id.length() - MARK_LENGTH)));
		SecurityContext context = SecurityContextHolder.createEmptyContext();
		context.setAuthentication(authentication);
		SecurityContextHolder.setContext(context);
	}

	/** The group in {@code /commands/GROUP/…}; null for paths that belong to none. */
	private static @Nullable CommandGroup group(String path) {
		String[] parts = path.split("/");
		return (parts.length > 2) ? CommandGroup.of(parts[2]).orElse(null) : null;
	}

	private <T> T inTransaction(Supplier<T> action) {
		return Objects.requireNonNull(this.transactions.execute((status) -> action.get()));
	}

}
