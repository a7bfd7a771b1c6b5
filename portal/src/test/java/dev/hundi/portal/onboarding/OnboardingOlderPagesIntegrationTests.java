package dev.hundi.portal.onboarding;

import java.util.Map;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.RefusalReason;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.onboarding.RequirementState;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.onboarding.ReviewResult;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Two owners have the form of one task open. */
class OnboardingOlderPagesIntegrationTests {

	private static final String BANK = "/onboarding/tasks/bank";

	private static final String FORM = "form[action=" + BANK + "]";

	private final TestPortal portal = TestPortal.shared();

	private final OnboardingCases cases = this.portal.owner(OnboardingCases.class);

	@Test
	void aPageThatIsOlderThanAnAnswerDoesNotUndoIt() {
		UUID business = returned(Requirement.ACCOUNT_HOLDER, Requirement.ACCOUNT_NUMBER, Requirement.IFSC);
		Visitor.Page older = visitor(business, Role.OWNER).get(BANK);
		assertThat(visitor(business, Role.OWNER).get(BANK)
			.submit(FORM, Map.of("ACCOUNT_NUMBER", "998877665502"))
			.location()).isEqualTo("/onboarding");
		assertThat(older.submit(FORM, Map.of("IFSC", "ICIC0000104")).location()).isEqualTo("/onboarding");
		assertThat(read(business).value(Requirement.ACCOUNT_NUMBER)).as("the answer").isEqualTo("998877665502");
		assertThat(read(business).value(Requirement.IFSC)).isEqualTo("ICIC0000104");
		assertThat(read(business).entry(Requirement.ACCOUNT_HOLDER).orElseThrow().state()).as("no person answered")
			.isEqualTo(RequirementState.REFUSED);

		Visitor.Page conflict = older.submit(FORM,
				Map.of("ACCOUNT_NUMBER", "9988 7766 5503", "ACCOUNT_HOLDER", "Asha Weavers"));
		assertThat(conflict.textOf("ACCOUNT_NUMBER-problem")).startsWith("This was changed since you opened the page")
			.endsWith("You entered: 9988 7766 5503");
		assertThat(conflict.document().select("#ACCOUNT_NUMBER").val()).as("present").isEqualTo("998877665502");
		assertThat(conflict.document().select("#IFSC").val()).as("untouched").isEqualTo("ICIC0000104");
		assertThat(conflict.document().select("p.invalid-text")).hasSize(1);
		assertThat(read(business).value(Requirement.ACCOUNT_NUMBER)).isEqualTo("998877665502");
		assertThat(read(business).value(Requirement.ACCOUNT_HOLDER)).as("not lost").isEqualTo("Asha Weavers");
		assertThat(older.submit(FORM, Map.of("ACCOUNT_NUMBER", "998877665502")).location()).as("the same answer")
			.isEqualTo("/onboarding");

		assertThat(conflict.submit(FORM, Map.of("ACCOUNT_NUMBER", "998877665503")).location()).isEqualTo("/onboarding");
		assertThat(read(business).value(Requirement.ACCOUNT_NUMBER)).isEqualTo("998877665503");
		assertThat(read(business).value(Requirement.IFSC)).isEqualTo("ICIC0000104");
		assertThat(visitor(business, Role.VIEWER).get(BANK).body()).as("masked").doesNotContain("998877665503");
	}

	/** A case whose review refused some fields and gave it back to the business. */
	private UUID returned(Requirement... refused) {
		UUID business = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		ReviewOnboarding review = this.portal.owner(ReviewOnboarding.class);
		for (Requirement field : refused) {
			assertThat(review.refuse(business, field, new Refusal(RefusalReason.DIFFERS_FROM_DOCUMENT, null),
					read(business).entry(field).orElseThrow().version(), Actor.INSTALLATION))
				.isEqualTo(ReviewResult.DONE);
		}
		assertThat(review.returnToMerchant(business, read(business).progress().version(), Actor.INSTALLATION))
			.isEqualTo(ReviewResult.DONE);
		return business;
	}

	private Visitor visitor(UUID business, Role role) {
		return Visitor.signedIn(TestPortal.sharedCopy(Audience.MERCHANT).url(),
				this.portal.person(UUID.randomUUID() + "@example.com", business, role));
	}

	private OnboardingCase read(UUID business) {
		return this.cases.find(business).orElseThrow();
	}

}
