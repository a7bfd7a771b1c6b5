package dev.hundi.portal.approval;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entries of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class ApprovalSections {

	@Bean
	Section approvalsSection() {
		return new Section(110, "approvals", "/approvals", List.of(Role.OWNER, Role.MAKER, Role.CHECKER, Role.VIEWER),
				List.of("/approvals", "/approvals/**"));
	}

	@Bean
	Section approvalRulesSection() {
		return new Section(115, "approval-rules", "/approvals/rules", List.of(Role.OWNER), List.of());
	}

}
