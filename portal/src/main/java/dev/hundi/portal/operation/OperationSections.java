package dev.hundi.portal.operation;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sections of this package. */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class OperationSections {

	@Bean
	Section operatedBusinesses() {
		return new Section(300, "merchants", "/operation/businesses",
				List.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR, Role.ONBOARDING),
				List.of("/operation/businesses", "/operation/businesses/**"));
	}

	@Bean
	Section nodalAccountSection() {
		return new Section(310, "nodal-accounts", "/operation/nodal-accounts",
				List.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR),
				List.of("/operation/nodal-accounts", "/operation/nodal-accounts/**"));
	}

	@Bean
	Section proposedChangesSection() {
		return new Section(320, "changes", "/operation/changes", List.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR),
				List.of("/operation/changes", "/operation/changes/**"));
	}

}
