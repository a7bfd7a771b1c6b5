package dev.hundi.portal.onboarding;

import java.util.List;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class OnboardingSection {

	@Bean
	Section onboardingPages() {
		return new Section(700, "onboarding", "/onboarding", Role.of(Audience.MERCHANT),
				List.of("/onboarding", "/onboarding/**"));
	}

}
