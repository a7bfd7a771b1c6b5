package dev.hundi.portal;

import java.util.Collection;
import java.util.List;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/** If the answer of a commit is lost, its row is stored, and so is the file it names. */
class LostAnswersIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final UUID business = this.portal.business();

	@Test
	void keepsTheFilesOfADocument() {
		this.portal.owner(OnboardingCases.class).open(this.business, Actor.INSTALLATION);
		UUID document = uploaded(Audience.MERCHANT, Role.OWNER, "/onboarding/uploads/PAN_CARD",
				"SELECT document_id FROM onboarding_document WHERE business_id = :business");
		assertThat(picture(Audience.MERCHANT, Role.OWNER, "/onboarding/documents/" + document + "/pages/1"))
			.isEqualTo("image/png");
	}

	@Test
	void keepsTheFilesOfEvidence() {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							INSERT INTO reconciliation_book (nodal_account_id, first_date, baseline_paise, collected_to, ledger_paise)
							VALUES (0, current_date, 0, current_date, 0);
							INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count,
							                                  entry_count, business_id, detail, opened_on, closed_on, closed_why)
							VALUES (0, 'lost', 'UNKNOWN_CREDIT', 1, 1, 1, 0, '%s', 'x', current_date, current_date, 'x')
							"""
						.formatted(this.business))
			.update();
		long id = this.portal.jdbc()
			.sql("SELECT break_id FROM reconciliation_break WHERE business_id = ?")
			.param(this.business)
			.query(Long.class)
			.single();
		try {
			UUID evidence = uploaded(Audience.STAFF, Role.FINANCE_MAKER, "/finance/breaks/" + id + "/evidence", """
					SELECT evidence_id FROM reconciliation_evidence e JOIN reconciliation_break b USING (break_id)
					 WHERE b.business_id = :business
					""");
			assertThat(picture(Audience.STAFF, Role.FINANCE_MAKER,
					"/finance/breaks/" + id + "/evidence/" + evidence + "/pages/1"))
				.isEqualTo("image/png");
		}
		finally {
			WithoutTriggers.sql(this.portal.jdbc(), """
					DELETE FROM reconciliation_evidence WHERE break_id = %1$d;
					DELETE FROM reconciliation_break WHERE break_id = %1$d;
					DELETE FROM reconciliation_book WHERE nodal_account_id = 0
					""".formatted(id)).update();
		}
	}

	/**
	 * Uploads a picture, loses the answer of the commit that stores its row, and reads
	 * its id.
	 */
	private UUID uploaded(Audience audience, Role role, String path, String rows) {
		ConfigurableTransactionManager transactions = TestPortal.sharedCopy(audience)
			.context()
			.getBean("transactionManager", ConfigurableTransactionManager.class);
		Collection<TransactionExecutionListener> before = transactions.getTransactionExecutionListeners();
		transactions.setTransactionExecutionListeners(List.of(new TransactionExecutionListener() {
			@Override
			public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
				if (!ids(rows).isEmpty()) {
					throw new TransactionSystemException("The answer of the commit is lost");
				}
			}
		}));
		try {
			assertThat(visitor(audience, role).upload(path, "scan.png", Uploads.picture("png", "Scan")).status())
				.isEqualTo(500);
		}
		finally {
			transactions.setTransactionExecutionListeners(before);
		}
		return ids(rows).getFirst();
	}

	private List<UUID> ids(String rows) {
		return this.portal.jdbc().sql(rows).param("business", this.business).query(UUID.class).list();
	}

	private String picture(Audience audience, Role role, String path) {
		return visitor(audience, role).get(path).header("Content-Type");
	}

	private Visitor visitor(Audience audience, Role role) {
		return Visitor.signedIn(TestPortal.sharedCopy(audience).url(), this.portal
			.person(UUID.randomUUID() + "@example.com", (audience == Audience.MERCHANT) ? this.business : null, role));
	}

}
