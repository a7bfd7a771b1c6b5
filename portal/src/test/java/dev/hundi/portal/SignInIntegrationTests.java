package dev.hundi.portal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sign-in, sessions and confirmation over HTTP, on two copies of the merchants' portal
 * and one of the staff's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignInIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy first;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy second;

	@BeforeAll
	void start() {
		this.portal.person("owner@example.com", this.business, Role.OWNER);
		this.first = this.portal.start(Audience.MERCHANT);
		this.second = this.portal.start(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void signsInWithPasswordAndCodeUnderANewSessionId() {
		Member member = member("sign-in", Role.MAKER);
		Visitor visitor = new Visitor(this.first.url());
		assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
		assertThat(visitor.session()).as("no session before the password").isEmpty();
		assertThat(visitor.password(member.email(), TestPortal.PASSWORD).location()).isEqualTo("/sign-in/code");
		String before = visitor.session().orElseThrow();
		assertThat(visitor.get("/profile").location()).as("half signed in").startsWith("/sign-in");
		Visitor.Page answer = visitor.code(member.code());
		assertThat(answer.location()).isEqualTo("/");
		assertThat(visitor.session().orElseThrow()).isNotEqualTo(before);
		assertThat(answer.headers().allValues("Set-Cookie"))
			.anySatisfy((cookie) -> assertThat(cookie).startsWith("hundi-merchant-session=")
				.contains("HttpOnly", "SameSite=Strict", "Path=/"));
		assertThat(visitor.get("/profile").text()).contains("Person sign-in", "Maker");
		assertThat(acts()).contains("SIGNED_IN");
	}

	@Test
	void passwordAloneOrCodeAloneIsNotEnough() {
		Visitor visitor = new Visitor(this.first.url());
		assertThat(visitor.get("/sign-in/code").location()).isEqualTo("/sign-in");
		Member member = member("halves", Role.MAKER);
		visitor.password(member.email(), TestPortal.PASSWORD);
		assertThat(visitor.code("000000").text()).contains("The code is wrong");
		assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
	}

	@Test
	void aCodeIsAcceptedOnceByAllCopies() {
		Member member = member("once", Role.MAKER);
		Visitor.signedIn(this.first.url(), member);
		Visitor again = new Visitor(this.second.url());
		again.password(member.email(), TestPortal.PASSWORD);
		assertThat(again.code(member.usedCode()).text()).contains("The code is wrong or was used before");
	}

	@Test
	void aRecoveryCodeStandsInForTheCodeOnce() {
		Member member = member("recovery-code", Role.MAKER);
		List<String> codes = this.portal.owner(Credentials.class).newRecoveryCodes(member.id());
		assertThat(codes).hasSize(Credentials.RECOVERY_CODES).doesNotHaveDuplicates();
		Visitor visitor = new Visitor(this.first.url());
		visitor.password(member.email(), TestPortal.PASSWORD);
		assertThat(visitor.code(codes.getFirst().toLowerCase(Locale.ROOT).replace("-", " ")).location()).isEqualTo("/");
		assertThat(visitor.get("/profile").textOf("unused-codes")).endsWith("9");
		Visitor again = new Visitor(this.first.url());
		again.password(member.email(), TestPortal.PASSWORD);
		assertThat(again.code(codes.getFirst()).text()).contains("The code is wrong");
	}

	/** Its session is stored after the removal ended the others. */
	@Test
	void aPersonWhoIsRemovedWhileItSignsInHasNoSession() throws SQLException {
		Member member = member("removed-meanwhile", Role.MAKER);
		Member staying = member("staying-meanwhile", Role.MAKER);
		try (Connection removing = this.portal.dataSource().getConnection();
				PreparedStatement statement = removing.prepareStatement("DELETE FROM membership WHERE person_id = ?")) {
			removing.setAutoCommit(false);
			statement.setObject(1, member.id());
			assertThat(statement.executeUpdate()).isOne();
			Visitor visitor = Visitor.signedIn(this.first.url(), member);
			removing.commit();
			assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
		}
		Visitor visitor = Visitor.signedIn(this.first.url(), staying);
		assertThat(visitor.get("/profile").status()).isEqualTo(200);
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM merchant_session_attributes a JOIN merchant_session s ON s.primary_id = a.session_primary_id WHERE s.principal_name = ? AND a.attribute_name = 'new'")
			.param(staying.id().toString())
			.query(Integer.class)
			.single()).as("compared once").isZero();
	}

	/** Otherwise the time of the answer tells that a person has the address. */
	@Test
	void aWrongPasswordIsAnsweredBeforeItIsRecorded() throws SQLException {
		UUID own = this.portal.business();
		Member member = this.portal.person("answered-before@example.com", own, Role.OWNER);
		Visitor.signedIn(this.first.url(), member);
		try (Connection locking = this.portal.dataSource().getConnection();
				PreparedStatement statement = locking
					.prepareStatement("SELECT FROM audit_chain WHERE chain = ? FOR UPDATE")) {
			locking.setAutoCommit(false);
			statement.setString(1, own.toString());
			assertThat(statement.executeQuery().next()).isTrue();
			assertThat(new Visitor(this.first.url()).password(member.email(), "wrong password 123").text())
				.contains("wrong, or there were too many attempts");
			assertThat(actsOf(own, member)).containsExactly("SIGNED_IN");
			locking.rollback();
		}
		Awaitility.await()
			.untilAsserted(() -> assertThat(actsOf(own, member)).containsExactly("SIGNED_IN", "SIGN_IN_FAILED"));
	}

	@Test
	void answersAlikeForKnownAndUnknownPeople() {
		Visitor visitor = new Visitor(this.first.url());
		Visitor.Page known = visitor.password(member("known", Role.MAKER).email(), "wrong password 123");
		Visitor.Page unknown = visitor.password("nobody@example.com", "wrong password 123");
		assertThat(known.status()).isEqualTo(unknown.status());
		assertThat(known.text()).isEqualTo(unknown.text()).contains("wrong, or there were too many attempts");
		assertThat(withoutVariables(known)).isEqualTo(withoutVariables(unknown));
	}

	@Test
	void throttlesAcrossCopiesAlsoForUnknownPeopleAndTheRightPassword() {
		Member member = member("guessed", Role.MAKER);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			new Visitor(i % 2 == 0 ? this.first.url() : this.second.url()).password(member.email(), "wrong " + i);
		}
		Visitor.Page blocked = new Visitor(this.second.url()).password(member.email(), TestPortal.PASSWORD);
		assertThat(blocked.text()).contains("too many attempts");
		assertThat(blocked.status()).isEqualTo(200);
	}

	@Test
	void codesAreThrottledLikePasswords() {
		Member member = member("guessed-code", Role.MAKER);
		Visitor visitor = new Visitor(this.first.url());
		visitor.password(member.email(), TestPortal.PASSWORD);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			visitor.code("00000" + i);
		}
		assertThat(visitor.code(member.code()).text()).contains("too many attempts");
		assertThat(visitor.get("/profile").location()).startsWith("/sign-in");
	}

	@Test
	void endsAfterFifteenIdleMinutesAndEightHours() {
		Member member = member("ages", Role.MAKER);
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		assertThat(this.portal.jdbc()
			.sql("SELECT max_inactive_interval FROM merchant_session WHERE principal_name = :person")
			.param("person", member.id().toString())
			.query(Integer.class)
			.single()).isEqualTo(15 * 60);
		this.portal.jdbc()
			.sql("UPDATE merchant_session SET last_access_time = last_access_time - 901000, expiry_time = expiry_time - 901000 WHERE principal_name = :person")
			.param("person", member.id().toString())
			.update();
		assertThat(visitor.get("/profile").location()).isEqualTo("/sign-in?ended&to=%2Fprofile");
		Visitor busy = Visitor.signedIn(this.first.url(), member);
		this.portal.change(this.first, member, (authentication) -> {
			SignedIn person = (SignedIn) Objects.requireNonNull(authentication.getPrincipal());
			return Rights.authentication(
					new SignedIn(person.personId(), person.displayName(), person.email(), person.businessId(),
							person.businessName(), person.roles(), Instant.now().minus(Sessions.LONGEST)),
					Instant.now());
		});
		assertThat(busy.get("/profile").location()).isEqualTo("/sign-in?ended&to=%2Fprofile");
	}

	@Test
	void sessionsAreSharedByCopiesListedAndRevocable() {
		Member member = member("sessions", Role.MAKER);
		Visitor laptop = Visitor.signedIn(this.first.url(), member);
		Visitor phone = Visitor.signedIn(this.second.url(), member);
		assertThat(laptop.at(this.second.url()).get("/profile").status()).as("a session of the other copy")
			.isEqualTo(200);
		Visitor.Page profile = laptop.get("/profile");
		assertThat(profile.document().select("#session-table tbody tr")).hasSize(2);
		assertThat(profile.submit("#session-table form", Map.of()).location()).isEqualTo("/profile");
		assertThat(phone.get("/profile").location()).isEqualTo("/sign-in?ended&to=%2Fprofile");
		assertThat(phone.get("/profile", "HX-Request", "true").header("HX-Redirect")).startsWith("/sign-in");
		assertThat(laptop.get("/profile").document().select("#session-table tbody tr")).hasSize(1);
	}

	@Test
	void aChangeOfRolesEndsSessions() {
		Member maker = member("changed-role", Role.MAKER);
		Member boss = member("boss", Role.OWNER);
		Visitor visitor = Visitor.signedIn(this.first.url(), maker);
		Visitor.Page team = Visitor.signedIn(this.second.url(), boss).get("/team");
		String form = "form[action=/team/people/" + maker.id() + "/roles]";
		assertThat(team.submit(form, Map.of("roles", "MAKER,VIEWER")).follow().text()).contains("Done.");
		assertThat(visitor.get("/profile").location()).isEqualTo("/sign-in?ended&to=%2Fprofile");
		assertThat(acts()).contains("ROLES_CHANGED");
	}

	@Test
	void aChangeOfCredentialsEndsOtherSessions() {
		Member member = member("changed-password", Role.MAKER);
		Visitor here = Visitor.signedIn(this.first.url(), member);
		Visitor elsewhere = Visitor.signedIn(this.second.url(), member);
		Visitor.Page changed = here.get("/profile")
			.submit("form[action=/profile/password]", Map.of("password", "another long sentence 77"));
		assertThat(changed.location()).isEqualTo("/profile");
		assertThat(here.get("/profile").status()).isEqualTo(200);
		assertThat(elsewhere.get("/profile").location()).isEqualTo("/sign-in?ended&to=%2Fprofile");
		assertThat(new Visitor(this.first.url()).password(member.email(), "another long sentence 77").location())
			.isEqualTo("/sign-in/code");
	}

	@Test
	void refusesShortAndCommonPasswords() {
		Visitor visitor = Visitor.signedIn(this.first.url(), member("weak", Role.MAKER));
		for (String weak : List.of("short", "passwordpassword", "qwertyuiop123", "weak@example.com")) {
			Visitor.Page page = visitor.get("/profile")
				.submit("form[action=/profile/password]", Map.of("password", weak));
			assertThat(page.document().getElementById("password-error")).as(weak).isNotNull();
		}
	}

	@Test
	void switchesBetweenBusinesses() {
		UUID other = this.portal.business();
		this.portal.jdbc()
			.sql("UPDATE business SET business_name = 'Other Exports' WHERE business_id = :id")
			.param("id", other)
			.update();
		Member member = member("two-businesses", Role.MAKER);
		this.portal.owner(Roles.class).grant(member.id(), other, Role.OWNER, null);
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		Visitor.Page businesses = visitor.get("/businesses");
		assertThat(businesses.text()).contains("Other Exports", "Current business");
		assertThat(visitor.get("/team").status()).as("a maker").isEqualTo(403);
		String before = visitor.session().orElseThrow();
		assertThat(visitor.post("/businesses", Map.of("business", other.toString())).location()).isEqualTo("/");
		assertThat(visitor.session().orElseThrow()).isNotEqualTo(before);
		assertThat(visitor.get("/profile").textOf("business")).isEqualTo("Other Exports");
		assertThat(businesses.submit("form[action=/businesses]", Map.of()).status()).as("a form of before")
			.isEqualTo(403);
		String former = businesses.document().select("meta[name=business]").attr("content");
		assertThat(visitor.get("/home/figures", "X-Business", former).header("HX-Refresh")).as("of a page of before")
			.isEqualTo("true");
		assertThat(visitor.get("/home/figures", "X-Business", other.toString()).status()).isEqualTo(200);
		assertThat(visitor.get("/team").status()).as("an owner").isEqualTo(200);
		assertThat(visitor.post("/businesses", Map.of("business", this.portal.business().toString())).status())
			.as("a business of others")
			.isEqualTo(404);
	}

	/** The business of a form is that of the session, and the browser is the same. */
	@Test
	void refusesFormsFromBeforeTheSignIn() {
		Visitor visitor = Visitor.signedIn(this.first.url(), member("first-of-browser", Role.OWNER));
		Visitor.Page profile = visitor.get("/profile");
		profile.submit("form[action=/sign-out]", Map.of());
		visitor.signIn(member("second-of-browser", Role.OWNER));
		assertThat(profile.submit("form[action=/profile/password]", Map.of("password", "a new pass phrase")).status())
			.isEqualTo(403);
	}

	@Test
	void thePageThatWasAskedForIsOpenedAfterTheSignIn() {
		Member member = member("by-link", Role.OWNER);
		Visitor visitor = new Visitor(this.first.url());
		Visitor.Page asked = visitor.get("/payouts?state=SUCCESS&q=a%20b");
		assertThat(asked.location()).startsWith("/sign-in?to=%2Fpayouts");
		Visitor.Page wrong = asked.follow()
			.submit("form[action=/sign-in]", Map.of("email", member.email(), "password", "wrong"));
		wrong.submit("form[action=/sign-in]", Map.of("email", member.email(), "password", TestPortal.PASSWORD));
		assertThat(visitor.code(member.code()).location()).isEqualTo("/payouts?state=SUCCESS&q=a%20b");
	}

	@Test
	void saysThatTheTimeForTheCodeIsOver() {
		Member member = member("late-code", Role.OWNER);
		Visitor visitor = new Visitor(this.first.url());
		visitor.get("/payouts?state=SUCCESS")
			.follow()
			.submit("form[action=/sign-in]", Map.of("email", member.email(), "password", TestPortal.PASSWORD));
		this.portal.ageFirstStep(this.first, visitor, Duration.ofMinutes(6));
		Visitor.Page again = visitor.get("/sign-in/code").follow();
		assertThat(again.text()).contains("Your sign-in has timed out. Enter your password again.");
		assertThat(again.document().select("input[name=to]").val()).isEqualTo("/payouts?state=SUCCESS");
		assertThat(visitor.get("/sign-in/code").follow().text()).doesNotContain("The time for the code");
	}

	@Test
	void noOtherHostIsOpenedAfterTheSignIn() {
		Member member = member("no-host", Role.OWNER);
		for (String to : List.of("//evil.example/", "https://evil.example/", "/%5Cevil.example")) {
			Visitor visitor = new Visitor(this.first.url());
			visitor.get("/sign-in")
				.submit("form[action=/sign-in]",
						Map.of("email", member.email(), "password", TestPortal.PASSWORD, "to", to));
			assertThat(visitor.code(member.code()).header("Location")).as(to).doesNotContain("//evil", "https:");
		}
	}

	@Test
	void asksForTheCodeAgainAndKeepsWhatWasTyped() {
		Member member = member("confirm", Role.OWNER);
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		Visitor.Page fresh = visitor.get("/team")
			.submit("form[action=/team/invitations]", Map.of("email", "fresh@example.com", "roles", "MAKER"))
			.follow();
		assertThat(fresh.textOf("notice")).contains("An e-mail with a link is on its way");
		this.portal.change(this.first, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Instant.now().minus(Rights.CONFIRMED_FOR)));
		Visitor.Page asked = visitor.get("/team")
			.submit("form[action=/team/invitations]", Map.of("email", "later@example.com", "roles", "MAKER,VIEWER"));
		assertThat(asked.text()).contains("Confirm your identity");
		assertThat(asked.document().select("input[name=email]").val()).isEqualTo("later@example.com");
		assertThat(asked.submit("form[action=/team/invitations]", Map.of("confirmation-code", "000000")).text())
			.contains("The code is wrong");
		Visitor.Page done = asked.submit("form[action=/team/invitations]", Map.of("confirmation-code", member.code()))
			.follow();
		assertThat(done.textOf("open-invitations")).contains("later@example.com");
		assertThat(done.textOf("notice")).contains("An e-mail with a link is on its way");
	}

	@Test
	void refusesMalformedPasskeysWithoutAnError() {
		Visitor visitor = Visitor.signedIn(this.first.url(), member("malformed", Role.MAKER));
		for (String body : List.of("", "{", "[]", "{\"credential\":{}}",
				"{\"credential\":{\"id\":\"a\",\"rawId\":\"a\"}}",
				"{\"id\":\"a\",\"rawId\":\"a\",\"response\":{\"authenticatorData\":\"a\",\"clientDataJSON\":\"a\",\"signature\":\"a\"}}")) {
			for (String path : List.of("/profile/passkeys", "/sign-in/passkey", "/confirm/passkey")) {
				visitor.postJson(path + "/options", "{}");
				assertThat(visitor.postJson(path, body).status()).as(path + " " + body).isBetween(400, 499);
			}
		}
	}

	@Test
	void signingOutEndsTheSession() {
		Visitor visitor = Visitor.signedIn(this.first.url(), member("out", Role.MAKER));
		Visitor stolen = visitor.at(this.second.url());
		assertThat(visitor.get("/profile").submit("form[action=/sign-out]", Map.of()).location()).isEqualTo("/sign-in");
		assertThat(stolen.get("/profile").location()).startsWith("/sign-in");
	}

	@Test
	void refusesFormsWithoutTheToken() {
		Visitor visitor = Visitor.signedIn(this.first.url(), member("csrf", Role.MAKER));
		assertThat(visitor.postForm("/profile/name", "name=Mallory").status()).isEqualTo(403);
		assertThat(visitor.postForm("/profile/name", "name=Mallory&_csrf=forged").status()).isEqualTo(403);
		assertThat(new Visitor(this.first.url()).postForm("/sign-in", "email=a%40b&password=c").status())
			.isEqualTo(403);
		assertThat(visitor.get("/profile").text()).doesNotContain("Mallory");
	}

	@Test
	void actsOnOnesOwnAccountAreInTheTrail() {
		Member member = member("own-account", Role.MAKER);
		passkey(member, "b3duLWFjY291bnQ");
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		Visitor.signedIn(this.second.url(), member);
		visitor.get("/profile").submit("#session-table form", Map.of());
		visitor.post("/profile/passkeys/b3duLWFjY291bnQ/rename", Map.of("label", "Blue key"));
		visitor.get("/profile").submit("form[action=/sign-out]", Map.of());
		assertThat(actsOf(member)).containsExactly("SIGNED_IN", "SIGNED_IN", "SESSION_ENDED", "PASSKEY_RENAMED",
				"SIGNED_OUT");
		assertThat(
				Visitor.signedIn(this.first.url(), this.portal.person("reading@example.com", this.business, Role.OWNER))
					.get("/audit?person=" + member.id())
					.text())
			.contains("Session ended", "Passkey renamed", "Signed out");
	}

	/** Only signed-in people sign out. */
	@Test
	void signingOutTwiceIsOneAct() {
		Member member = member("out-twice", Role.MAKER);
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		Visitor.Page profile = visitor.get("/profile");
		profile.submit("form[action=/sign-out]", Map.of());
		profile.submit("form[action=/sign-out]", Map.of());
		assertThat(actsOf(member)).containsExactly("SIGNED_IN", "SIGNED_OUT");
	}

	@Test
	void aWrongPasskeyIsAFailureOfItsPerson() {
		Member member = member("wrong-passkey", Role.MAKER);
		passkey(member, "d3JvbmctcGFzc2tleQ");
		Visitor stranger = new Visitor(this.first.url());
		String forged = "{\"id\":\"d3JvbmctcGFzc2tleQ\",\"rawId\":\"d3JvbmctcGFzc2tleQ\",\"type\":\"public-key\",\"response\":"
				+ "{\"authenticatorData\":\"YQ\",\"clientDataJSON\":\"YQ\",\"signature\":\"YQ\"},\"clientExtensionResults\":{}}";
		stranger.postJson("/sign-in/passkey/options", "{}");
		assertThat(stranger.postJson("/sign-in/passkey", forged).status()).isEqualTo(422);
		assertThat(actsOf(member)).containsExactly("SIGN_IN_FAILED");
	}

	@Test
	void aWrongPasskeyAtAConfirmationIsAFailureOfTheSignedInPerson() {
		Member member = member("wrong-confirmation", Role.MAKER);
		Visitor visitor = Visitor.signedIn(this.first.url(), member);
		visitor.postJson("/confirm/passkey/options", "{}");
		assertThat(visitor.postJson("/confirm/passkey", "{}").status()).isEqualTo(422);
		assertThat(actsOf(member)).containsExactly("SIGNED_IN", "SIGN_IN_FAILED");
	}

	private void passkey(Member member, String id) {
		this.portal.jdbc()
			.sql("INSERT INTO user_entities (id, name, display_name) VALUES (:id, :person, :id)")
			.param("id", id)
			.param("person", member.id().toString())
			.update();
		this.portal.jdbc()
			.sql("""
					INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, signature_count, uv_initialized,
					                              backup_eligible, authenticator_transports, public_key_credential_type, backup_state,
					                              attestation_object, attestation_client_data_json, created, last_used, label)
					VALUES (:id, :id, '\\x00', 0, true, false, '', 'public-key', false, '\\x00', '\\x00', now(), now(), 'Key')
					""")
			.param("id", id)
			.update();
	}

	private List<String> actsOf(Member member) {
		return actsOf(this.business, member);
	}

	private List<String> actsOf(UUID ofBusiness, Member member) {
		return this.portal.owner(AuditTrail.class)
			.list(ofBusiness, null, member.id(), Long.MAX_VALUE, 500)
			.reversed()
			.stream()
			.map(AuditEvent::act)
			.toList();
	}

	private List<String> acts() {
		return this.portal.owner(AuditTrail.class)
			.list(this.business, null, null, Long.MAX_VALUE, 500)
			.stream()
			.map(AuditEvent::act)
			.toList();
	}

	private Member member(String name, Role role) {
		return this.portal.person(name + "@example.com", this.business, role);
	}

	private static String withoutVariables(Visitor.Page page) {
		return page.body()
			.replaceAll("(name=\"_csrf\" value|name=\"csrf-token\" content)=\"[^\"]*\"", "")
			.replaceAll("value=\"[^\"]*@example.com\"", "");
	}

}
