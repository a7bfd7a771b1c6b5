package dev.hundi.portal.developer;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entries of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class DeveloperSections {

	@Bean
	Section developersSection() {
		return new Section(500, "developers", "/developers", List.of(Role.OWNER, Role.DEVELOPER),
				List.of("/developers", "/developers/**"));
	}

	/** Checkers see nothing but what waits for them. */
	@Bean
	Section developerRequestsSection() {
		return new Section(510, "requests", "/developers/requests", List.of(Role.CHECKER), List.of());
	}

}
