package dev.hundi.portal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.hundi.person.Audience;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestDay;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Links that end with the roles of the person who sent them, or who got them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvitationsIntegrationTests {

	private static final String JOIN = "You are invited to Hundi";

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.staff = this.portal.start(Audience.STAFF);
		this.portal.person("auditor@hundi.example", null, Role.AUDITOR);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void theLinksThatAnOwnerSentEndWithTheRole() {
		UUID business = this.portal.business();
		Member alice = this.portal.person("alice@example.com", business, Role.OWNER, Role.MAKER);
		Member carol = this.portal.person("carol@example.com", business, Role.VIEWER);
		Visitor bob = signedIn(this.portal.person("bob@example.com", business, Role.OWNER));
		String joining = invite(signedIn(alice), "alice.again@example.com", "OWNER");
		String recovery = recover(signedIn(alice), carol);
		String other = invite(bob, "dinesh@example.com", "MAKER");
		setRoles(bob, alice, "MAKER");
		assertThat(status(joining)).as("an invitation").isEqualTo(410);
		assertThat(status(recovery)).as("a recovery").isEqualTo(410);
		assertThat(status(other)).as("of another owner").isEqualTo(200);
		assertThat(withdrawn(business)).hasSize(2).doesNotHaveDuplicates();
		assertThat(bob.get("/team").textOf("open-invitations")).contains("dinesh@example.com")
			.doesNotContain("alice.again@example.com");
		assertThat(bob.get("/audit?act=INVITATION_WITHDRAWN").document().select("#audit-table tbody tr")).hasSize(2)
			.allMatch((row) -> row.text().contains("Person bob"));
	}

	/** Nothing erases people who come to an erased draft. */
	@Test
	void nobodyJoinsABusinessWhoseDraftIsErased() {
		Visitor visitor = Visitor.signedIn(this.staff.url(),
				this.portal.person("onboarder@hundi.example", null, Role.ONBOARDING));
		UUID business = draft(visitor, "Lapsed Traders");
		Visitor owner = signedIn(this.portal.person("surviving@example.com", business, Role.OWNER));
		UUID ownerless = draft(visitor, "Ownerless Traders");
		Visitor.Page before = visitor.get("/review/" + ownerless);
		assertThat(visitor.get("/review").text()).contains("Lapsed Traders", "Ownerless Traders");
		this.portal.jdbc().sql("ALTER TABLE onboarding_case DISABLE TRIGGER USER").update();
		this.portal.jdbc()
			.sql("UPDATE onboarding_case SET erased_at = now() WHERE business_id IN (?, ?)")
			.params(business, ownerless)
			.update();
		this.portal.jdbc().sql("ALTER TABLE onboarding_case ENABLE TRIGGER USER").update();

		for (String queue : List.of("/review", "/review?state=ALL")) {
			assertThat(visitor.get(queue).text()).doesNotContain("Lapsed Traders", "Ownerless Traders");
		}
		Visitor.Page after = visitor.get("/review/" + ownerless);
		assertThat(after.document().select("#owner-form, #note-form")).isEmpty();
		assertThat(before.submit("#owner-form", Map.of("email", "late@example.com", "reason", "the owner has called"))
			.follow()
			.textOf("problem")).isEqualTo("The case is closed.");
		assertThat(before.submit("#note-form", Map.of("note", "spoke to the owner")).follow().textOf("problem"))
			.isEqualTo("The case is closed.");
		assertThat(owner.get("/team")
			.submit("form[action=/team/invitations]", Map.of("email", "colleague@example.com", "roles", "MAKER"))
			.textOf("problem")).startsWith("The onboarding of this business was never submitted and is erased.");
		assertThat(owner.get("/onboarding").textOf("case-state")).isEqualTo("Erased");
		assertThat(owner.post("/onboarding/tasks/address", Map.of("CITY", "Agra")).follow().textOf("problem"))
			.contains("cannot be changed");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM invitation WHERE email IN ('late@example.com', 'colleague@example.com')")
			.query(Long.class)
			.single()).isZero();
	}

	private UUID draft(Visitor visitor, String name) {
		String email = name.replace(' ', '.') + "@example.com";
		visitor.get("/review").submit("#invite-form", Map.of("name", name, "email", email));
		return this.portal.jdbc()
			.sql("SELECT business_id FROM invitation WHERE email = ?")
			.param(email)
			.query(UUID.class)
			.single();
	}

	@Test
	void aLinkThatWasOpenedBeforeIsOfNoUse() {
		UUID business = this.portal.business();
		Member asha = this.portal.person("asha.opened@example.com", business, Role.OWNER);
		Visitor other = signedIn(this.portal.person("other.opened@example.com", business, Role.OWNER));
		Visitor friend = new Visitor(this.merchants.url());
		Visitor.Page authenticator = friend.get(invite(signedIn(asha), "friend.opened@example.com", "OWNER"))
			.submit("form:has(#name)", Map.of("name", "Friend", "password", TestPortal.PASSWORD))
			.follow();
		byte[] secret = Member.base32(authenticator.textOf("secret"));
		setRoles(other, asha, "");
		assertThat(authenticator.submit("form:has(#code)", Map.of("code", Member.code(secret))).follow().status())
			.isEqualTo(410);
		assertThat(people("friend.opened@example.com")).isZero();
	}

	@Test
	void theLinksThatAnAdministratorSentEndWithTheRole() {
		Member leaving = this.portal.person("leaving@hundi.example", null, Role.ADMIN, Role.ONBOARDING);
		Visitor admin = Visitor.signedIn(this.staff.url(), this.portal.person("admin@hundi.example", null, Role.ADMIN));
		Visitor visitor = Visitor.signedIn(this.staff.url(), leaving);
		String joining = invite(visitor, "leaving.again@hundi.example", "ADMIN");
		visitor.get("/review")
			.submit("#invite-form", Map.of("name", "Leaving Traders", "email", "leaving.owner@example.com"));
		String business = this.portal.mail().await("leaving.owner@example.com", JOIN).link();
		assertThat(status(business)).isEqualTo(200);
		setRoles(admin, leaving, "");
		assertThat(new Visitor(this.staff.url()).get(joining).status()).as("to the staff").isEqualTo(410);
		assertThat(status(business)).as("to a business").isEqualTo(410);
		assertThat(withdrawn(null)).hasSize(2);
		UUID id = this.portal.jdbc()
			.sql("SELECT business_id FROM business WHERE business_name = 'Leaving Traders'")
			.query(UUID.class)
			.single();
		assertThat(withdrawn(id)).as("an act of the staff on a business").hasSize(1);
	}

	@Test
	void aPersonWhoWasRemovedDoesNotReturnByAnEarlierLink() {
		UUID business = this.portal.business();
		Visitor owner = signedIn(this.portal.person("owner.twice@example.com", business, Role.OWNER));
		Member known = this.portal.person("twice@example.com", this.portal.business(), Role.OWNER);
		String first = invite(owner, known.email(), "VIEWER");
		String second = invite(owner, "TWICE@example.com", "OWNER");
		assertThat(new Visitor(this.merchants.url()).get(first)
			.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", known.code()))
			.location()).startsWith("/sign-in");
		assertThat(status(second)).as("before the removal").isEqualTo(200);
		setRoles(owner, known, "");
		assertThat(status(second)).isEqualTo(410);
		assertThat(withdrawn(business)).hasSize(1);
	}

	@Test
	void fewerRolesEndWhatAnInvitationWouldGiveBackButNoRecovery() {
		UUID business = this.portal.business();
		Visitor owner = signedIn(this.portal.person("owner.fewer@example.com", business, Role.OWNER));
		Member checker = this.portal.person("fewer@example.com", business, Role.CHECKER, Role.VIEWER);
		String joining = invite(owner, checker.email(), "CHECKER");
		String recovery = recover(owner, checker);
		setRoles(owner, checker, "VIEWER");
		assertThat(status(joining)).isEqualTo(410);
		assertThat(status(recovery)).isEqualTo(200);
		setRoles(owner, checker, "");
		assertThat(status(recovery)).as("of a person who is no colleague").isEqualTo(410);
	}

	@Test
	void aPersonHasOneLinkToNewCredentialsAndNoneOnceTheyChanged() {
		UUID business = this.portal.business();
		Visitor owner = signedIn(this.portal.person("owner.links@example.com", business, Role.OWNER));
		Member lost = this.portal.person("links@example.com", business, Role.VIEWER);
		String first = recover(owner, lost);
		String second = recover(owner, lost);
		assertThat(status(first)).as("after another one was sent").isEqualTo(410);
		assertThat(status(second)).isEqualTo(200);
		Visitor.Page changed = signedIn(lost).get("/profile")
			.submit("form[action=/profile/password]", Map.of("password", "another sentence for 2027"));
		assertThat(changed.status()).isEqualTo(302);
		assertThat(status(second)).as("after the person changed its password").isEqualTo(410);
	}

	@Test
	void whoJoinsReadsSoBeforeTheSignIn() {
		Visitor owner = signedIn(this.portal.person("owner.joined@example.com", this.portal.business(), Role.OWNER));
		Member known = this.portal.person("joined@example.com", this.portal.business(), Role.OWNER);
		Visitor visitor = new Visitor(this.merchants.url());
		Visitor.Page joined = visitor.get(invite(owner, known.email(), "VIEWER"))
			.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", known.code()))
			.follow();
		assertThat(joined.textOf("joined")).startsWith("You have joined. Sign in again");
		assertThat(visitor.get("/sign-in").document().select("#joined")).isEmpty();
	}

	@Test
	void aLinkSaysThatItIsForAnotherPersonThanTheSignedInOne() {
		UUID business = this.portal.business();
		Visitor owner = signedIn(this.portal.person("owner.shared@example.com", business, Role.OWNER));
		Member lost = this.portal.person("shared@example.com", business, Role.VIEWER);
		String link = recover(owner, lost);
		Visitor.Page page = owner.get(link);
		assertThat(page.textOf("another-person")).contains(
				"This link is for shared@example.com, and you are signed in as owner.shared@example.com.",
				"owner.shared@example.com is signed out in this browser.");
		assertThat(page.document().title()).isEqualTo("Set new credentials");
		assertThat(new Visitor(this.merchants.url()).get(link).document().select("#another-person")).isEmpty();
		assertThat(signedIn(lost).get(link).document().select("#another-person")).as("its own").isEmpty();
	}

	@Test
	void aUsedLinkSaysWhatToDo() {
		String link = "/invitation/" + this.portal.invite("used@example.com", this.portal.business(), Role.VIEWER);
		finish(begin(link));
		Visitor.Page used = new Visitor(this.merchants.url()).get(link);
		assertThat(used.status()).isEqualTo(410);
		assertThat(used.text()).contains("If you used it already, sign in.", "ask that person for a new one");
		assertThat(used.document().select("main a[href=/sign-in]")).hasSize(1);
	}

	/** An address belongs to one person of both audiences. */
	@Test
	void anAddressOfTheOtherPortalIsRefusedAndTheLinkStaysOpen() {
		Member known = this.portal.person("other.portal@hundi.example", null, Role.AUDITOR);
		Visitor owner = signedIn(this.portal.person("owner.taken@example.com", this.portal.business(), Role.OWNER));
		String link = invite(owner, known.email(), "VIEWER");
		Visitor.Page refused = finish(begin(link));
		assertThat(refused.status()).isEqualTo(200);
		assertThat(refused.text()).contains("Ask for an invitation to another address");
		assertThat(people(known.email())).isOne();
		assertThat(status(link)).isEqualTo(200);
	}

	@Test
	void aPersonWhoEnrolledMeanwhileJoinsByAnotherLink() {
		String email = "twice.enrolled@example.com";
		String first = this.portal.invite(email, this.portal.business(), Role.VIEWER);
		String second = this.portal.invite(email, this.portal.business(), Role.VIEWER);
		Visitor.Page late = begin("/invitation/" + second);
		Visitor.Page early = begin("/invitation/" + first);
		assertThat(finish(early).status()).isEqualTo(200);
		assertThat(finish(late).location()).isEqualTo("/invitation/" + second);
		assertThat(people(email)).isOne();
	}

	@Test
	void aPersonWhoLosesTheRaceForALinkIsSentAway() throws SQLException {
		Member known = this.portal.person("race@example.com", this.portal.business(), Role.OWNER);
		String link = "/invitation/" + this.portal.invite(known.email(), this.portal.business(), Role.VIEWER);
		Visitor.Page page = new Visitor(this.merchants.url()).get(link);
		CompletableFuture<Visitor.Page> late;
		try (Connection first = this.portal.dataSource().getConnection();
				Statement statement = first.createStatement()) {
			first.setAutoCommit(false);
			statement.execute("UPDATE invitation SET used_at = now(), used_by = '%s' WHERE email = '%s'"
				.formatted(known.id(), known.email()));
			late = CompletableFuture.supplyAsync(() -> page.submit("form:has(#code)",
					Map.of("password", TestPortal.PASSWORD, "code", known.code())));
			Awaitility.await()
				.until(() -> this.portal.jdbc()
					.sql("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")
					.query(Boolean.class)
					.single());
			first.commit();
		}
		assertThat(late.join().status()).isEqualTo(410);
		assertThat(late.join().text()).isEqualTo(page.submit("form:has(#code)", Map.of()).text());
	}

	private Visitor.Page begin(String link) {
		return new Visitor(this.merchants.url()).get(link)
			.submit("form:has(#name)", Map.of("name", "Invited", "password", TestPortal.PASSWORD))
			.follow();
	}

	private static Visitor.Page finish(Visitor.Page authenticator) {
		byte[] secret = Member.base32(authenticator.textOf("secret"));
		return authenticator.submit("form:has(#code)", Map.of("code", Member.code(secret)));
	}

	/** The trail is never erased, so it names people by their ids. */
	@Test
	void theTrailShowsThePresentNamesOfPeopleAndContainsNone() {
		UUID business = this.portal.business();
		Member owner = this.portal.person("trail.owner@example.com", business, Role.OWNER);
		Visitor visitor = signedIn(owner);
		Member guest = this.portal.person("trail.guest@example.com", this.portal.business(), Role.OWNER);
		new Visitor(this.merchants.url()).get(invite(visitor, guest.email(), "VIEWER"))
			.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", guest.code()));
		recover(visitor, this.portal.person("trail.lost@example.com", business, Role.VIEWER));
		setRoles(visitor, guest, "MAKER");
		signedIn(guest).post("/profile/name", Map.of("name", "Trail Renamed"));
		assertThat(visitor.get("/audit?act=ROLES_CHANGED").document().select("#audit-table").text())
			.contains("Trail Renamed, trail.guest@example.com");
		setRoles(visitor, guest, "");
		assertThat(visitor.get("/audit?act=ROLES_CHANGED").document().select("#audit-table tbody tr").eachText())
			.as("without the name of a person who left")
			.hasSize(2)
			.allMatch((row) -> row.contains("trail.guest@example.com") && !row.contains("Trail Renamed"));
		assertThat(visitor.get("/audit").document().select("#audit-table").text()).contains("Person invited",
				"Person joined", "trail.lost@example.com");
		assertThat(visitor.get("/audit?person=" + guest.id()).document().select("#audit-table tbody tr").eachText())
			.as("acts of a person who left")
			.isNotEmpty()
			.allMatch((row) -> row.contains("trail.guest@example.com") && !row.contains("Hundi staff"));
		inviteBusiness();
		recoverOwner(owner);
		delegateApprovals(business);
		assertThat(this.portal.jdbc().sql("""
				SELECT concat_ws(' ', act, object, before_value::text, after_value::text) FROM audit_event
				 WHERE concat_ws(' ', object, before_value::text, after_value::text) ~ '@|Trail |Person trail'
				""").query(String.class).list()).as("events with names or addresses").isEmpty();
	}

	private void delegateApprovals(UUID business) {
		Visitor checker = signedIn(this.portal.person("trail.checker@example.com", business, Role.CHECKER));
		Member colleague = this.portal.person("trail.delegate@example.com", business, Role.MAKER);
		String today = TestDay.inIndia(Duration.ofMinutes(1)).toString();
		checker.post("/approvals/away", Map.of("person", colleague.id().toString(), "from", today, "to", today));
		Visitor owner = signedIn(this.portal.person("trail.reader@example.com", business, Role.OWNER));
		assertThat(owner.get("/audit?act=APPROVALS_DELEGATED").document().select("#audit-table").text())
			.contains("Approvals delegated", "Person trail.delegate, trail.delegate@example.com");
	}

	private void inviteBusiness() {
		Visitor onboarding = Visitor.signedIn(this.staff.url(),
				this.portal.person("trail.onboarding@hundi.example", null, Role.ONBOARDING));
		onboarding.get("/review")
			.submit("#invite-form", Map.of("name", "Trail Traders", "email", "trail.first@example.com"));
		UUID invited = this.portal.jdbc()
			.sql("SELECT business_id FROM business WHERE business_name = 'Trail Traders'")
			.query(UUID.class)
			.single();
		onboarding.get("/review/" + invited)
			.submit("#owner-form", Map.of("email", "trail.second@example.com", "reason", "the link expired"));
		Visitor auditor = Visitor.signedIn(this.staff.url(),
				this.portal.person("trail.auditor@hundi.example", null, Role.AUDITOR));
		assertThat(auditor.get("/audit?business=" + invited).document().select("#audit-table").text())
			.contains("Business invited", "trail.first@example.com", "Owner invited again", "trail.second@example.com");
		assertThat(auditor.get("/audit").document().select("#audit-table").text()).contains("trail.first@example.com",
				"trail.second@example.com");
	}

	@Test
	void aRecoveryIsRejectedOrWithdrawn() {
		UUID business = this.portal.business();
		Member owner = this.portal.person("rejected.owner@example.com", business, Role.OWNER);
		Visitor asking = Visitor.signedIn(this.staff.url(),
				this.portal.person("rejected.asking@hundi.example", null, Role.ONBOARDING));
		Visitor deciding = Visitor.signedIn(this.staff.url(),
				this.portal.person("rejected.deciding@hundi.example", null, Role.ADMIN));
		asking.post("/owner-recoveries", Map.of("email", owner.email())).follow();
		Visitor.Page page = deciding.get("/owner-recoveries");
		assertThat(page.textOf("recoveries")).contains(owner.email(), "Asha Traders",
				"Requested by Person rejected.asking on");
		Visitor.Page unexplained = page.submit("form[action$=/reject]", Map.of("reason", "no")).follow();
		assertThat(unexplained.textOf("problem")).contains("Give a reason of 5 to 500 characters.");
		assertThat(unexplained.document().select("details[open] textarea").text()).isEqualTo("no");
		String reject = page.document().select("form[action$=/reject]").attr("action");
		assertThat(asking.post(reject, Map.of("reason", "it is my own")).follow().textOf("problem"))
			.contains("Your decision was not recorded");
		assertThat(page.submit("form[action$=/reject]", Map.of("reason", "the owner did not call")).follow().text())
			.contains("The recovery is rejected.", "There is no open recovery.");
		asking.post("/owner-recoveries", Map.of("email", owner.email())).follow();
		String withdraw = asking.get("/owner-recoveries").document().select("form[action$=/withdraw]").attr("action");
		assertThat(deciding.post(withdraw, Map.of()).follow().textOf("problem")).contains("was not recorded");
		assertThat(asking.post(withdraw, Map.of()).follow().text()).contains("The recovery is withdrawn.",
				"There is no open recovery.");
		for (String chain : List.of("", "?business=" + business)) {
			assertThat(deciding.get("/audit" + chain).text()).contains("Recovery of an owner rejected",
					"the owner did not call", "Recovery of an owner withdrawn");
		}
		assertThat(this.portal.mail().all(owner.email())).isEmpty();
	}

	private void recoverOwner(Member owner) {
		Visitor asking = Visitor.signedIn(this.staff.url(),
				this.portal.person("trail.asking@hundi.example", null, Role.ONBOARDING));
		Visitor agreeing = Visitor.signedIn(this.staff.url(),
				this.portal.person("trail.agreeing@hundi.example", null, Role.ADMIN));
		asking.post("/owner-recoveries", Map.of("email", owner.email())).follow();
		agreeing.get("/owner-recoveries").submit("form[action$=/approve]", Map.of());
		assertThat(agreeing.get("/audit?act=OWNER_RECOVERY_AGREED").document().select("#audit-table").text())
			.contains("Recovery of an owner approved", "trail.owner@example.com");
	}

	private Visitor signedIn(Member member) {
		return Visitor.signedIn(this.merchants.url(), member);
	}

	private String invite(Visitor by, String email, String role) {
		int before = this.portal.mail().links(email).size();
		by.post("/team/invitations", Map.of("email", email, "roles", role)).follow();
		Awaitility.await().until(() -> this.portal.mail().links(email).size() > before);
		return this.portal.mail().links(email).getLast();
	}

	private String recover(Visitor by, Member member) {
		int before = this.portal.mail().links(member.email()).size();
		by.post("/team/people/" + member.id() + "/recover", Map.of()).follow();
		Awaitility.await().until(() -> this.portal.mail().links(member.email()).size() > before);
		return this.portal.mail().links(member.email()).getLast();
	}

	private static void setRoles(Visitor by, Member member, String role) {
		Visitor.Page team = by.get("/team");
		assertThat(by.post("/team/people/" + member.id() + "/roles", Map.of("seen", seen(team, member), "roles", role))
			.follow()
			.text()).contains("Done.");
	}

	private static String seen(Visitor.Page team, Member member) {
		return String.join(",",
				team.document()
					.select("form[action=/team/people/%s/roles] input[name=seen]".formatted(member.id()))
					.eachAttr("value"));
	}

	@Test
	void aRoleThatAnotherOwnerTookAwayDoesNotComeBackByAnOlderPage() {
		UUID business = this.portal.business();
		Member bob = this.portal.person("bob.older@example.com", business, Role.MAKER, Role.VIEWER);
		Visitor first = signedIn(this.portal.person("first.older@example.com", business, Role.OWNER));
		Visitor second = signedIn(this.portal.person("second.older@example.com", business, Role.OWNER));
		Visitor.Page older = second.get("/team");
		setRoles(first, bob, "VIEWER");
		String form = "form[action=/team/people/" + bob.id() + "/roles]";
		Visitor.Page refused = older.submit(form, Map.of("roles", "MAKER,VIEWER,DEVELOPER"));
		assertThat(refused.text()).contains("The roles of this person were changed since you opened the page.");
		assertThat(seen(refused, bob)).isEqualTo("VIEWER");
		assertThat(refused.submit(form, Map.of("roles", "VIEWER,DEVELOPER")).follow().text()).contains("Done.");
		assertThat(seen(first.get("/team"), bob).split(",")).containsExactlyInAnyOrder("VIEWER", "DEVELOPER");
	}

	/** {@code ./hundi staff recover}, where no other ADMIN can help. */
	@Test
	void anAdminSetsNewCredentialsByTheLinkOfTheInstallation() {
		Member lost = this.portal.person("lost.admin@hundi.example", null, Role.ADMIN);
		String link = "/invitation/" + this.portal.owner(Invitations.class)
			.recover(this.portal.owner(People.class).byId(lost.id()).orElseThrow(), null, null, null);
		Map<String, String> password = Map.of("password", "another sentence for 2027");
		Visitor.Page authenticator = new Visitor(this.staff.url()).get(link)
			.submit("form:has(#password)", password)
			.follow();
		assertThat(finish(authenticator).status()).isEqualTo(200);
		assertThat(new Visitor(this.staff.url()).password(lost.email(), "another sentence for 2027").location())
			.isEqualTo("/sign-in/code");
		assertThat(new Visitor(this.staff.url()).get(link).status()).isEqualTo(410);
	}

	private int status(String link) {
		return new Visitor(this.merchants.url()).get(link).status();
	}

	private int people(String email) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM person WHERE email = ?")
			.param(email)
			.query(Integer.class)
			.single();
	}

	private List<String> withdrawn(@Nullable UUID business) {
		return this.portal.jdbc()
			.sql("SELECT object FROM audit_event WHERE business_id IS NOT DISTINCT FROM :id::uuid AND act = 'INVITATION_WITHDRAWN'")
			.param("id", business)
			.query(String.class)
			.list();
	}

}
