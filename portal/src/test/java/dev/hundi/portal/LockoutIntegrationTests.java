package dev.hundi.portal;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.signin.Confirmation;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** Whom failed sign-ins lock out, over HTTP and behind a proxy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LockoutIntegrationTests {

	/** As DeviceLogins. */
	private static final int DEVICE_LOGINS_PER_NETWORK = 20;

	/** At the same time: fewer than one network may fail. */
	private static final int GUESSES = 30;

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.portal.person("owner@example.com", this.business, Role.OWNER);
		this.merchants = start(Audience.MERCHANT);
		this.staff = start(Audience.STAFF);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Logs contain no personal data (docs/personal-data.md). */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theLogOfAFailedSignInThatIsNotInTheTrailNamesNoAddress(CapturedOutput output) {
		Member member = this.portal.person("lost.event@example.com", this.business, Role.MAKER);
		this.portal.jdbc().sql("""
				CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
				  RAISE EXCEPTION 'no room';
				END $$;
				CREATE TRIGGER refuse_event BEFORE INSERT ON audit_event
				  FOR EACH ROW WHEN (NEW.person_id = '%s') EXECUTE FUNCTION refuse_event()
				""".formatted(member.id())).update();
		password(member, "192.0.2.77", "wrong password 123");
		Awaitility.await().until(() -> output.getAll().contains("is not in the audit trail"));
		assertThat(output.getAll()).contains(member.id().toString()).doesNotContain("192.0.2.77", member.email());
	}

	@Test
	void failuresFromAnIpv6NetworkBlockAllItsAddresses() {
		Member member = member("network");
		SignInThrottle throttle = this.merchants.context().getBean(SignInThrottle.class);
		for (int i = 1; i < SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			throttle.failedAddress(Audience.MERCHANT, "2001:db8:0:1::" + i);
		}
		assertThat(password(member, "2001:db8:0:1::a:1", "wrong password 123").text()).contains("too many attempts");
		awaitFailures(member, 1);
		assertThat(addresses(member)).as("the trail names the address").containsExactly("2001:db8:0:1:0:0:a:1");
		Visitor.Page blocked = password(member, "2001:db8:0:1:ffff::1", TestPortal.PASSWORD);
		assertThat(blocked.status()).isEqualTo(200);
		assertThat(blocked.text()).contains("too many attempts");
		assertThat(password(member, "2001:db8:0:2::1", TestPortal.PASSWORD).location()).isEqualTo("/sign-in/code");
	}

	@Test
	void anIpv6NetworkHasAsManyOpenDeviceLoginsAsAnIpv4Address() {
		for (int i = 1; i <= DEVICE_LOGINS_PER_NETWORK; i++) {
			assertThat(beginDeviceLogin("2001:db8:1:1::" + i)).isEqualTo(200);
		}
		assertThat(beginDeviceLogin("2001:db8:1:1:ffff::1")).isEqualTo(429);
		assertThat(beginDeviceLogin("2001:db8:1:2::1")).isEqualTo(200);
		assertThat(beginDeviceLogin("192.0.2.7")).isEqualTo(200);
	}

	@Test
	void parallelDeviceLoginsOfANetworkAreCountedToo() throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(GUESSES)) {
			List<Callable<Integer>> logins = Collections.nCopies(GUESSES, () -> beginDeviceLogin("2001:db8:1:3::1"));
			List<Integer> answers = new ArrayList<>();
			for (Future<Integer> answer : threads.invokeAll(logins)) {
				answers.add(answer.get());
			}
			assertThat(answers).containsOnly(200, 429);
			assertThat(Collections.frequency(answers, 200)).isEqualTo(DEVICE_LOGINS_PER_NETWORK);
		}
	}

	/** A program repeats its token until a person replaces it, and guesses nothing. */
	@Test
	void anEndedTokenOfAProgramBlocksNoSignInOfItsNetwork() {
		Member operator = this.portal.person("nightly@hundi.example", null, Role.OPERATOR);
		Program program = new Program(this.staff.url(),
				this.portal.owner(AccessTokens.class)
					.create(operator.id(),
							new NewToken("nightly", TokenScope.READ, Set.of(CommandGroup.REVIEWS), Duration.ofDays(90)))
					.secret(),
				"192.0.2.30");
		program.get("/commands/reviews").ok();
		this.portal.jdbc()
			.sql("UPDATE access_token SET revoked_at = now() WHERE person_id = :id")
			.param("id", operator.id())
			.update();
		for (int i = 0; i <= SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			assertThat(program.get("/commands/reviews").refused(401)).contains("token_invalid");
		}
		assertThat(
				new Visitor(this.staff.url(), "192.0.2.30").password(operator.email(), TestPortal.PASSWORD).location())
			.isEqualTo("/sign-in/code");
	}

	@Test
	void checksFiveOfManyParallelPasswords() throws Exception {
		Member member = member("parallel-passwords");
		Visitor.Page form = new Visitor(this.merchants.url(), "192.0.2.20").get("/sign-in");
		parallel(200, (guess) -> form.submit("form[action=/sign-in]",
				Map.of("email", member.email(), "password", "wrong password " + guess)));
		awaitFailures(member, SignInThrottle.FAILURES_PER_EMAIL);
	}

	/** PostgreSQL takes U+0130 and i for the same letter, and Java does not. */
	@Test
	void spellingsOfAnAddressCountTogether() {
		Member member = member("lilli");
		for (String spelling : List.of("lilli", "lİlli", "lillİ", "lİllİ", "LILLI")) {
			assertThat(guess(spelling, "192.0.2.24").text()).as(spelling).contains("too many attempts");
		}
		awaitFailures(member, SignInThrottle.FAILURES_PER_EMAIL);
		assertThat(guess("LİLLİ", "192.0.2.25").text()).contains("too many attempts");
		assertThat(addresses(member)).as("checked once it is blocked").hasSize(SignInThrottle.FAILURES_PER_EMAIL);
	}

	private Visitor.Page guess(String name, String address) {
		return new Visitor(this.merchants.url(), address).password(name + "@example.com", "wrong password 123");
	}

	@Test
	void checksFiveOfManyParallelCodes() throws Exception {
		Member member = member("parallel-codes");
		Visitor visitor = new Visitor(this.merchants.url(), "192.0.2.21");
		visitor.password(member.email(), TestPortal.PASSWORD);
		Visitor.Page form = visitor.get("/sign-in/code");
		parallel(200, (guess) -> form.submit("form[action=/sign-in/code]", Map.of("code", "00000" + guess % 10)));
		assertThat(addresses(member)).hasSize(SignInThrottle.FAILURES_PER_EMAIL);
		assertThat(visitor.code(member.code()).text()).contains("too many attempts");
	}

	@Test
	void checksFiveOfManyParallelConfirmations() throws Exception {
		Member member = member("parallel-confirmations");
		Visitor visitor = new Visitor(this.merchants.url(), "192.0.2.22");
		visitor.signIn(member);
		Visitor.Page form = visitor.get("/profile");
		parallel(403, (guess) -> form.submit("form[action=/profile/name]",
				Map.of("name", "Another Name", Confirmation.CODE, "00000" + guess % 10)));
		assertThat(addresses(member)).hasSize(SignInThrottle.FAILURES_PER_EMAIL);
	}

	/** An attacker needs no session to fail sign-ins of a known e-mail address. */
	@Test
	void failedSignInsDoNotBlockConfirmations() {
		Member member = member("approves");
		Visitor visitor = new Visitor(this.merchants.url(), "192.0.2.40");
		visitor.signIn(member);
		Visitor.Page form = visitor.get("/profile");
		for (int i = 0; i <= SignInThrottle.FAILURES_PER_EMAIL; i++) {
			guess("approves", "192.0.2.41");
		}
		assertThat(password(member, "192.0.2.42", TestPortal.PASSWORD).status()).as("sign-in is blocked")
			.isEqualTo(200);
		assertThat(form
			.submit("form[action=/profile/name]", Map.of("name", "Another Name", Confirmation.CODE, member.code()))
			.status()).isEqualTo(302);
	}

	/** Also those that a form sends without the page that shows the login. */
	@Test
	void wrongCodesOfDeviceLoginsCount() {
		Member member = this.portal.person("guesses@hundi.example", null, Role.OPERATOR);
		Visitor visitor = new Visitor(this.staff.url(), "192.0.2.43");
		visitor.signIn(member);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			assertThat(visitor.post("/device/refuse", Map.of("code", "BBBB-BBBB")).follow().text())
				.contains("There is no command that waits");
		}
		beginDeviceLogin("192.0.2.44");
		String code = this.portal.jdbc()
			.sql("SELECT user_code FROM device_login WHERE address = '192.0.2.44'")
			.query(String.class)
			.single();
		assertThat(visitor.post("/device/refuse", Map.of("code", code)).follow().text())
			.contains("There is no command that waits");
	}

	@Test
	void fourFailuresDoNotBlockWhateverIsRightBetweenThem() {
		Member member = member("four");
		Visitor visitor = new Visitor(this.merchants.url(), "192.0.2.23");
		for (int i = 1; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			assertThat(visitor.password(member.email(), "wrong password " + i).status()).isEqualTo(200);
			assertThat(visitor.password(member.email(), TestPortal.PASSWORD).location()).isEqualTo("/sign-in/code");
		}
		assertThat(visitor.code(member.code()).location()).isEqualTo("/");
	}

	@Test
	void thePersonWhomNoOwnerMayRecoverIsRecoveredByTheStaff() {
		UUID other = this.portal.business();
		this.portal.person("ravis-other-owner@example.com", other, Role.OWNER);
		Member owner = this.portal.person("ravis-owner@example.com", this.business, Role.OWNER);
		Member ravi = member("ravi");
		this.portal.jdbc()
			.sql("INSERT INTO membership (person_id, business_id, role) VALUES (:person, :business, 'MAKER')")
			.param("person", ravi.id())
			.param("business", other)
			.update();
		assertThat(Visitor.signedIn(this.merchants.url(), owner)
			.post("/team/people/" + ravi.id() + "/recover", Map.of())
			.text()).contains("Ask Hundi for the recovery");
		assertThat(staff("ravi-asks").post("/owner-recoveries", Map.of("email", member("of-one-owner").email()))
			.follow()
			.text()).contains("No owner has this e-mail address");
		Visitor asking = staff("ravi-asks-again");
		assertThat(asking.post("/owner-recoveries", Map.of("email", ravi.email())).follow().text())
			.contains("Another member of the staff must approve it");
		assertThat(asking.post("/owner-recoveries", Map.of("email", ravi.email())).follow().text()).as("a second click")
			.contains("is already waiting for another member of the staff");
		assertThat(
				staff("ravi-agrees").post("/owner-recoveries/" + recovery(ravi) + "/approve", Map.of()).follow().text())
			.contains("An e-mail with a link is on its way");
		assertThat(this.portal.mail().await(ravi.email(), "Set new credentials for Hundi").link())
			.startsWith("/invitation/");
	}

	@Test
	void theRecoveryOfAPersonWhoIsNoOwnerAnyMoreOrErasedIsClosed() {
		Member demoted = this.portal.person("demoted@example.com", this.business, Role.OWNER, Role.VIEWER);
		Member erased = this.portal.person("erased-owner@example.com", this.business, Role.OWNER);
		Visitor asking = staff("ended-asks");
		for (Member member : List.of(demoted, erased)) {
			asking.post("/owner-recoveries", Map.of("email", member.email()));
		}
		UUID ofDemoted = recovery(demoted);
		UUID ofErased = recovery(erased);
		this.portal.jdbc()
			.sql("DELETE FROM membership WHERE role = 'OWNER' AND person_id IN (:demoted, :erased)")
			.param("demoted", demoted.id())
			.param("erased", erased.id())
			.update();
		this.portal.jdbc()
			.sql("UPDATE person SET email = 'erased-' || person_id || '@invalid', person_name = 'ERASED' WHERE person_id = :id")
			.param("id", erased.id())
			.update();
		Visitor agreeing = staff("ended-agrees");
		for (UUID approval : List.of(ofDemoted, ofErased)) {
			String agree = "/owner-recoveries/" + approval + "/approve";
			Visitor.Page ended = agreeing.post(agree, Map.of()).follow();
			assertThat(ended.status()).isEqualTo(200);
			assertThat(ended.text()).contains("The request is closed");
			assertThat(ended.document().select("form[action=" + agree + "]")).isEmpty();
			assertThat(agreeing.post(agree, Map.of()).follow().text()).contains("was not recorded");
		}
		assertThat(this.portal.mail().all(demoted.email())).isEmpty();
	}

	@Test
	void aRecoveryThatTwoAskForAtOnceIsAskedForOnce() {
		Member owner = this.portal.person("asked-for-twice@example.com", this.business, Role.OWNER);
		List<Visitor> asking = List.of(staff("asks-first"), staff("asks-second"));
		List<CompletableFuture<String>> answers = Objects.requireNonNull(
				new TransactionTemplate(new JdbcTransactionManager(this.portal.dataSource())).execute((transaction) -> {
					this.portal.jdbc()
						.sql("SELECT pg_advisory_xact_lock(hashtextextended('approval OWNER_RECOVERY ' || :owner, 0))")
						.param("owner", owner.id().toString())
						.query()
						.listOfRows();
					List<CompletableFuture<String>> begun = asking.stream()
						.map((visitor) -> CompletableFuture
							.supplyAsync(() -> visitor.post("/owner-recoveries", Map.of("email", owner.email()))
								.follow()
								.text()))
						.toList();
					Awaitility.await()
						.until(() -> this.portal.jdbc()
							.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
							.query(Integer.class)
							.single() == 2);
					return begun;
				}));
		assertThat(answers.stream().map(CompletableFuture::join))
			.satisfiesOnlyOnce((text) -> assertThat(text).contains("Another member of the staff must approve it"))
			.satisfiesOnlyOnce(
					(text) -> assertThat(text).contains("is already waiting for another member of the staff"));
		recovery(owner);
	}

	private Visitor staff(String name) {
		return Visitor.signedIn(this.staff.url(), this.portal.person(name + "@hundi.example", null, Role.ADMIN));
	}

	private UUID recovery(Member member) {
		return this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE summary = :person AND kind = 'OWNER_RECOVERY'")
			.param("person", member.id().toString())
			.query(UUID.class)
			.single();
	}

	private static void parallel(int status, IntFunction<Visitor.Page> guess) throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(GUESSES)) {
			List<Callable<Visitor.Page>> guesses = IntStream
				.range(0, GUESSES).<Callable<Visitor.Page>>mapToObj((number) -> () -> guess.apply(number)).toList();
			for (Future<Visitor.Page> page : threads.invokeAll(guesses)) {
				assertThat(page.get().status()).isEqualTo(status);
			}
		}
	}

	private TestPortal.Copy start(Audience audience) {
		int port = FreePorts.next();
		return this.portal.start(audience, port, URI.create("http://localhost:" + port),
				"--hundi.http.trusted-proxies=127.0.0.1,::1");
	}

	private Member member(String name) {
		return this.portal.person(name + "@example.com", this.business, Role.MAKER);
	}

	private Visitor.Page password(Member member, String address, String password) {
		return new Visitor(this.merchants.url(), address).password(member.email(), password);
	}

	private int beginDeviceLogin(String address) {
		return new Program(this.staff.url(), null, address).send("POST", "/commands/device", null).status();
	}

	/** The failure of a password is recorded after its answer. */
	private void awaitFailures(Member member, int count) {
		Awaitility.await().untilAsserted(() -> assertThat(addresses(member)).hasSize(count));
	}

	private List<String> addresses(Member member) {
		return this.portal.jdbc()
			.sql("SELECT address FROM audit_event WHERE person_id = :person AND act = 'SIGN_IN_FAILED'")
			.param("person", member.id())
			.query(String.class)
			.list();
	}

}
