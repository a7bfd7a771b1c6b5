package dev.hundi.portal.token;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.digest.Sha256;
import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** The life of access tokens and device logins, over HTTP and in a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokensIntegrationTests {

	private static final String LIST = "/commands/webhooks/endpoints";

	private static final String APPROVE = "/commands/reconciliation/resolutions/1/approve";

	private static final String WHY = "{\"reason\":\"agreed by mail\"}";

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
	}

	@AfterEach
	void unblock() {
		this.portal.jdbc().sql("DELETE FROM staff_sign_in_throttle").update();
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aPersonCreatesATokenWhoseSecretIsShownOnceAndRevokesIt() {
		Member member = person(Role.OPERATOR);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		assertThat(visitor.post("/tokens", Map.of("name", " ", "groups", "WEBHOOKS", "validDays", "7")).text())
			.contains("The name must have 1 to 60 characters");
		assertThat(visitor.post("/tokens", Map.of("name", "backup", "validDays", "7")).text())
			.contains("Choose one group of commands or more");
		assertThat(visitor.post("/tokens", Map.of("name", "x", "groups", "WEBHOOKS", "validDays", "91")).status())
			.isEqualTo(400);
		Visitor.Page created = visitor.post("/tokens",
				Map.of("name", "nightly report", "scope", "READ", "groups", "WEBHOOKS", "validDays", "7"));
		String secret = created.textOf("secret");
		assertThat(secret).startsWith("hundi_").hasSizeGreaterThan(40);
		assertThat(visitor.get("/tokens").body()).contains("nightly report", "Not used yet").doesNotContain(secret);
		assertThat(this.portal.jdbc()
			.sql("SELECT secret_hash FROM access_token WHERE person_id = ?")
			.param(member.id())
			.query(byte[].class)
			.single()).isEqualTo(Sha256.digest(secret));

		assertThat(program(secret).get(LIST).status()).isEqualTo(200);
		Visitor.Page list = visitor.get("/tokens");
		assertThat(list.text()).doesNotContain("Not used yet");
		assertThat(Visitor.signedIn(this.staff.url(), person(Role.OPERATOR))
			.post(list.document().select("form[action$=/revoke]").attr("action"), Map.of())
			.status()).as("of another person").isEqualTo(404);
		assertThat(list.submit("form[action$=/revoke]", Map.of()).follow().text()).contains("The token is revoked.");
		assertThat(program(secret).get(LIST).status()).isEqualTo(401);
		assertThat(acts(member)).contains("ACCESS_TOKEN_CREATED", "ACCESS_TOKEN_REVOKED");
	}

	@Test
	void aFormThatIsSentTwiceCreatesOneToken() {
		Visitor visitor = Visitor.signedIn(this.staff.url(), person(Role.OPERATOR));
		Visitor.Page page = visitor.get("/tokens");
		Map<String, String> fields = Map.of("name", "once", "scope", "READ", "groups", "WEBHOOKS", "validDays", "7");
		assertThat(page.submit("#create-token", fields).textOf("secret")).isNotBlank();
		Visitor.Page again = page.submit("#create-token", fields).follow();
		assertThat(again.textOf("problem")).contains("created one token");
		assertThat(again.document().select("#token-table tbody tr")).hasSize(1);
	}

	@Test
	void creatingATokenNeedsAFreshSecondFactor() {
		Member member = person(Role.OPERATOR);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		this.portal.change(this.staff, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Rights.confirmedAt(authentication).minus(Rights.CONFIRMED_FOR)));
		Visitor.Page asked = visitor.post("/tokens", Map.of("name", "x", "groups", "WEBHOOKS", "validDays", "7"));
		assertThat(asked.document().select("#secret")).isEmpty();
		assertThat(asked.document().select("input[name=confirmation-code]")).hasSize(1);
	}

	@Test
	void anExpiredTokenIsRefused() {
		Member member = person(Role.OPERATOR);
		this.portal.jdbc()
			.sql("""
					INSERT INTO access_token (person_id, token_name, secret_hash, scope, groups, created_at, expires_at)
					VALUES (?, 'old', sha256('hundi_old'::bytea), 'READ', '{WEBHOOKS}', now() - interval '2 days', now() - interval '1 second')
					""")
			.param(member.id())
			.update();
		assertThat(program("hundi_old").get(LIST).json().path("code").asString()).isEqualTo("token_invalid");
	}

	@Test
	void tokensEndWhenRolesOrCredentialsOfTheirPersonChange() {
		Member member = person(Role.OPERATOR);
		Credentials credentials = this.portal.owner(Credentials.class);
		Map<String, Runnable> changes = Map.of("a role is granted",
				() -> this.portal.owner(Roles.class).grant(member.id(), null, Role.ONBOARDING, null),
				"a password is set", () -> credentials.setPassword(member.id(), "$argon2id$x"),
				"an authenticator is set",
				() -> credentials.setTotp(member.id(), credentials.encrypt(member.id(), new byte[20]), 1),
				"recovery codes are made", () -> credentials.newRecoveryCodes(member.id()), "a passkey is added",
				() -> addPasskey(member));
		changes.forEach((what, change) -> {
			String secret = token(member, TokenScope.ACT);
			assertThat(program(secret).get(LIST).status()).as("before " + what).isEqualTo(200);
			this.portal.transactions().executeWithoutResult((status) -> change.run());
			assertThat(program(secret).get(LIST).status()).as("after " + what).isEqualTo(401);
		});
		String secret = token(member, TokenScope.ACT);
		credentials.useStep(member.id(), 99);
		this.portal.jdbc()
			.sql("UPDATE person_totp SET secret_ciphertext = secret_ciphertext WHERE person_id = ?")
			.param(member.id())
			.update();
		assertThat(program(secret).get(LIST).status()).as("a code was used, a key was rotated").isEqualTo(200);
		this.portal.owner(Roles.class).revoke(member.id(), null, Role.ONBOARDING);
		assertThat(program(secret).get(LIST).status()).as("a role was taken away").isEqualTo(401);
	}

	private void addPasskey(Member member) {
		this.portal.jdbc()
			.sql("INSERT INTO user_entities (id, name) VALUES ('e', ?)")
			.param(member.id().toString())
			.update();
		this.portal.jdbc()
			.sql("""
					INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, backup_eligible, backup_state, label)
					VALUES ('c', 'e', '', false, false, 'key')
					""")
			.update();
	}

	@Test
	void failuresAreThrottledAsSignInIs() {
		String secret = token(person(Role.OPERATOR), TokenScope.READ);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			assertThat(program("hundi_guess" + i).get(LIST).status()).isEqualTo(401);
		}
		assertThat(program(secret).get(LIST).json().path("code").asString()).isEqualTo("too_many_failures");
		assertThat(program(null).send("POST", "/commands/device", null).status()).isEqualTo(429);
		assertThat(program(null).get(LIST).status()).as("no token is no guess").isEqualTo(401);
	}

	@Test
	void aDeviceLoginIsConfirmedOnceAndPassesApprovalsForFiveMinutes() {
		Member member = person(Role.FINANCE_CHECKER);
		JsonNode begun = begin();
		assertThat(exchange(begun).status()).as("pending").isEqualTo(202);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		assertThat(visitor.get("/device?code=BBBB-BBBB").text()).contains("There is no command that waits");
		Visitor.Page page = visitor.get(begun.path("address").asString().replaceAll("^https?://[^/]*", ""));
		assertThat(page.textOf("user-code")).isEqualTo(begun.path("userCode").asString());
		assertThat(page.submit("#confirm-device", Map.of()).follow().text()).contains("The command is signed in.");
		JsonNode issued = exchange(begun).ok();
		assertThat(exchange(begun).status()).as("used up").isEqualTo(410);

		Program program = program(issued.path("token").asString());
		assertThat(program.get("/commands/token").ok().path("email").asString()).isEqualTo(member.email());
		assertThat(program.post(APPROVE, WHY).status()).as("confirmed just now").isEqualTo(202);
		passFiveMinutes(member);
		assertThat(program.post(APPROVE, WHY).json().path("code").asString()).isEqualTo("confirmation_required");
		assertThat(program.get("/commands/reconciliation/runs").status()).isEqualTo(200);
		assertThat(program.send("DELETE", "/commands/token", null).ok().path("revoked").asBoolean()).isTrue();
		assertThat(program.get("/commands/token").status()).isEqualTo(401);
		assertThat(acts(member)).contains("DEVICE_LOGIN_CONFIRMED", "ACCESS_TOKEN_CREATED", "ACCESS_TOKEN_REVOKED");
	}

	@Test
	void aRefusedOrExpiredDeviceLoginGetsNoToken() {
		Visitor visitor = Visitor.signedIn(this.staff.url(), person(Role.OPERATOR));
		JsonNode refused = begin();
		visitor.get("/device?code=" + refused.path("userCode").asString().toLowerCase(Locale.ROOT))
			.submit("#refuse-device", Map.of());
		assertThat(exchange(refused).status()).isEqualTo(410);
		JsonNode expired = begin();
		this.portal.jdbc().sql("UPDATE device_login SET expires_at = created_at - interval '1 second'").update();
		assertThat(exchange(expired).status()).isEqualTo(410);
		assertThat(visitor.get("/device?code=" + expired.path("userCode").asString()).text())
			.contains("There is no command that waits");
		assertThat(program(null).post("/commands/device/token", "{\"deviceCode\":\"guess\"}").status()).isEqualTo(410);
		assertThat(program(null).post("/commands/device/token", "{}").status()).isEqualTo(400);
	}

	@Test
	void aDeviceIsConfirmedInABrowser() {
		Member member = person(Role.OPERATOR);
		JsonNode begun = begin();
		try (TestBrowser browser = TestBrowser.start();
				BrowserContext context = browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = browser.page(context, this.staff.url());
			TestBrowser.signIn(page, this.staff.url(), member);
			page.navigate(begun.path("address").asString());
			assertThat(page.textContent("#user-code")).isEqualTo(begun.path("userCode").asString());
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			TestBrowser.shot(page, "staff-device");
			page.click("#confirm-device button");
			page.waitForURL("**/tokens");
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			page.fill("#name", "from the browser");
			page.check("input[value=WEBHOOKS]");
			page.click("#create-token button");
			page.waitForSelector("#secret");
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			assertThat(program(page.textContent("#secret")).get(LIST).status()).isEqualTo(200);
			TestBrowser.shot(page, "staff-token-secret");
			assertThat(browser.problems()).isEmpty();
		}
		assertThat(program(exchange(begun).ok().path("token").asString()).get(LIST).status()).isEqualTo(200);
	}

	private JsonNode begin() {
		return program(null).send("POST", "/commands/device", null).ok();
	}

	private Program.Answer exchange(JsonNode begun) {
		return program(null).post("/commands/device/token",
				"{\"deviceCode\":\"%s\"}".formatted(begun.path("deviceCode").asString()));
	}

	private void passFiveMinutes(Member member) {
		this.portal.transactions().executeWithoutResult((status) -> {
			JdbcClient jdbc = this.portal.owner(JdbcClient.class);
			jdbc.sql("ALTER TABLE access_token DISABLE TRIGGER USER").update();
			jdbc.sql("UPDATE access_token SET confirmed_at = confirmed_at - interval '5 minutes' WHERE person_id = ?")
				.param(member.id())
				.update();
			jdbc.sql("ALTER TABLE access_token ENABLE TRIGGER USER").update();
		});
	}

	private Member person(Role role) {
		return this.portal.person(UUID.randomUUID() + "@example.com", null, role);
	}

	private String token(Member member, TokenScope scope) {
		return this.portal.owner(AccessTokens.class)
			.create(member.id(), new NewToken("test", scope, EnumSet.allOf(CommandGroup.class), Duration.ofDays(1)))
			.secret();
	}

	private List<String> acts(Member member) {
		return this.portal.jdbc()
			.sql("SELECT act FROM audit_event WHERE person_id = ?")
			.param(member.id())
			.query(String.class)
			.list();
	}

	private Program program(@Nullable String token) {
		return new Program(this.staff.url(), token);
	}

}
