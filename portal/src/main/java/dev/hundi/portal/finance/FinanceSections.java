package dev.hundi.portal.finance;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The desk: one entry of the navigation, and the pages of its tabs. */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class FinanceSections {

	/** Who reads the desk. */
	static final String READS = "@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')";

	/** Who works on breaks. */
	static final String WORKS = "@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER')";

	@Bean
	Section financeSection() {
		return new Section(310, "finance", "/finance/breaks",
				List.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR),
				List.of("/finance/breaks", "/finance/breaks/**"));
	}

	@Bean
	Section financeRulesSection() {
		return new Section(0, "", "/finance/rules", List.of(), List.of("/finance/rules", "/finance/rules/**"));
	}

	@Bean
	Section financeRunsSection() {
		return new Section(0, "", "/finance/runs", List.of(), List.of("/finance/runs", "/finance/runs/**"));
	}

}
