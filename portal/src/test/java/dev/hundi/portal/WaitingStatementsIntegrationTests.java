package dev.hundi.portal;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Releases and withdrawals of statements among many resolutions of breaks. */
class WaitingStatementsIntegrationTests {

	@Test
	void resolutionsOfBreaksDoNotHideThoseOfStatements() {
		try (TestPortal portal = new TestPortal()) {
			TestBooks unused = new TestBooks(portal);
			Visitor checker = Visitor.signedIn(portal.start(Audience.STAFF).url(),
					portal.person("checker@example.com", null, Role.FINANCE_CHECKER));
			resolutions(portal, "WITHDRAW_STATEMENT", "{}", "of the statement", 1);
			resolutions(portal, "WRITE_OFF", "{1}", "of a break", 50);
			assertThat(checker.get("/statements").document().select("#waiting-table tbody tr")).hasSize(1)
				.allMatch((row) -> row.text().contains("of the statement"));
			resolutions(portal, "WITHDRAW_STATEMENT", "{}", "of a newer statement", 50);
			Visitor.Page first = checker.get("/statements");
			assertThat(first.document().select("#waiting-table tbody tr")).hasSize(50)
				.allMatch((row) -> row.text().contains("of a newer statement"));
			Visitor.Page second = checker.get(first.document().select("#older-decisions").attr("href"));
			assertThat(second.document().select("#waiting-table tbody tr")).hasSize(1)
				.allMatch((row) -> row.text().contains("of the statement"));
			assertThat(second.document().getElementById("older-decisions")).isNull();
		}
	}

	private static void resolutions(TestPortal portal, String action, String breaks, String reason, int count) {
		portal.jdbc()
			.sql("""
					INSERT INTO reconciliation_resolution (nodal_account_id, action, break_ids, bank_statement_id, reason, evidence, maker)
					SELECT nodal_account_id, :action, :breaks::bigint[],
					       CASE WHEN :action = 'WITHDRAW_STATEMENT' THEN bank_statement_id END, :reason, 'letter 7', 'maker@example.com'
					  FROM bank_statement, generate_series(1, :count)
					""")
			.param("action", action)
			.param("breaks", breaks)
			.param("reason", reason)
			.param("count", count)
			.update();
	}

}
