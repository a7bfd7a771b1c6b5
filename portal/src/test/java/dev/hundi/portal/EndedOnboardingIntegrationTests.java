package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;

import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the people of a business and the staff read once an onboarding, or an offer in it,
 * has ended, and how a business applies again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndedOnboardingIntegrationTests {

	private static final String ENDED = "This onboarding has ended.";

	private final TestPortal portal = TestPortal.shared();

	private final TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);

	private final TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);

	@Test
	void anOwnerOfARejectedBusinessReadsWhatIsPossible() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor owner = visitor(this.portal.person("owner.ended@example.com", id, Role.OWNER));
		Visitor viewer = visitor(this.portal.person("viewer.ended@example.com", id, Role.VIEWER));
		assertThat(owner.get("/onboarding/tasks/documents").textOf("locked"))
			.startsWith("These answers were submitted.");
		reviewer("rejects").get("/review/" + id)
			.submit("#reject-form", Map.of("reason", "the business is not registered"));
		Visitor.Page tasks = owner.get("/onboarding");
		assertThat(tasks.textOf("rejection")).isEqualTo("the business is not registered");
		assertThat(tasks.textOf("again")).contains("This decision is final.", "ask Hundi for a new invitation");
		assertThat(tasks.document().select("#again a").attr("href")).isEqualTo("/businesses");
		for (String task : new String[] { "business", "bank", "principals", "documents" }) {
			for (Visitor visitor : new Visitor[] { owner, viewer }) {
				Visitor.Page page = visitor.get("/onboarding/tasks/" + task);
				assertThat(page.textOf("locked")).as(task).startsWith(ENDED);
				assertThat(page.document().select("#upload-hint")).as(task).isEmpty();
				assertThat(page.text()).as(task).doesNotContain("Add each director");
			}
		}
		Visitor.Page business = Visitor
			.signedIn(this.staff.url(), this.portal.person("operator.ended@hundi.example", null, Role.OPERATOR))
			.get("/operation/businesses/" + id);
		assertThat(business.textOf("relation-state")).contains("was rejected", "which ended the relationship");
		assertThat(business.document().select("#relation-form")).isEmpty();
	}

	/** The review has returned something else. */
	@Test
	void peopleWhoseEntriesAreNotRefusedAreLocked() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor reviewer = reviewer("returns.pan");
		reviewer.post("/review/" + id + "/requirements/PAN/refuse",
				Map.of("version", String.valueOf(version(id, Requirement.PAN)), "reason", "DIFFERS_FROM_DOCUMENT"));
		reviewer.get("/review/" + id).submit("#return-form", Map.of());
		Visitor owner = visitor(this.portal.person("owner.returned@example.com", id, Role.OWNER));
		assertThat(owner.get("/onboarding").textOf("case-state")).isEqualTo("Your answer is needed");
		Visitor.Page people = owner.get("/onboarding/tasks/principals");
		assertThat(people.textOf("locked")).startsWith("These answers were submitted.");
		assertThat(people.document().select("#principals-hint, #upload-hint")).isEmpty();
	}

	/** In a page that is older than the rejection. */
	@Test
	void whatIsNotRemovedAfterTheEndSaysSo() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor owner = visitor(this.portal.person("owner.older@example.com", id, Role.OWNER));
		reviewer("rejects.older").get("/review/" + id)
			.submit("#reject-form", Map.of("reason", "the business is not registered"));
		UUID document = this.portal.owner(OnboardingCases.class)
			.find(id)
			.orElseThrow()
			.documents()
			.getFirst()
			.documentId();
		assertThat(owner.post("/onboarding/documents/" + document + "/remove", Map.of()).follow().textOf("problem"))
			.contains("cannot be changed", "the onboarding has ended");
		UUID principal = this.portal.owner(OnboardingCases.class)
			.find(id)
			.orElseThrow()
			.principals()
			.getFirst()
			.principalId();
		assertThat(owner.post("/onboarding/principals/" + principal + "/remove", Map.of()).follow().textOf("problem"))
			.contains("cannot be changed");
	}

	@Test
	void aRejectedOwnerAppliesAgainByANewInvitation() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Member owner = this.portal.person("owner.again@example.com", id, Role.OWNER);
		reviewer("rejects.again").get("/review/" + id)
			.submit("#reject-form", Map.of("reason", "the business is not registered"));
		onboarder("invites.again").get("/review")
			.submit("#invite-form", Map.of("name", "Zarina Again", "email", owner.email()));
		String link = this.portal.mail().await(owner.email(), "You are invited to Hundi").link();
		assertThat(new Visitor(this.merchants.url()).get(link)
			.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", owner.code()))
			.location()).startsWith("/sign-in?joined");
		Visitor again = visitor(owner);
		assertThat(again.get("/onboarding").textOf("case-state")).as("not the rejected business, which is listed first")
			.isEqualTo("Not submitted yet");
		assertThat(again.get("/businesses").text()).contains("Zarina Again");
		UUID second = this.portal.jdbc()
			.sql("SELECT business_id FROM business WHERE business_name = 'Zarina Again'")
			.query(UUID.class)
			.single();
		again.post("/businesses", Map.of("business", id.toString())).follow();
		assertThat(again.get("/onboarding").textOf("case-state")).isEqualTo("Not accepted");
		again.post("/businesses", Map.of("business", second.toString())).follow();
		assertThat(again.get("/onboarding").textOf("case-state")).isEqualTo("Not submitted yet");
		assertThat(again.get("/wallet").text()).contains("Your business has no wallet.")
			.doesNotContain("when your onboarding is approved");
	}

	/** A session of fifteen minutes can end before the authenticator app is set up. */
	@Test
	void anEnrolmentWhoseSessionEndedSaysSo() {
		String link = "/invitation/"
				+ this.portal.invite("late.enrolment@example.com", this.portal.business(), Role.OWNER);
		Visitor visitor = new Visitor(this.merchants.url());
		Visitor.Page authenticator = visitor.get(link)
			.submit("form:has(#name)", Map.of("name", "Late", "password", TestPortal.PASSWORD))
			.follow();
		String session = new String(Base64.getDecoder().decode(visitor.session().orElseThrow()),
				StandardCharsets.UTF_8);
		assertThat(this.portal.jdbc().sql("DELETE FROM merchant_session WHERE session_id = ?").param(session).update())
			.isOne();
		Visitor.Page again = authenticator.submit("form:has(#code)", Map.of("code", "123456"));
		assertThat(again.location()).isEqualTo(link);
		assertThat(again.follow().textOf("problem")).startsWith("Your entries have timed out.");
	}

	@Test
	void theStaffReadsThatADraftIsErasedAndALinkHasLapsed() {
		Visitor onboarder = onboarder("reads.lapsed");
		onboarder.get("/review")
			.submit("#invite-form", Map.of("name", "Silent Traders", "email", "silent@example.com"));
		UUID id = this.portal.jdbc()
			.sql("SELECT business_id FROM business WHERE business_name = 'Silent Traders'")
			.query(UUID.class)
			.single();
		assertThat(onboarder.get("/review/" + id).textOf("owner-link")).contains("The last link works until");
		changed("UPDATE invitation SET created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'"
				+ " WHERE business_id = '" + id + "'");
		assertThat(onboarder.get("/review/" + id).textOf("owner-link")).contains("its link is no longer valid");
		changed("UPDATE onboarding_case SET erased_at = now() WHERE business_id = '" + id + "'");
		assertThat(onboarder.get("/review/" + id).textOf("not-open")).contains("its data is erased");
	}

	@Test
	void anExpiredProposalDoesNotWait() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		propose(id, reviewer("proposes.expired"));
		Visitor approver = Visitor.signedIn(this.staff.url(),
				this.portal.person("approver.expired@example.com", null, Role.KYC_APPROVER));
		assertThat(approver.get("/review/" + id).document().select("#approve-form")).hasSize(1);
		changed("UPDATE approval SET created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'"
				+ " WHERE summary = '" + id + "'");
		Visitor.Page page = approver.get("/review/" + id);
		assertThat(page.document().select("#approve-form")).isEmpty();
		assertThat(page.textOf("expired")).isEqualTo("The proposal has expired. The approval must be proposed again.");
	}

	@Test
	void aProposalDoesNotWaitOnceTheCaseHasChanged() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor reviewer = reviewer("proposes.outdated");
		propose(id, reviewer);
		Visitor approver = Visitor.signedIn(this.staff.url(),
				this.portal.person("approver.outdated@example.com", null, Role.KYC_APPROVER));
		assertThat(approver.get("/review/" + id).document().select("#approve-form, #reject-approval-form")).hasSize(2);
		reviewer.post("/review/" + id + "/requirements/PAN/refuse",
				Map.of("version", String.valueOf(version(id, Requirement.PAN)), "reason", "DIFFERS_FROM_DOCUMENT"));
		Visitor.Page page = approver.get("/review/" + id);
		assertThat(page.document().select("#approve-form, #reject-approval-form")).isEmpty();
		assertThat(page.textOf("outdated"))
			.isEqualTo("The case has changed since the proposal. The approval must be proposed again.");
	}

	/** Accepts all that a business has given, and proposes the approval. */
	private void propose(UUID id, Visitor reviewer) {
		for (RequirementEntry entry : this.portal.owner(OnboardingCases.class).find(id).orElseThrow().entries()) {
			reviewer.post("/review/" + id + "/requirements/" + entry.requirement() + "/accept",
					Map.of("version", String.valueOf(entry.version())));
		}
		reviewer.get("/review/" + id).submit("#propose-form", Map.of());
	}

	private long version(UUID id, Requirement requirement) {
		return this.portal.owner(OnboardingCases.class)
			.find(id)
			.orElseThrow()
			.entry(requirement)
			.orElseThrow()
			.version();
	}

	private void changed(String sql) {
		WithoutTriggers.sql(this.portal.jdbc(), sql).update();
	}

	private Visitor reviewer(String name) {
		return Visitor.signedIn(this.staff.url(), this.portal.person(name + "@hundi.example", null, Role.KYC_REVIEWER));
	}

	private Visitor onboarder(String name) {
		return Visitor.signedIn(this.staff.url(), this.portal.person(name + "@hundi.example", null, Role.ONBOARDING));
	}

	private Visitor visitor(Member member) {
		return Visitor.signedIn(this.merchants.url(), member);
	}

}
