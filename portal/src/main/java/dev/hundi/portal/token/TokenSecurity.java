package dev.hundi.portal.token;

import java.io.IOException;
import java.util.List;

import dev.hundi.person.People;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.ResponseHeaders;
import dev.hundi.portal.web.Section;
import dev.hundi.token.AccessTokens;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.authorization.FactorAuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.context.NullSecurityContextRepository;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The chain of the JSON routes for programs of the staff: access tokens only, no cookie
 * and therefore no CSRF token. The classes that act check roles themselves.
 */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class TokenSecurity {

	private static final String ROUTES = "/commands/**";

	/** A program has no token yet when it begins a device login. */
	private static final String[] LOGIN = { "/commands/device", "/commands/device/token" };

	@Bean
	@Order(1)
	SecurityFilterChain commands(HttpSecurity http, PortalAddress address, AccessTokens tokens, People people,
			Roles roles, SignInThrottle throttle, TransactionOperations transactions) throws Exception {
		return http.securityMatcher(ROUTES)
			.csrf((csrf) -> csrf.disable())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.securityContext((context) -> context.securityContextRepository(new NullSecurityContextRepository()))
			.requestCache((cache) -> cache.requestCache(new NullRequestCache()))
			.logout((logout) -> logout.disable())
			.headers((headers) -> ResponseHeaders.configure(headers, address.isSecure()))
			.addFilterBefore(new AuthenticateToken(tokens, people, roles, throttle, transactions),
					AnonymousAuthenticationFilter.class)
			.authorizeHttpRequests(
					(requests) -> requests.requestMatchers(LOGIN).permitAll().anyRequest().authenticated())
			.exceptionHandling((errors) -> errors
				.authenticationEntryPoint((request, response, ex) -> AuthenticateToken.refuse(response))
				.accessDeniedHandler(TokenSecurity::denied))
			.build();
	}

	@Bean
	Section tokensSection() {
		return new Section(990, "tokens", "/tokens",
				List.of(Role.OPERATOR, Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR, Role.ADMIN),
				List.of("/tokens", "/tokens/**", "/device", "/device/**"));
	}

	private static void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException ex)
			throws IOException {
		if (ex instanceof AuthorizationDeniedException denied
				&& denied.getAuthorizationResult() instanceof FactorAuthorizationDecision) {
			JsonProblems.write(response, HttpStatus.FORBIDDEN, "confirmation_required",
					"This needs a second factor of the last five minutes: sign in again with ./hundi login, or use an access token with the scope APPROVE.");
		}
		else {
			JsonProblems.write(response, HttpStatus.FORBIDDEN, "role_missing",
					"None of the roles of the person permits this.");
		}
	}

}
