package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.CaseState;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.onboarding.RequirementState;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.verification.NameLookUps;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The review of onboarding cases, over HTTP and as the staff's database role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReviewIntegrationTests {

	private static final Set<Role> READERS = Set.of(Role.KYC_REVIEWER, Role.KYC_APPROVER, Role.ONBOARDING,
			Role.AUDITOR);

	private static final Set<Role> REVIEWERS = Set.of(Role.KYC_REVIEWER);

	private static final Set<Role> APPROVERS = Set.of(Role.KYC_APPROVER);

	private static final Set<Role> BOTH = Set.of(Role.KYC_REVIEWER, Role.KYC_APPROVER);

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	/** Reviewer and approver in one person. */
	@SuppressWarnings("NullAway.Init")
	private Visitor both;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		this.people = OneOfEachRole.ofStaff(this.portal, this.staff);
		this.both = Visitor.signedIn(this.staff.url(),
				this.portal.person("both@example.com", null, Role.KYC_REVIEWER, Role.KYC_APPROVER));
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Roles × routes, every cell. */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY,
			names = "ONBOARDING|KYC_REVIEWER|KYC_APPROVER|FINANCE_MAKER|FINANCE_CHECKER|OPERATOR|AUDITOR|ADMIN")
	void aRoleReachesItsRoutesOnly(Role role) {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		String page = "/review/" + id;
		UUID document = present(id).documents().getFirst().documentId();
		Map<String, Set<Role>> gets = Map.of("/review", READERS, page, READERS, page + "/case.pdf", BOTH,
				page + "/documents/" + document, BOTH, page + "/documents/" + document + "/pages/1", BOTH);
		gets.forEach((path, roles) -> assertThat(visitor(role).get(path).status()).as("GET %s as %s", path, role)
			.isEqualTo(roles.contains(role) ? 200 : 403));
		String stale = "?version=-1";
		String approval = "?approval=" + UUID.randomUUID() + "&reason=unclear";
		Map<String, Set<Role>> posts = Map.of("/review/invitations", Set.of(Role.ONBOARDING),
				page + "/requirements/PAN/accept" + stale, REVIEWERS,
				page + "/requirements/PAN/refuse" + stale + "&reason=EXPIRED", REVIEWERS, page + "/assign" + stale,
				REVIEWERS, page + "/notes?note=seen", Set.of(Role.KYC_REVIEWER, Role.KYC_APPROVER, Role.ONBOARDING),
				page + "/return" + stale, REVIEWERS, page + "/propose" + stale, REVIEWERS,
				page + "/reject" + stale + "&reason=unclear", REVIEWERS, page + "/approve" + approval, APPROVERS,
				page + "/reject-approval" + approval, APPROVERS);
		posts.forEach(
				(path, roles) -> assertThat(visitor(role).post(path, Map.of()).status()).as("POST %s as %s", path, role)
					.matches((status) -> roles.contains(role) ? status == 200 || status == 302 : status == 403));
		assertThat(visitor(role).post(page + "/owner", Map.of("email", "owner@example.com")).status())
			.isEqualTo((role == Role.ONBOARDING) ? 302 : 403);
		assertThat(visitor(role).get("/review/" + UUID.randomUUID()).status())
			.isEqualTo(READERS.contains(role) ? 404 : 403);
	}

	@Test
	void theFirstOwnerIsInvitedAgainWhoseLinkExpired() {
		visitor(Role.ONBOARDING).get("/review")
			.submit("#invite-form", Map.of("name", "Late Traders", "email", "late@example.com"));
		UUID id = this.portal.jdbc()
			.sql("SELECT business_id FROM invitation WHERE email = 'late@example.com'")
			.query(UUID.class)
			.single();
		TestPortal.Copy merchants = this.portal.copy(Audience.MERCHANT);
		String first = this.portal.mail().await("late@example.com", "You are invited to Hundi").link();
		Visitor.Page page = visitor(Role.ONBOARDING).get("/review/" + id);
		assertThat(visitor(Role.KYC_REVIEWER).get("/review/" + id).document().select("#owner-form")).isEmpty();
		assertThat(page.submit("#owner-form", Map.of("email", "x", "reason", "the link expired")).follow().text())
			.contains("e-mail address");
		assertThat(page.submit("#owner-form", Map.of("reason", "")).follow().text()).contains("Give a reason");
		page.submit("#owner-form", Map.of("email", "new@example.com", "reason", "the link expired")).follow();
		String second = this.portal.mail().await("new@example.com", "You are invited to Hundi").link();
		assertThat(new Visitor(merchants.url()).get(first).text()).as("the first link ends")
			.contains("This link is no longer valid");
		assertThat(new Visitor(merchants.url()).get(second).text())
			.contains("You are invited to work for Late Traders.");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE act = 'OWNER_INVITED_AGAIN' AND (business_id = ? OR business_id IS NULL)")
			.param(id)
			.query(Integer.class)
			.single()).as("in both chains").isEqualTo(2);
		this.portal.person("owner-of-late@example.com", id, Role.OWNER);
		assertThat(page.submit("#owner-form", Map.of("reason", "once more, please")).follow().text())
			.contains("The business has an owner");
		assertThat(visitor(Role.ONBOARDING).get("/review/" + id).document().select("#ownerless")).isEmpty();
	}

	@Test
	void aFormThatIsSentTwiceInvitesOneBusiness() {
		Visitor.Page page = visitor(Role.ONBOARDING).get("/review");
		Map<String, String> fields = Map.of("name", "Twice Traders", "email", "twice@example.com");
		Visitor.Page first = page.submit("#invite-form", fields);
		assertThat(first.location()).as("a reload repeats nothing").isEqualTo("/review");
		assertThat(first.follow().textOf("notice")).contains("An e-mail with a link is on its way");
		assertThat(page.submit("#invite-form", fields).follow().textOf("problem"))
			.startsWith("This form was already submitted");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM business WHERE business_name = 'Twice Traders'")
			.query(Long.class)
			.single()).isOne();
	}

	@Test
	void fromAnInvitationToAnApprovedBusiness() {
		visitor(Role.ONBOARDING).get("/review")
			.submit("#invite-form", Map.of("name", "Asha Textiles", "email", "asha@example.com"));
		UUID id = this.portal.jdbc()
			.sql("SELECT business_id FROM invitation WHERE email = 'asha@example.com'")
			.query(UUID.class)
			.single();
		TestPortal.Copy merchants = this.portal.copy(Audience.MERCHANT);
		String link = this.portal.mail().await("asha@example.com", "You are invited to Hundi").link();
		assertThat(new Visitor(merchants.url()).get(link).text())
			.contains("You are invited to work for Asha Textiles.");
		this.portal.onboarding().fill(id, BusinessType.COMPANY, Actor.INSTALLATION);
		this.portal.owner(FillOnboarding.class).submit(id, Actor.INSTALLATION);
		Visitor reviewer = visitor(Role.KYC_REVIEWER);
		assertThat(reviewer.get("/review?state=IN_REVIEW&merchant=false").document().select("#queue").text())
			.contains("Asha Textiles", "0 min");
		Visitor.Page page = reviewer.get("/review/" + id);
		assertThat(page.document().select("#GSTIN").text()).contains("Fits PAN in the GSTIN and PAN",
				"Fits Check character of the GSTIN", "Fits State code of the GSTIN");
		assertThat(page.document().select("#verification").text())
			.isEqualTo("Verification of the account holder is running");
		NameLookUps lookUps = this.portal.owner(NameLookUps.class);
		lookUps.claim("sandbox", true, true, 1_000, Duration.ofHours(1))
			.forEach((lookUp) -> lookUps.reported(lookUp, "SURESH GUPTA"));
		assertThat(reviewer.get("/review/" + id).document().select("#verification").text())
			.startsWith("Bank: different name, or no such account SURESH GUPTA, score ");
		assertThat(page.submit("#propose-form", Map.of()).follow().text())
			.contains("Accept or refuse everything first");
		acceptAll(reviewer, id);
		assertThat(reviewer.get("/review/" + id).submit("#propose-form", Map.of()).follow().text())
			.contains("Another person must approve it.");
		assertThat(wallet(id)).as("not before the approval").isNull();
		Visitor.Page approved = visitor(Role.KYC_APPROVER).get("/review/" + id).submit("#approve-form", Map.of());
		assertThat(approved.follow().text()).contains("The business is approved.", "Approved");
		BusinessOverview business = this.portal.owner(SearchBusinesses.class).byId(id).orElseThrow();
		assertThat(business.wallet()).isNotNull();
		assertThat(business.gstin()).isNotNull();
		assertThat(business.apiAccessEnabled()).as("switched apart").isFalse();
		assertThat(this.portal.owner(PricePlans.class).ofBusiness(id)).extracting(PricePlan::applies)
			.containsExactly(true);
		Visitor.Page operated = visitor(Role.OPERATOR).get("/operation/businesses/" + id)
			.submit("#access-form", Map.of("reason", "first live payout agreed"))
			.follow();
		assertThat(operated.textOf("access-state")).isEqualTo("Enabled");
	}

	@Test
	void reviewerAndApproverAreTwoPeople() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		acceptAll(this.both, id);
		Visitor.Page page = this.both.get("/review/" + id).submit("#propose-form", Map.of()).follow();
		assertThat(page.document().select("#approve-form")).as("refused by the page").isEmpty();
		UUID approval = this.portal.jdbc()
			.sql("SELECT approval_id FROM onboarding_case WHERE business_id = :id")
			.param("id", id)
			.query(UUID.class)
			.single();
		assertThat(this.portal.jdbc()
			.sql("SELECT summary FROM approval WHERE approval_id = :id")
			.param("id", approval)
			.query(String.class)
			.single()).as("a row that is never erased").isEqualTo(id.toString());
		assertThat(
				this.both.post("/review/" + id + "/approve", Map.of("approval", approval.toString())).follow().text())
			.as("refused by the class")
			.contains("You proposed this approval.");
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("refused by the database")
			.isThrownBy(() -> this.portal.jdbc().sql("""
					UPDATE onboarding_case SET state = 'APPROVED', approver_id = reviewer_id, closed_at = now()
					 WHERE business_id = :id
					""").param("id", id).update());
		assertThat(visitor(Role.KYC_APPROVER).get("/review/" + id)
			.submit("#reject-approval-form", Map.of("reason", "the address proof is old"))
			.follow()
			.text()).contains("The proposal is rejected.");
		assertThat(this.both.get("/review/" + id).textOf("refusal")).as("for its maker")
			.contains("Person kyc_approver rejected the proposal on", "the address proof is old");
		assertThat(visitor(Role.AUDITOR).get("/audit").text()).contains("the address proof is old");
		assertThat(visitor(Role.AUDITOR).get("/audit?business=" + id).text()).as("which the business reads")
			.contains("Onboarding: approval rejected")
			.doesNotContain("the address proof is old");
		assertThat(present(id).progress().state()).isEqualTo(CaseState.IN_REVIEW);
	}

	@Test
	void theSecondOfTwoReviewersIsInformed() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor.Page first = visitor(Role.KYC_REVIEWER).get("/review/" + id);
		Visitor.Page second = this.both.get("/review/" + id);
		String accept = "form[action$=/requirements/PAN/accept]";
		assertThat(first.submit(accept, Map.of()).follow().text()).contains("Accepted.");
		assertThat(second
			.submit("form[action$=/requirements/PAN/refuse]", Map.of("reason", "ILLEGIBLE", "text", "blurred"))
			.follow()
			.text()).contains("Another person has changed this meanwhile.");
		assertThat(present(id).entry(Requirement.PAN).orElseThrow().refusal()).as("nothing is overwritten").isNull();
		UUID me = this.portal.jdbc()
			.sql("SELECT person_id FROM person WHERE email = 'both@example.com'")
			.query(UUID.class)
			.single();
		assertThat(first.submit("#assign-form", Map.of("person", me.toString())).follow().textOf("assignee-name"))
			.isEqualTo("Person both");
		assertThat(second.submit("#assign-form", Map.of("person", "")).follow().text())
			.contains("Another person has changed this meanwhile.");
		assertThat(visitor(Role.AUDITOR).get("/review?assignee=" + me).document().select("#queue tbody tr")).hasSize(1);
	}

	@Test
	void refusedRequirementsGoBackInOneReturn() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor reviewer = visitor(Role.KYC_REVIEWER);
		Visitor.Page page = reviewer.get("/review/" + id);
		assertThat(
				page.submit("form[action$=/requirements/PAN_CARD/refuse]", Map.of("reason", "OTHER")).follow().text())
			.contains("Choose or write a reason.");
		assertThat(page.submit("#return-form", Map.of()).follow().text()).contains("Refuse at least one requirement");
		page.submit("form[action$=/requirements/PAN_CARD/refuse]", Map.of("reason", "ILLEGIBLE", "text", "too dark"))
			.follow();
		page.submit("form[action$=/requirements/CITY/refuse]", Map.of("reason", "DIFFERS_FROM_DOCUMENT")).follow();
		page.submit("#note-form", Map.of("note", "called the owner")).follow();
		assertThat(reviewer.get("/review/" + id).submit("#return-form", Map.of()).follow().text())
			.contains("The case is returned to the business.", "too dark", "called the owner");
		assertThat(present(id).isOpen(Requirement.PAN_CARD)).isTrue();
		assertThat(present(id).isOpen(Requirement.PAN)).isFalse();
		assertThat(reviewer.get("/review/" + id).document().select("#reject-form")).as("some never answer").hasSize(1);
		assertThat(visitor(Role.KYC_REVIEWER).post("/review/" + id + "/requirements/PAN/accept", Map.of("version", "1"))
			.follow()
			.text()).contains("The case is with the business.");
	}

	@Test
	void documentsAreShownAsPicturesAndEachViewIsRecorded() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		UUID document = present(id).documents(Requirement.PAN_CARD).getFirst().documentId();
		String path = "/review/" + id + "/documents/" + document;
		Visitor reviewer = visitor(Role.KYC_REVIEWER);
		Visitor.Page viewer = reviewer.get(path + "?zoom=150&turn=90&page=7");
		assertThat(viewer.textOf("page-number")).isEqualTo("Page 1 of 1");
		assertThat(viewer.document().select(".document img").attr("class")).isEqualTo("zoom-150 turn-90");
		Visitor.Page picture = reviewer.get(path + "/pages/1");
		assertThat(picture.header("Content-Type")).isEqualTo("image/png");
		assertThat(picture.header("Cache-Control")).contains("no-store");
		assertThat(reviewer.get(path + "/pages/2").status()).isEqualTo(404);
		assertThat(
				reviewer.get("/review/" + this.portal.submitted(BusinessType.PROPRIETORSHIP) + "/documents/" + document)
					.status())
			.as("another case")
			.isEqualTo(404);
		assertThat(this.portal.jdbc()
			.sql("""
					SELECT count(*) FROM audit_event WHERE business_id = :id AND act = 'KYC_DOCUMENT_VIEWED' AND object = :document
					""")
			.param("id", id)
			.param("document", document.toString())
			.query(Integer.class)
			.single()).isOne();
	}

	@Test
	void theSecondFactorLeadsBackToThePageOfTheDocument() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		String page = "/review/" + id + "/documents/" + present(id).documents().getFirst().documentId()
				+ "?zoom=150&turn=90&page=1";
		Member member = this.portal.person("stale@example.com", null, Role.KYC_REVIEWER);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		this.portal.change(this.staff, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Instant.now().minus(Rights.CONFIRMED_FOR)));
		Visitor.Page asked = visitor.get(page).follow();
		assertThat(asked.text()).contains("Confirm your identity");
		Visitor.Page confirmed = asked.submit("form[action=/confirm]", Map.of("confirmation-code", member.code()));
		assertThat(confirmed.location()).isEqualTo(page);
		assertThat(confirmed.follow().document().select(".document img").attr("class")).isEqualTo("zoom-150 turn-90");
	}

	@Test
	void adminsAndAuditorsReadActsOnACaseInTheChainOfItsBusiness() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		UUID document = present(id).documents(Requirement.PAN_CARD).getFirst().documentId();
		Visitor reviewer = visitor(Role.KYC_REVIEWER);
		reviewer.get("/review/" + id).submit("form[action$=/requirements/PAN/accept]", Map.of());
		reviewer.get("/review/" + id + "/documents/" + document + "/pages/1");
		reviewer.get("/review/" + id + "/case.pdf");
		UUID person = this.portal.jdbc()
			.sql("SELECT person_id FROM person WHERE email = 'kyc_reviewer@example.com'")
			.query(UUID.class)
			.single();
		for (Role role : List.of(Role.ADMIN, Role.AUDITOR)) {
			String chain = linkTo(visitor(role).get("/operation/businesses/" + id), "#audit-trail");
			assertThat(visitor(role).get(chain).text()).contains("Onboarding submitted", "Onboarding: accepted",
					"KYC document viewed", "Onboarding case exported");
			assertThat(rows(visitor(role).get(chain + "&act=KYC_DOCUMENT_VIEWED&person=" + person))).singleElement()
				.asString()
				.contains("KYC document viewed", "Person kyc_reviewer");
			assertThat(visitor(role).get(chain).document().select("#by option[value=" + person + "]")).hasSize(1);
		}
		assertThat(visitor(Role.ONBOARDING).get("/operation/businesses/" + id).document().select("#audit-trail"))
			.isEmpty();
		assertThat(visitor(Role.AUDITOR).get("/audit?business=" + UUID.randomUUID()).status()).isEqualTo(404);
	}

	/** Filters and older events stay in the chain of the business. */
	@Test
	void theChosenBusinessStaysChosen() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		AuditTrail trail = this.portal.owner(AuditTrail.class);
		this.portal.transactions().executeWithoutResult((transaction) -> {
			for (int i = 0; i < 60; i++) {
				trail.record(id, Actor.INSTALLATION, "ONBOARDING_ASSIGNED", null, Map.of(), Map.of());
			}
		});
		Visitor.Page page = visitor(Role.AUDITOR).get("/audit?business=" + id);
		assertThat(rows(page)).hasSize(50).allMatch((row) -> row.contains("Onboarding assigned"));
		assertThat(page.document().select("form[action=/audit] input[name=business]").val()).isEqualTo(id.toString());
		Visitor.Page older = visitor(Role.AUDITOR).get(linkTo(page, "a[href*=before]"));
		assertThat(rows(older)).anyMatch((row) -> row.contains("Onboarding submitted"));
	}

	private static String linkTo(Visitor.Page page, String selector) {
		return Objects.requireNonNull(page.document().selectFirst(selector), selector).attr("href");
	}

	private static List<String> rows(Visitor.Page page) {
		return page.document().select("#audit-table tbody tr").eachText();
	}

	@Test
	void aCaseIsWrittenAsPdf() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor.Page file = visitor(Role.KYC_APPROVER).get("/review/" + id + "/case.pdf");
		assertThat(file.header("Content-Type")).isEqualTo("application/pdf");
		assertThat(file.body()).startsWith("%PDF-");
		assertThat(file.header("Content-Disposition")).matches("attachment; filename=\"case-BIZ[0-9A-Z]{8}\\.pdf\"");
	}

	@Test
	void aRejectionIsFinalAndHasAReason() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor.Page page = visitor(Role.KYC_REVIEWER).get("/review/" + id);
		assertThat(page.submit("#reject-form", Map.of("reason", " ")).follow().text())
			.contains("Choose or write a reason.");
		assertThat(page.submit("#reject-form", Map.of("reason", "the business is not registered")).follow().text())
			.contains("Rejected: the business is not registered");
		assertThat(page.submit("#reject-form", Map.of("reason", "again")).follow().text())
			.contains("The case is closed.");
		assertThat(visitor(Role.AUDITOR).get("/review?state=REJECTED").text()).contains("Rejected");
	}

	@Test
	void closedCasesDoNotHideOpenOnesAndEveryCaseIsReached() {
		this.portal.jdbc().sql("ALTER TABLE onboarding_case DISABLE TRIGGER USER").update();
		this.portal.jdbc()
			.sql("""
					WITH made AS (
					  INSERT INTO business (business_code, business_name)
					  SELECT 'BIZ' || lpad(n::text, 8, '0'), 'Closed ' || n FROM generate_series(1, 201) n RETURNING business_id)
					INSERT INTO onboarding_case (business_id, state, with_merchant, reviewer_id, rejection_reason, created_at,
					                             submitted_at, submissions, closed_at)
					SELECT business_id, 'REJECTED', false, (SELECT person_id FROM person WHERE email = 'both@example.com'),
					       'not registered', timestamptz '2020-01-01', timestamptz '2020-01-02', 1, timestamptz '2020-01-03'
					  FROM made
					""")
			.update();
		this.portal.jdbc().sql("ALTER TABLE onboarding_case ENABLE TRIGGER USER").update();
		UUID open = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor reviewer = visitor(Role.KYC_REVIEWER);
		assertThat(queue(reviewer.get("/review"))).contains("/review/" + open);
		Visitor.Page all = reviewer.get("/review?state=ALL");
		List<String> reached = new ArrayList<>(queue(all));
		assertThat(reached).hasSize(200);
		for (String next = all.document().select("#next").attr("href"); !next.isEmpty();) {
			Visitor.Page page = reviewer.get(next);
			reached.addAll(queue(page));
			next = page.document().select("#next").attr("href");
		}
		assertThat(reached).doesNotHaveDuplicates()
			.contains("/review/" + open)
			.hasSize(this.portal.jdbc().sql("SELECT count(*) FROM onboarding_case").query(Integer.class).single());
	}

	private static List<String> queue(Visitor.Page page) {
		return page.document().select("#queue tbody a").eachAttr("href");
	}

	@Test
	void pagesHaveNoInlineScriptsAndNoInlineStyles() {
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		UUID document = present(id).documents().getFirst().documentId();
		for (String path : List.of("/review", "/review/" + id, "/review/" + id + "/documents/" + document)) {
			var page = visitor(Role.KYC_REVIEWER).get(path).document();
			assertThat(page.select("script:not([src]), style, [style], [onclick], [onload]")).as(path).isEmpty();
			assertThat(page.html()).as(path).doesNotContain("??");
		}
	}

	private void acceptAll(Visitor reviewer, UUID id) {
		for (RequirementEntry entry : present(id).entries()) {
			if (entry.state() == RequirementState.GIVEN) {
				reviewer.post("/review/" + id + "/requirements/" + entry.requirement() + "/accept",
						Map.of("version", String.valueOf(entry.version())));
			}
		}
		reviewer.get("/review/" + id);
	}

	private OnboardingCase present(UUID id) {
		return this.portal.owner(OnboardingCases.class).find(id).orElseThrow();
	}

	private BusinessOverview.@Nullable Account wallet(UUID id) {
		return this.portal.owner(SearchBusinesses.class).byId(id).orElseThrow().wallet();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

}
