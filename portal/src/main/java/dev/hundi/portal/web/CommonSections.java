package dev.hundi.portal.web;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sections that do not belong to one feature of a business. */
@Configuration(proxyBeanMethods = false)
class CommonSections {

	@Bean
	Section home() {
		return new Section(0, "", "/", List.of(), List.of("/", "/confirm", "/confirm/**"));
	}

	@Bean
	Section teamSection() {
		return new Section(800, "team", "/team", List.of(Role.OWNER, Role.ADMIN, Role.AUDITOR),
				List.of("/team", "/team/**"));
	}

	@Bean
	Section auditSection() {
		return new Section(900, "audit", "/audit", List.of(Role.OWNER, Role.CHECKER, Role.ADMIN, Role.AUDITOR),
				List.of("/audit", "/audit/**"));
	}

	@Bean
	Section profileSection() {
		return new Section(1000, "profile", "/profile", List.of(), List.of("/profile", "/profile/**"));
	}

	/** Of the merchants' portal only. */
	@MerchantOnly
	@Configuration(proxyBeanMethods = false)
	static class OfMerchants {

		@Bean
		Section businessesSection() {
			return new Section(0, "", "/businesses", List.of(), List.of("/businesses"));
		}

	}

	/** Of the staff portal only. */
	@StaffOnly
	@Configuration(proxyBeanMethods = false)
	static class OfStaff {

		@Bean
		Section recoveriesSection() {
			return new Section(850, "recoveries", "/owner-recoveries", List.of(Role.ADMIN, Role.ONBOARDING),
					List.of("/owner-recoveries", "/owner-recoveries/**"));
		}

	}

}
