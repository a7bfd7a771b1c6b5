package dev.hundi.portal.finance;

import java.util.List;

import dev.hundi.portal.session.StaffOnly;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The people who may own a break. */
@StaffOnly
@Repository
class Owners {

	private final JdbcClient jdbc;

	Owners(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	record Owner(String email, String name) {
	}

	@Transactional(readOnly = true)
	List<Owner> list() {
		return this.jdbc.sql("""
				SELECT DISTINCT p.email, p.person_name FROM staff_role s JOIN person p ON p.person_id = s.person_id
				 WHERE s.role IN ('FINANCE_MAKER', 'FINANCE_CHECKER') AND length(p.email) <= 100
				 ORDER BY p.person_name, p.email
				""").query((row, number) -> new Owner(row.getString(1), row.getString(2))).list();
	}

	boolean isOwner(String email) {
		return list().stream().anyMatch((owner) -> owner.email().equals(email));
	}

}
