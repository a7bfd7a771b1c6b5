package dev.hundi.portal.review;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The section of this package. */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class ReviewSections {

	@Bean
	Section reviewSection() {
		return new Section(200, "review", "/review",
				List.of(Role.KYC_REVIEWER, Role.KYC_APPROVER, Role.ONBOARDING, Role.AUDITOR),
				List.of("/review", "/review/**"));
	}

}
