package dev.hundi.portal.web;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.person.CredentialChanges;
import dev.hundi.person.Credentials;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.signin.Confirmation;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.authorization.FactorAuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The filter chain. Every page is listed by a {@link Section}; what is not listed is
 * refused. The classes that act check roles themselves.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

	private static final String[] PUBLIC = { "/sign-in", "/sign-in/**", "/sign-out", "/invitation/**", "/assets/**",
			"/error", "/actuator/**" };

	@Bean
	CsrfTokenRepository formTokens(PortalAddress address) {
		CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
		tokens.setCookieName(address.cookie("csrf"));
		tokens.setCookieCustomizer(
				(cookie) -> cookie.secure(address.isSecure()).httpOnly(true).sameSite("Strict").path("/"));
		return tokens;
	}

	/** Nothing reads them, and they wrap each filter in each request. */
	@Bean
	SecurityObservationSettings securityObservationSettings() {
		return SecurityObservationSettings.noObservations();
	}

	@Bean
	SecurityFilterChain pages(HttpSecurity http, PortalAddress address, CsrfTokenRepository tokens,
			Confirmation confirmation, List<Section> sections, Roles roles, Credentials credentials,
			CredentialChanges changes, TransactionOperations transactions) throws Exception {
		return http.csrf((csrf) -> csrf.csrfTokenRepository(tokens))
			.requestCache((cache) -> cache.requestCache(new NullRequestCache()))
			.logout((logout) -> logout.disable())
			.headers((headers) -> ResponseHeaders.configure(headers, address.isSecure()))
			.addFilterBefore(new SignedInUploads(SecurityConfiguration::signIn), CsrfFilter.class)
			.addFilterBefore(new SessionAge(), AnonymousAuthenticationFilter.class)
			.addFilterBefore(new ProveSession(roles, credentials, changes, transactions),
					AnonymousAuthenticationFilter.class)
			.addFilterBefore(confirmation, AuthorizationFilter.class)
			.authorizeHttpRequests((requests) -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
				.permitAll()
				.requestMatchers(PUBLIC)
				.permitAll()
				.requestMatchers(
						sections.stream().flatMap((section) -> section.paths().stream()).toArray(String[]::new))
				.authenticated()
				.anyRequest()
				.denyAll())
			.exceptionHandling((errors) -> errors.authenticationEntryPoint(SecurityConfiguration::signIn)
				.accessDeniedHandler(SecurityConfiguration::denied))
			.build();
	}

	/** The chain calls it; the container must not. */
	@Bean
	FilterRegistrationBean<Confirmation> confirmationInChainOnly(Confirmation confirmation) {
		FilterRegistrationBean<Confirmation> registration = new FilterRegistrationBean<>(confirmation);
		registration.setEnabled(false);
		return registration;
	}

	/**
	 * A page that the person asked for is opened after the sign-in. A redirect of an htmx
	 * request would put the sign-in page into a part of the page.
	 */
	private static void signIn(HttpServletRequest request, HttpServletResponse response, AuthenticationException ex)
			throws IOException {
		if (request.getHeader("HX-Request") != null) {
			response.setHeader("HX-Redirect", "/sign-in?ended");
			response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
		}
		else {
			List<String> query = new ArrayList<>();
			if (request.getRequestedSessionId() != null) {
				query.add("ended");
			}
			if (request.getMethod().equals("GET") && !request.getRequestURI().equals("/")) {
				query.add("to=" + encodedPage(request));
			}
			response.sendRedirect("/sign-in" + (query.isEmpty() ? "" : "?" + String.join("&", query)));
		}
	}

	private static String encodedPage(HttpServletRequest request) {
		String query = (request.getQueryString() != null) ? "?" + request.getQueryString() : "";
		return URLEncoder.encode(request.getRequestURI() + query, StandardCharsets.UTF_8);
	}

	/** Asks for a second factor if only that is missing. */
	private static void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException ex)
			throws IOException, ServletException {
		if (ex instanceof AuthorizationDeniedException denied
				&& denied.getAuthorizationResult() instanceof FactorAuthorizationDecision) {
			if (request.getMethod().equals("GET")) {
				response.sendRedirect(Confirmation.PAGE + "?to=" + encodedPage(request));
			}
			else {
				request.getRequestDispatcher(Confirmation.PAGE).forward(request, response);
			}
			return;
		}
		response.sendError(HttpServletResponse.SC_FORBIDDEN);
	}

}
