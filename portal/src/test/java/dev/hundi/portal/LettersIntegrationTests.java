package dev.hundi.portal;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.letter.ClaimedLetter;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.person.Audience;
import dev.hundi.person.Invitations;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Mailbox;
import dev.hundi.portal.testing.Mailbox.Letter;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Letters, read back from a real mail server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LettersIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.staff = this.portal.start(Audience.STAFF);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void anInvitationHasTwoPartsAndItsTokenIsErasedOnceSent() {
		Member owner = this.portal.person("inviter@example.com", this.business, Role.OWNER);
		Visitor.signedIn(this.merchants.url(), owner)
			.get("/team")
			.submit("form[action=/team/invitations]", Map.of("email", "guest@example.com", "roles", "MAKER"));
		Letter letter = this.portal.mail().await("guest@example.com", "You are invited to Hundi");
		assertThat(letter.from()).isEqualTo("hundi@hundi.example");
		assertThat(letter.text()).contains("Asha Traders invites you", "once, for 24 hours",
				this.merchants.url() + "/invitation/");
		assertThat(letter.html()).contains("Asha Traders invites you", "Accept the invitation", letter.link());
		awaitState("guest@example.com", "SENT");
		assertThat(this.portal.jdbc()
			.sql("SELECT token_ciphertext IS NULL FROM letter WHERE recipient = 'guest@example.com'")
			.query(Boolean.class)
			.single()).isTrue();
		assertThat(new Visitor(this.merchants.url()).get(letter.link()).status()).isEqualTo(200);
	}

	@Test
	void staffIsInvitedByTheStaffPortal() {
		Member admin = this.portal.person("admin@hundi.example", null, Role.ADMIN);
		Visitor.signedIn(this.staff.url(), admin)
			.get("/team")
			.submit("form[action=/team/invitations]", Map.of("email", "colleague@hundi.example", "roles", "AUDITOR"));
		assertThat(this.portal.mail().await("colleague@hundi.example", "You are invited to Hundi").text())
			.contains("invited to the staff of Hundi", this.staff.url() + "/invitation/");
	}

	@Test
	void ownersAreInformedOfInvitationsAndRolesOfTheirTeam() {
		UUID own = this.portal.business();
		Member acting = this.portal.person("acting@team.example", own, Role.OWNER);
		Member other = this.portal.person("other@team.example", own, Role.OWNER, Role.VIEWER);
		Member maker = this.portal.person("maker@team.example", own, Role.MAKER);
		Visitor visitor = Visitor.signedIn(this.merchants.url(), acting);
		visitor.get("/team")
			.submit("form[action=/team/invitations]",
					Map.of("email", "second.mailbox@example.com", "roles", "MAKER,CHECKER"));
		Letter invited = this.portal.mail().await(other.email(), "A person was invited");
		assertThat(invited.text())
			.contains("acting@team.example invited second.mailbox@example.com to Asha Traders. Roles: Checker, Maker.",
					this.merchants.url() + "/team", "If you cannot open the page, call Hundi.")
			.doesNotContain("/invitation/");
		this.portal.mail().await(acting.email(), "A person was invited");
		setRoles(visitor, maker, "VIEWER");
		assertThat(this.portal.mail().await(other.email(), "The roles of a person were changed").text()).contains(
				"acting@team.example changed the roles of maker@team.example at Asha Traders. Roles now: Viewer.",
				"If this is not right, correct the roles at once. If you cannot open the page, call Hundi.");
		setRoles(visitor, other, "");
		Awaitility.await()
			.untilAsserted(() -> assertThat(this.portal.mail().all(other.email())).anyMatch((letter) -> letter.text()
				.contains("changed the roles of other@team.example at Asha Traders. Roles now: none.")));
		int before = letters(acting.email());
		assertThat(visitor.get("/team")
			.submit("form[action=/team/people/" + acting.id() + "/roles]", Map.of("roles", ""))
			.textOf("problem")).isEqualTo("At least one owner must remain.");
		assertThat(letters(acting.email())).as("a refused change").isEqualTo(before);
		assertThat(letters(maker.email())).as("only owners").isZero();
		assertThat(letters("second.mailbox@example.com")).as("the invitation itself").isOne();
	}

	@Test
	void administratorsAreInformedOfInvitationsAndRolesOfTheStaff() {
		Member acting = this.portal.person("acting.admin@hundi.example", null, Role.ADMIN);
		Member other = this.portal.person("other.admin@hundi.example", null, Role.ADMIN);
		Member operator = this.portal.person("operator@hundi.example", null, Role.OPERATOR);
		Visitor visitor = Visitor.signedIn(this.staff.url(), acting);
		visitor.get("/team")
			.submit("form[action=/team/invitations]",
					Map.of("email", "second.mailbox@hundi.example", "roles", "FINANCE_CHECKER"));
		assertThat(this.portal.mail().await(other.email(), "A person was invited").text()).contains(
				"acting.admin@hundi.example invited second.mailbox@hundi.example to the staff of Hundi. Roles: Finance checker.",
				this.staff.url() + "/team");
		setRoles(visitor, operator, "AUDITOR,OPERATOR");
		assertThat(this.portal.mail().await(other.email(), "The roles of a person were changed").text()).contains(
				"acting.admin@hundi.example changed the roles of operator@hundi.example in the staff of Hundi. Roles now: Auditor, Operator.",
				"If you cannot open the page, call another administrator.");
		assertThat(letters(operator.email())).as("only administrators").isZero();
	}

	/** Each invitation is a letter, also one that is withdrawn at once. */
	@Test
	void invitesNoMoreThanTwoHundredPeopleInADay() {
		UUID own = this.portal.business();
		Member owner = this.portal.person("many@example.com", own, Role.OWNER);
		this.portal.jdbc()
			.sql("""
					INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, invited_by, expires_at)
					SELECT sha256(convert_to(:business || n, 'UTF8')), 'JOIN', 'MERCHANT', 'many' || n || '@example.com',
					       :business::uuid, '{VIEWER}', :owner, now() + interval '1 hour'
					  FROM generate_series(1, 199) AS n
					""")
			.param("business", own.toString())
			.param("owner", owner.id())
			.update();
		Visitor visitor = Visitor.signedIn(this.merchants.url(), owner);
		Map<String, String> next = Map.of("email", "next@many.example", "roles", "MAKER");
		visitor.get("/team").submit("form[action=/team/invitations]", next);
		assertThat(letters("next@many.example")).isOne();
		visitor.get("/team").submit("#open-invitations form", Map.of());
		Visitor.Page withdrawn = visitor.get("/team");
		assertThat(withdrawn.document().select("#open-invitations li")).hasSize(199);
		assertThat(withdrawn.submit("form[action=/team/invitations]", next).textOf("problem"))
			.startsWith("200 people were invited in the last 24 hours, and no more can be");
		assertThat(letters("next@many.example")).isOne();
		this.portal.jdbc()
			.sql("""
					UPDATE invitation SET created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day'
					 WHERE email = 'many1@example.com'
					""")
			.update();
		visitor.get("/team").submit("form[action=/team/invitations]", next);
		assertThat(letters("next@many.example")).isEqualTo(2);
	}

	private static void setRoles(Visitor by, Member member, String roles) {
		assertThat(by.get("/team")
			.submit("form[action=/team/people/" + member.id() + "/roles]", Map.of("roles", roles))
			.follow()
			.text()).contains("Done.");
	}

	@Test
	void aNewBrowserIsAnnouncedAndAKnownOneIsNot() {
		Member member = this.portal.person("devices@example.com", this.business, Role.MAKER);
		Visitor browser = Visitor.signedIn(this.merchants.url(), member);
		Letter letter = this.portal.mail().await(member.email(), "Sign-in from a new browser");
		assertThat(letter.text()).contains("Java-http-client", "127.0.0.1", this.merchants.url() + "/profile");
		browser.post("/sign-out", Map.of());
		assertThat(browser.signIn(member).location()).isEqualTo("/");
		assertThat(letters(member.email())).isEqualTo(1);
		Visitor.signedIn(this.merchants.url(), member);
		assertThat(letters(member.email())).isEqualTo(2);
	}

	@Test
	void aNewPasswordIsAnnounced() {
		Member member = this.portal.person("password@example.com", this.business, Role.MAKER);
		Visitor.signedIn(this.merchants.url(), member)
			.get("/profile")
			.submit("form[action=/profile/password]", Map.of("password", "another sentence for 2027"));
		assertThat(this.portal.mail().await(member.email(), "Your credentials were changed").text())
			.contains("Password changed.", "call the person who administers your team")
			.doesNotContain("another owner");
	}

	@Test
	void onboardingWritesToOwnersThroughTheKernel() {
		UUID other = this.portal.business();
		this.portal.person("kyc-owner@example.com", other, Role.OWNER, Role.CHECKER);
		this.portal.person("kyc-viewer@example.com", other, Role.VIEWER);
		Member erased = this.portal.person("kyc-erased@example.com", other, Role.OWNER);
		this.portal.jdbc()
			.sql("UPDATE person SET email = 'erased-' || person_id || '@invalid', person_name = 'ERASED' WHERE person_id = ?")
			.param(erased.id())
			.update();
		Letters letters = this.staff.context().getBean(Letters.class);
		TransactionTemplate transactions = this.staff.context().getBean(TransactionTemplate.class);
		transactions.executeWithoutResult((status) -> {
			letters.write(other, Set.of(Role.OWNER, Role.CHECKER), LetterKind.KYC_RETURNED, "Asha & Sons");
			letters.write(other, Set.of(Role.OWNER), LetterKind.KYC_APPROVED, "Asha & Sons");
		});
		Letter returned = this.portal.mail().await("kyc-owner@example.com", "Your onboarding needs an answer");
		assertThat(returned.text()).contains("onboarding of Asha & Sons", this.merchants.url().toString());
		assertThat(returned.html()).contains("Asha &amp; Sons");
		this.portal.mail().await("kyc-owner@example.com", "Your onboarding is approved");
		assertThat(letters("kyc-owner@example.com")).isEqualTo(2);
		assertThat(letters("kyc-viewer@example.com")).isZero();
		assertThat(letters("erased-" + erased.id() + "@invalid")).isZero();
	}

	@Test
	void aRejectedBusinessIsInformedAndReadsTheReasonOnItsPage() {
		UUID other = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Member owner = this.portal.person("rejected@example.com", other, Role.OWNER);
		Visitor reviewer = Visitor.signedIn(this.staff.url(),
				this.portal.person("rejecting@hundi.example", null, Role.KYC_REVIEWER));
		Visitor.Page page = reviewer.get("/review/" + other);
		assertThat(page.submit("#reject-form", Map.of("reason", "the business is not registered")).follow().text())
			.contains("Rejected: the business is not registered");
		Letter letter = this.portal.mail().await(owner.email(), "Your onboarding is rejected");
		assertThat(letter.text()).contains("does not accept the business", this.merchants.url() + "/onboarding")
			.doesNotContain("not registered");
		assertThat(Visitor.signedIn(this.merchants.url(), owner).get("/onboarding").text())
			.contains("the business is not registered");
		page.submit("#reject-form", Map.of("reason", "again"));
		assertThat(letters(owner.email())).as("one letter of the rejection, one of the sign-in").isEqualTo(2);
	}

	@Test
	void aLetterOfALowBalanceGroupsItsAmounts() {
		TestBusiness low = this.portal.merchant();
		this.portal.person("low@example.com", low.id(), Role.OWNER);
		this.portal.jdbc()
			.sql("UPDATE wallet SET low_balance_paise = 10000000 WHERE business_id = :id")
			.param("id", low.id())
			.update();
		TopUpWallet topUp = this.portal.owner(TopUpWallet.class);
		topUp.topUp(low.id(), 1_50_000_00, "HDFCR52026112700000001", "Money");
		UUID payout = low.payout(1_00_000_00, 500, 90);
		this.portal.owner(DebitWallets.class).debit(low.id(), List.of(payout));
		assertThat(this.portal.mail().await("low@example.com", "The balance of Asha Traders is low").text())
			.contains("₹49,994.10, below ₹1,00,000.00.");
	}

	@Test
	void aLetterIsWrittenInTheTransactionOfItsActOrNotAtAll() {
		Letters letters = this.staff.context().getBean(Letters.class);
		assertThatThrownBy(
				() -> letters.write(this.business, List.of(Role.OWNER), LetterKind.KYC_APPROVED, "Asha Traders"))
			.hasMessageContaining("No existing transaction");
	}

	/** Logs contain no personal data (docs/personal-data.md). */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theLogOfAFailedLetterDoesNotNameItsRecipient(CapturedOutput output) {
		Member owner = this.portal.person("careful@example.com", this.portal.business(), Role.OWNER);
		Visitor.signedIn(this.merchants.url(), owner)
			.post("/team/invitations", Map.of("email", Mailbox.UNKNOWN, "roles", "MAKER"));
		awaitFailure(this.portal, Mailbox.UNKNOWN, "<" + Mailbox.UNKNOWN + "> is unknown");
		assertThat(output.getAll()).contains("INVITATION, attempt 1] was not sent and is tried again")
			.doesNotContain(Mailbox.UNKNOWN);
	}

	/** STARTTLS is required, and this server does not offer it. */
	@Test
	void withoutEncryptionALetterWaitsAndIsGivenUpVisibly() {
		try (TestPortal apart = new TestPortal()) {
			UUID own = apart.business();
			Member owner = apart.person("plain-owner@example.com", own, Role.OWNER);
			int port = FreePorts.next();
			TestPortal.Copy copy = apart.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port),
					"--hundi.mail.security=starttls");
			Visitor visitor = Visitor.signedIn(copy.url(), owner);
			visitor.post("/team/invitations", Map.of("email", "waits@example.com", "roles", "MAKER"));
			Awaitility.await()
				.until(() -> apart.jdbc()
					.sql("SELECT coalesce(failure, '') FROM letter WHERE recipient = 'waits@example.com'")
					.query(String.class)
					.single()
					.contains("STARTTLS is required"));
			assertThat(apart.mail().all("waits@example.com")).isEmpty();
			apart.jdbc()
				.sql("UPDATE letter SET attempt_count = 99, due_at = now() WHERE recipient = 'waits@example.com'")
				.update();
			Awaitility.await().until(() -> visitor.get("/team").text().contains("The e-mail could not be delivered."));
			assertThat(apart.jdbc()
				.sql("SELECT count(*) FROM letter WHERE recipient = 'waits@example.com' AND token_ciphertext IS NOT NULL")
				.query(Integer.class)
				.single()).isZero();
		}
	}

	/**
	 * The server demands encryption and a login; its authority is that of a bundle. A
	 * wrong password and an unknown authority deliver nothing.
	 */
	@Test
	void lettersAreSentOverStartTlsWithALogin(@TempDir Path directory) throws IOException {
		CertificateAuthority authority = CertificateAuthority.of(directory, "Test");
		authority.issue("mail", "localhost").write(directory.resolve("mail.pem"), directory.resolve("mail-key.pem"));
		CertificateAuthority.of(Files.createDirectory(directory.resolve("other")), "Other");
		SslBundle own = SslBundle.of(new PemSslStoreBundle(
				PemSslStoreDetails.forCertificate(directory.resolve("mail.pem").toUri().toString())
					.withPrivateKey(directory.resolve("mail-key.pem").toUri().toString()),
				null));
		try (Mailbox secured = new Mailbox(own.createSslContext(), "hundi", "right");
				TestPortal apart = new TestPortal()) {
			URI authorityFile = directory.resolve(CertificateAuthority.certificateFile).toUri();
			URI otherFile = directory.resolve("other").resolve(CertificateAuthority.certificateFile).toUri();
			TestPortal.Copy copy = startSecured(apart, secured, otherFile, "right");
			String failed = invite(apart, copy, "unknown-authority@example.com");
			awaitFailure(apart, failed, "PKIX");
			copy.context().close();
			copy = startSecured(apart, secured, authorityFile, "wrong");
			String refused = invite(apart, copy, "wrong-password@example.com");
			awaitFailure(apart, refused, "uthenticat");
			copy.context().close();
			assertThat(secured.all(failed)).isEmpty();
			assertThat(secured.all(refused)).isEmpty();
			copy = startSecured(apart, secured, authorityFile, "right");
			String invited = invite(apart, copy, "encrypted@example.com");
			assertThat(secured.await(invited, "You are invited to Hundi").link()).startsWith("/invitation/");
			Awaitility.await().until(() -> state(apart, invited).equals("SENT"));
		}
	}

	private static TestPortal.Copy startSecured(TestPortal portal, Mailbox server, URI authority, String password) {
		int port = FreePorts.next();
		return portal.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port),
				"--hundi.mail.security=starttls", "--hundi.mail.allow-plaintext=false",
				"--hundi.mail.port=" + server.port(), "--hundi.mail.username=hundi",
				"--hundi.mail.password=" + password, "--hundi.mail.ssl-bundle=mail",
				"--spring.ssl.bundle.pem.mail.truststore.certificate=" + authority);
	}

	private static String invite(TestPortal portal, TestPortal.Copy copy, String email) {
		Member owner = portal.person("owner-of-" + email, portal.business(), Role.OWNER);
		Visitor.signedIn(copy.url(), owner).post("/team/invitations", Map.of("email", email, "roles", "MAKER"));
		return email;
	}

	private static void awaitFailure(TestPortal portal, String recipient, String text) {
		Awaitility.await()
			.until(() -> portal.jdbc()
				.sql("SELECT coalesce(failure, '') FROM letter WHERE recipient = :recipient")
				.param("recipient", recipient)
				.query(String.class)
				.single()
				.contains(text));
	}

	@Test
	void twoProcessesDoNotSendTheSameLetterAndALostOneIsSentAgain() {
		try (TestPortal apart = new TestPortal()) {
			UUID own = apart.business();
			apart.person("claims@example.com", own, Role.OWNER);
			Letters letters = apart.owner(Letters.class);
			apart.transactions()
				.executeWithoutResult(
						(status) -> letters.write(own, Set.of(Role.OWNER), LetterKind.KYC_APPROVED, "Asha"));
			ClaimedLetter first = letters.claim(Audience.MERCHANT, Duration.ofMinutes(5)).orElseThrow();
			assertThat(letters.claim(Audience.MERCHANT, Duration.ofMinutes(5))).isEmpty();
			assertThat(letters.claim(Audience.STAFF, Duration.ofMinutes(5))).isEmpty();
			apart.jdbc().sql("UPDATE letter SET due_at = now()").update();
			ClaimedLetter second = letters.claim(Audience.MERCHANT, Duration.ofMinutes(5)).orElseThrow();
			assertThat(second.attempt()).isEqualTo(2);
			letters.sent(first);
			assertThat(state(apart, "claims@example.com")).as("the lease of the first has ended").isEqualTo("PENDING");
			letters.sent(second);
			assertThat(state(apart, "claims@example.com")).isEqualTo("SENT");
			assertThat(letters.removeEnded(Audience.MERCHANT, Duration.ofDays(30))).isZero();
			apart.jdbc().sql("UPDATE letter SET ended_at = now() - interval '31 days'").update();
			assertThat(letters.removeEnded(Audience.STAFF, Duration.ofDays(30))).isZero();
			assertThat(letters.removeEnded(Audience.MERCHANT, Duration.ofDays(30))).isOne();
		}
	}

	@Test
	void claimsInvitationsAndWarningsBeforeOtherLettersThatAreDueLonger() {
		try (TestPortal apart = new TestPortal()) {
			UUID own = apart.business();
			apart.person("first@example.com", own, Role.OWNER);
			Letters letters = apart.owner(Letters.class);
			apart.transactions()
				.executeWithoutResult(
						(status) -> letters.write(own, Set.of(Role.OWNER), LetterKind.KYC_APPROVED, "Asha"));
			for (LetterKind warning : List.of(LetterKind.PERSON_INVITED, LetterKind.ROLES_CHANGED)) {
				apart.transactions()
					.executeWithoutResult((status) -> letters.write(own, Set.of(Role.OWNER), warning, "Asha",
							"first@example.com", "second@example.com", "MAKER"));
			}
			Invitations invitations = apart.owner(Invitations.class);
			String token = apart.invite("second@example.com", own, Role.MAKER);
			apart.transactions()
				.executeWithoutResult(
						(status) -> letters.invite(invitations.open(token).orElseThrow(), token, "Asha Traders"));
			assertThat(
					Stream.generate(() -> letters.claim(Audience.MERCHANT, Duration.ofMinutes(5)).orElseThrow().kind())
						.limit(4))
				.containsExactly("PERSON_INVITED", "ROLES_CHANGED", "INVITATION", "KYC_APPROVED");
		}
	}

	/** Its token does not decrypt. */
	@Test
	void aLetterThatCannotBeReadDoesNotKeepTheOthersBack() {
		try (TestPortal apart = new TestPortal()) {
			UUID own = apart.business();
			String token = apart.invite("unreadable@example.com", own, Role.MAKER);
			String other = apart.invite("readable@example.com", own, Role.MAKER);
			Invitations invitations = apart.owner(Invitations.class);
			Letters letters = apart.owner(Letters.class);
			apart.transactions().executeWithoutResult((status) -> {
				letters.invite(invitations.open(token).orElseThrow(), token, "Asha Traders");
				letters.invite(invitations.open(other).orElseThrow(), other, "Asha Traders");
			});
			apart.jdbc()
				.sql("""
						UPDATE letter SET due_at = now() - interval '1 hour', created_at = now() - interval '1 hour',
						                  token_ciphertext = set_byte(token_ciphertext, 20, get_byte(token_ciphertext, 20) # 1)
						 WHERE recipient = 'unreadable@example.com'
						""")
				.update();
			int port = FreePorts.next();
			TestPortal.Copy copy = apart.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port));
			apart.mail().await("readable@example.com", "You are invited to Hundi");
			awaitFailure(apart, "unreadable@example.com", "does not decrypt");
			MeterRegistry meters = copy.context().getBean(MeterRegistry.class);
			Awaitility.await().until(() -> meters.get("hundi.mail.late").gauge().value() == 1);
			assertThat(state(apart, "unreadable@example.com")).isEqualTo("PENDING");
		}
	}

	private void awaitState(String recipient, String state) {
		Awaitility.await().until(() -> state(this.portal, recipient).equals(state));
	}

	private static String state(TestPortal portal, String recipient) {
		return portal.jdbc()
			.sql("SELECT state FROM letter WHERE recipient = :recipient")
			.param("recipient", recipient)
			.query(String.class)
			.single();
	}

	private int letters(String recipient) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM letter WHERE recipient = :recipient")
			.param("recipient", recipient)
			.query(Integer.class)
			.single();
	}

}
