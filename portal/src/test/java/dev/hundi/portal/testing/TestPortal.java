package dev.hundi.portal.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import dev.hundi.audit.Actor;
import dev.hundi.filestore.FileStore;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.PortalApplication;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestOnboarding;
import dev.hundi.wallet.TestMoney;
import dev.hundi.webhook.WebhookEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Real portals on a database of their own: any number of copies of either audience. */
public final class TestPortal implements AutoCloseable {

	private static final String FIRST_STEP = "sign-in-person";

	/** Of every person of {@link #person}. */
	public static final String PASSWORD = "correct horse battery staple 42";

	/** With little memory, which the hash names: many tests sign in. */
	private static final String HASH = Objects
		.requireNonNull(new Argon2PasswordEncoder(16, 32, 1, 64, 1).encode(PASSWORD));

	private final TestDatabase database = TestDatabase.create();

	private final Path keyFile = newKeyFile();

	private final Mailbox mail = new Mailbox();

	private final List<ConfigurableApplicationContext> copies = new ArrayList<>();

	private final Map<Audience, Copy> oneOfEach = new ConcurrentHashMap<>();

	/**
	 * Portals that test classes of a JVM share, because a start takes longer than most of
	 * their tests; they end with the JVM. Each class has businesses and people of its own
	 * and expects those of others.
	 */
	public static TestPortal shared() {
		return Shared.PORTAL;
	}

	/** The one copy of an audience in {@link #shared}. */
	public static Copy sharedCopy(Audience audience) {
		return Shared.PORTAL.copy(audience);
	}

	/** A day as pages show it. */
	public static String shown(LocalDate day) {
		return DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH).format(day);
	}

	/** The mail server that the copies send letters to. */
	public Mailbox mail() {
		return this.mail;
	}

	/** The same copy of an audience for all tests of a class, started when first used. */
	public Copy copy(Audience audience) {
		return this.oneOfEach.computeIfAbsent(audience, this::start);
	}

	/** Starts a copy; the address of a second one may be that of the first. */
	public Copy start(Audience audience) {
		int port = FreePorts.next();
		return start(audience, port, URI.create("http://localhost:" + port));
	}

	/** Starts a copy behind a given address. */
	public Copy start(Audience audience, int port, URI origin, String... settings) {
		String name = audience.name().toLowerCase(Locale.ROOT);
		List<String> arguments = new ArrayList<>(List.of("--hundi.portal.audience=" + name,
				"--hundi.portal.origin=" + origin, "--hundi.portal.allow-http=true", "--hundi.mail.host=localhost",
				"--hundi.mail.port=" + this.mail.port(), "--hundi.mail.security=plaintext",
				"--hundi.mail.allow-plaintext=true", "--hundi.mail.from=hundi@hundi.example",
				"--hundi.webhook.allow-http=true", "--hundi.reference-url=http://reference.localhost/docs/",
				"--hundi.http.port=" + port, "--hundi.http.allow-http=true", "--hundi.management.port=0",
				"--hundi.database.url=" + this.database.url(), "--hundi.database.password=trusted",
				"--hundi.database.username=" + RuntimeRole.valueOf("PORTAL_" + audience).roleName(),
				"--hundi.key-encryption.file=" + this.keyFile, "--hundi.file-store=" + fileStore()));
		arguments.add("--hundi.portal.allow-unscanned=true");
		arguments.addAll(List.of(settings));
		// Spring would join two values of a key.
		Map<String, String> last = new LinkedHashMap<>();
		arguments.forEach((argument) -> last.put(argument.substring(0, argument.indexOf('=')), argument));
		ConfigurableApplicationContext context = PortalApplication.builder().run(last.values().toArray(String[]::new));
		this.copies.add(context);
		return new Copy(URI.create("http://localhost:" + port), context);
	}

	/** Ends a copy and starts another at the same address. */
	public Copy restart(Copy copy, Audience audience) {
		copy.context().close();
		return start(audience, copy.url().getPort(), copy.url());
	}

	/** Creates a person with password, authenticator and roles. */
	public Member person(String email, @Nullable UUID business, Role... roles) {
		Audience audience = roles[0].audience();
		Person person = new Person(UUID.randomUUID(), audience, email, "Person " + email.replaceAll("@.*", ""));
		owner(People.class).add(person);
		for (Role role : roles) {
			owner(Roles.class).grant(person.personId(), business, role, null);
		}
		byte[] secret = email.getBytes(StandardCharsets.UTF_8);
		Credentials credentials = owner(Credentials.class);
		credentials.setPassword(person.personId(), HASH);
		credentials.setTotp(person.personId(), credentials.encrypt(person.personId(), secret), 0);
		return new Member(person, secret,
				() -> jdbc().sql("UPDATE person_totp SET last_step = 0 WHERE person_id = ?")
					.param(person.personId())
					.update());
	}

	public UUID business() {
		return merchant().id();
	}

	/** A business with a wallet and a beneficiary. */
	public TestBusiness merchant() {
		return TestBusiness.create(this.database);
	}

	/** Brings payouts to status 4. */
	public TestMoney money() {
		return new TestMoney(this.database.dataSource());
	}

	/** The key file of all copies. */
	public Path keyFile() {
		return this.keyFile;
	}

	/** The directory of all copies' files. */
	public Path fileStore() {
		return this.keyFile.resolveSibling("files");
	}

	/** A bean of schema as owner of the database. */
	public <T> T owner(Class<T> type) {
		return OwnerBeans.bean(this.database.url(), this.keyFile, type);
	}

	/** Fills in onboarding cases, with documents that the portals can show. */
	public TestOnboarding onboarding() {
		return new TestOnboarding(owner(FillOnboarding.class),
				new DocumentVault(new FileStore(fileStore()), SecretEncryption.open(this.keyFile)));
	}

	/** A business whose onboarding waits for the staff. */
	public UUID submitted(BusinessType type) {
		UUID id = business();
		owner(OnboardingCases.class).open(id, Actor.INSTALLATION);
		onboarding().fill(id, type, Actor.INSTALLATION);
		owner(FillOnboarding.class).submit(id, Actor.INSTALLATION);
		return id;
	}

	/** Transactions of {@link #owner}'s beans. */
	public TransactionTemplate transactions() {
		return new TransactionTemplate(owner(PlatformTransactionManager.class));
	}

	/** The next request of a kind, claimed as another process does. */
	public ClaimedRequest claimed(RequestKind kind) {
		return claimed(kind, "");
	}

	/** The next request of a kind whose arguments contain a text. */
	public ClaimedRequest claimed(RequestKind kind, String argument) {
		for (int i = 0; i < 100; i++) {
			ClaimedRequest claimed = owner(OperatorRequests.class).claim(Set.of(kind), Duration.ofMinutes(1))
				.orElseThrow();
			if (claimed.arguments().toString().contains(argument)) {
				return claimed;
			}
		}
		throw new AssertionError("No request of " + kind + " about " + argument);
	}

	/**
	 * Records that another process has carried a request out.
	 * @param result JSON
	 */
	public void carriedOut(UUID requestId, String result) {
		jdbc()
			.sql("""
					UPDATE operator_request SET state = 'DONE', result = ?::jsonb, claim_id = NULL, due_at = NULL, ended_at = now()
					 WHERE request_id = ?
					""")
			.params(result, requestId)
			.update();
	}

	public DataSource dataSource() {
		return this.database.dataSource();
	}

	public JdbcClient jdbc() {
		return JdbcClient.create(this.database.dataSource());
	}

	/**
	 * Queued, Released and Cancelled of a payout with their reason and response code, in
	 * the order in which they happened, if each was delivered as it is listed.
	 */
	public List<String> eventsOfHold(UUID payout) {
		return jdbc().sql("""
				SELECT e.event || ' ' || coalesce(e.body::json -> 'data' ->> 'holdReason', 'null') || ' '
				       || (e.body::json -> 'data' ->> 'responseCode')
				       || CASE WHEN count(d.delivery_id) <> 1 THEN ' delivered ' || count(d.delivery_id) ELSE '' END
				  FROM business_event e
				  LEFT JOIN webhook_delivery d ON d.webhook_id = e.event_id AND convert_from(d.body, 'UTF8') = e.body
				 WHERE e.payout_id = :payout
				 GROUP BY e.event_id
				 ORDER BY e.event_id
				""").param("payout", payout).query(String.class).list();
	}

	/** Adds an endpoint of a business that subscribes to every event. */
	public void subscribe(UUID business) {
		jdbc().sql("""
				INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, events)
				VALUES (:business, 'https://hooks.example/', '\\x00', :events)
				""").param("business", business).param("events", WebhookEvent.codes().toArray(String[]::new)).update();
	}

	/** Invites as the installation. */
	public String invite(String email, @Nullable UUID business, Role... roles) {
		return owner(Invitations.class).invite(email, business, Set.of(roles), null);
	}

	/** Replaces the authentication in all sessions of a person, as if time had passed. */
	@SuppressWarnings("unchecked")
	public void change(Copy copy, Member member, UnaryOperator<Authentication> change) {
		FindByIndexNameSessionRepository<Session> sessions = copy.context()
			.getBean(FindByIndexNameSessionRepository.class);
		sessions.findByPrincipalName(member.id().toString()).values().forEach((session) -> {
			SecurityContext context = session.getRequiredAttribute("SPRING_SECURITY_CONTEXT");
			session.setAttribute("SPRING_SECURITY_CONTEXT",
					new SecurityContextImpl(change.apply(Objects.requireNonNull(context.getAuthentication()))));
			sessions.save(session);
		});
	}

	/** Moves the first step of a sign-in into the past, as if time had passed. */
	@SuppressWarnings("unchecked")
	public void ageFirstStep(Copy copy, Visitor visitor, Duration by) {
		SessionRepository<Session> sessions = copy.context().getBean(SessionRepository.class);
		String id = new String(Base64.getDecoder().decode(visitor.session().orElseThrow()), StandardCharsets.UTF_8);
		Session session = Objects.requireNonNull(sessions.findById(id));
		session.setAttribute(FIRST_STEP, aged(session.getRequiredAttribute(FIRST_STEP), by));
		sessions.save(session);
	}

	private static Object aged(Object firstStep, Duration by) {
		try {
			Constructor<?> constructor = firstStep.getClass().getDeclaredConstructors()[0];
			constructor.setAccessible(true);
			List<Object> values = new ArrayList<>();
			for (RecordComponent component : firstStep.getClass().getRecordComponents()) {
				Method accessor = component.getAccessor();
				accessor.setAccessible(true);
				values.add((accessor.invoke(firstStep) instanceof Instant since) ? since.minus(by)
						: accessor.invoke(firstStep));
			}
			return constructor.newInstance(values.toArray());
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.copies.forEach(ConfigurableApplicationContext::close);
		OwnerBeans.close(this.database.url());
		this.mail.close();
		this.database.close();
	}

	private static Path newKeyFile() {
		try {
			Path file = Files.createTempDirectory("portal").resolve("key.json");
			KeyFile.createIfMissing(file);
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Started when first used. */
	private static final class Shared {

		static final TestPortal PORTAL = new TestPortal();

	}

	/** A running copy. */
	public record Copy(URI url, ConfigurableApplicationContext context) {
	}

}
