package dev.hundi.portal.statement;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Statements and the general ledger in the navigation. */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class StatementSections {

	/** Who reads statements and the ledger. */
	static final String READERS = "@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')";

	private static final List<Role> ROLES = List.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR);

	@Bean
	Section statementSection() {
		return new Section(326, "statements", "/statements", ROLES, List.of("/statements", "/statements/**"));
	}

	@Bean
	Section statementProfileSection() {
		return new Section(327, "statement-profiles", "/statements/profiles", ROLES,
				List.of("/statements/profiles", "/statements/profiles/**"));
	}

	@Bean
	Section ledgerSection() {
		return new Section(328, "ledger", "/ledger", ROLES, List.of("/ledger", "/ledger/**"));
	}

}
