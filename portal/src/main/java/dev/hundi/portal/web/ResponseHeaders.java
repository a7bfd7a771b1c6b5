package dev.hundi.portal.web;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * Headers of every response. Only assets, which carry no data, may be stored by browsers.
 */
public final class ResponseHeaders {

	static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
			+ "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

	private ResponseHeaders() {
	}

	/** Sets the headers of a filter chain. */
	public static void configure(HeadersConfigurer<HttpSecurity> headers, boolean secure) {
		headers.contentSecurityPolicy((policy) -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
			.referrerPolicy((policy) -> policy.policy(ReferrerPolicy.NO_REFERRER))
			.crossOriginOpenerPolicy((policy) -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
			.crossOriginResourcePolicy((policy) -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN))
			.permissionsPolicyHeader((policy) -> policy.policy(
					"camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)"))
			// Assets set their own Cache-Control, which Spring Security keeps.
			.cacheControl((cache) -> {
			});
		headers.httpStrictTransportSecurity((hsts) -> {
			hsts.maxAgeInSeconds(63072000).includeSubDomains(true);
			if (secure) {
				// TLS may end at a proxy.
				hsts.requestMatcher((request) -> true);
			}
		});
	}

}
