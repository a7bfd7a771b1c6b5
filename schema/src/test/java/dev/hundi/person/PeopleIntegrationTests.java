package dev.hundi.person;

import java.sql.Connection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Rules about people that the database keeps, tried as owner and as role of the merchant
 * portal.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeopleIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final People people = new People(this.jdbc);

	private final Roles roles = new Roles(this.jdbc);

	private final Invitations invitations = new Invitations(this.jdbc);

	private final DataSource portal = new DriverManagerDataSource(this.database.url(),
			RuntimeRole.PORTAL_MERCHANT.roleName(), "trusted");

	private final JdbcClient merchant = JdbcClient.create(this.portal);

	private final TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(this.portal));

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void anEmailAddressBelongsToOnePersonWithoutCase() {
		UUID id = person("Asha@example.com");
		assertThat(this.people.byEmail(Audience.MERCHANT, "aSHA@EXAMPLE.com")).get()
			.extracting(Person::personId)
			.isEqualTo(id);
		assertThat(this.people.byEmail(Audience.STAFF, "asha@example.com")).isEmpty();
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.people.add(new Person(UUID.randomUUID(), Audience.STAFF, "ASHA@example.com", "A")));
	}

	@Test
	void aPersonMayHaveSeveralRoles() {
		UUID business = business();
		UUID person = person("several@example.com");
		this.roles.grant(person, business, Role.OWNER, null);
		this.roles.grant(person, business, Role.MAKER, null);
		assertThat(this.roles.workplaces(person)).singleElement()
			.satisfies((place) -> assertThat(place.roles()).containsExactly(Role.OWNER, Role.MAKER));
	}

	@Test
	void noPersonGrantsARoleToThemselves() {
		UUID business = business();
		UUID person = person("self@example.com");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.grant(person, business, Role.OWNER, person));
		UUID staff = staff("self-staff@example.com");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.grant(staff, null, Role.ADMIN, staff));
	}

	@Test
	void peopleOfBusinessesGetNoRolesOfTheStaff() {
		UUID merchant = person("merchant@example.com");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.grant(merchant, null, Role.ADMIN, null));
		UUID staff = staff("staff@example.com");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.grant(staff, business(), Role.OWNER, null));
	}

	@Test
	void theLastOwnerAndTheLastAdminStay() {
		UUID business = business();
		UUID first = owner("first-owner@example.com", business);
		UUID second = owner("second-owner@example.com", business);
		assertThat(this.roles.revoke(second, business, Role.OWNER)).isTrue();
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.revoke(first, business, Role.OWNER))
			.withMessageContaining("the last OWNER");
		UUID admin = staff("admin@example.com");
		this.roles.grant(admin, null, Role.ADMIN, null);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.roles.revoke(admin, null, Role.ADMIN))
			.withMessageContaining("the last ADMIN");
	}

	/** Two owners who remove each other at the same time. */
	@Test
	void oneOwnerStaysWhenAllAreRemovedTogether() throws Exception {
		UUID business = business();
		List<UUID> owners = IntStream.range(0, 6)
			.mapToObj((i) -> owner("together" + i + "@example.com", business))
			.toList();
		CountDownLatch start = new CountDownLatch(1);
		try (ExecutorService threads = Executors.newFixedThreadPool(owners.size())) {
			List<Future<Boolean>> results = owners.stream().map((owner) -> threads.submit(() -> {
				start.await();
				try {
					return this.roles.revoke(owner, business, Role.OWNER);
				}
				catch (DataIntegrityViolationException ex) {
					return false;
				}
			})).toList();
			start.countDown();
			int removed = 0;
			for (Future<Boolean> result : results) {
				removed += result.get() ? 1 : 0;
			}
			assertThat(removed).isEqualTo(owners.size() - 1);
		}
		assertThat(this.roles.colleagues(business)).hasSize(1);
	}

	@Test
	void anInvitationIsUsedOnceWithin24HoursAndStoredAsAHash() {
		UUID business = business();
		String token = this.invitations.invite("new@example.com", business, Set.of(Role.MAKER), null);
		Invitation invitation = this.invitations.open(token).orElseThrow();
		assertThat(invitation.roles()).containsExactly(Role.MAKER);
		assertThat(this.jdbc.sql("SELECT count(*) FROM invitation i WHERE i::text LIKE '%' || :token || '%'")
			.param("token", token)
			.query(Integer.class)
			.single()).isZero();
		UUID person = person("new@example.com");
		assertThat(this.invitations.use(invitation.invitationId(), person)).isTrue();
		assertThat(this.invitations.use(invitation.invitationId(), person)).isFalse();
		assertThat(this.invitations.open(token)).isEmpty();

		String late = this.invitations.invite("late@example.com", business, Set.of(Role.MAKER), null);
		UUID lateId = this.invitations.open(late).orElseThrow().invitationId();
		this.jdbc
			.sql("""
					UPDATE invitation SET created_at = created_at - interval '24 hours', expires_at = expires_at - interval '24 hours'
					 WHERE invitation_id = :id
					""")
			.param("id", lateId)
			.update();
		assertThat(this.invitations.open(late)).isEmpty();
		assertThat(this.invitations.use(lateId, person)).isFalse();
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(
				() -> this.jdbc.sql("UPDATE invitation SET expires_at = created_at + interval '25 hours'").update());
	}

	@Test
	void invitesToRolesOfTheAudienceOnly() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.invitations.invite("x@example.com", null, Set.of(Role.OWNER), null));
	}

	@Test
	void recoveryNeedsAnotherOwnerOfEveryBusiness() {
		UUID business = business();
		UUID other = business();
		UUID person = owner("lost@example.com", business);
		UUID owner = owner("helper@example.com", business);
		Person lost = this.people.byId(person).orElseThrow();
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("oneself")
			.isThrownBy(() -> this.invitations.recover(lost, business, person, null));
		assertThat(this.invitations.open(this.invitations.recover(lost, business, owner, null))).isPresent();
		this.roles.grant(person, other, Role.VIEWER, null);
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("owner of one of two businesses")
			.isThrownBy(() -> this.invitations.recover(lost, business, owner, null))
			.withMessageContaining("every business");
	}

	@Test
	void onlyWhoMayInviteInvites() {
		UUID business = business();
		UUID maker = person("maker-inviting@example.com");
		this.roles.grant(maker, business, Role.MAKER, null);
		UUID stranger = owner("owner-elsewhere@example.com", business());
		UUID staff = staff("operator-inviting@example.com");
		this.roles.grant(staff, null, Role.OPERATOR, null);
		for (UUID person : List.of(maker, stranger, staff)) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> this.invitations.invite("x@example.com", business, Set.of(Role.OWNER), person))
				.withMessageContaining("may not invite");
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> this.invitations.invite("x@example.com", null, Set.of(Role.ADMIN), person))
				.withMessageContaining("may not invite");
		}
	}

	/** Otherwise the removal would not see the invitation, and its link would stay. */
	@Test
	void aRemovalWaitsForTheInvitationThatItsPersonIsSending() throws Exception {
		UUID business = business();
		owner("staying@example.com", business);
		UUID leaving = owner("leaving@example.com", business);
		try (Connection sending = this.database.dataSource().getConnection();
				ExecutorService threads = Executors.newSingleThreadExecutor()) {
			sending.setAutoCommit(false);
			String token = new Invitations(JdbcClient.create(new SingleConnectionDataSource(sending, true)))
				.invite("late-friend@example.com", business, Set.of(Role.OWNER), leaving);
			Future<Boolean> removal = threads.submit(() -> this.roles.revoke(leaving, business, Role.OWNER));
			Awaitility.await().until(() -> removal.isDone() || isAnyoneWaiting());
			sending.commit();
			assertThat(removal.get()).isTrue();
			assertThat(this.invitations.open(token)).isEmpty();
		}
	}

	@Test
	void aPersonHasTwoPasskeysAtMost() {
		UUID person = person("passkeys@example.com");
		this.jdbc.sql("INSERT INTO user_entities (id, name) VALUES ('entity', :name)")
			.param("name", person.toString())
			.update();
		passkey("one");
		passkey("two");
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> passkey("three"))
			.withMessageContaining("two passkeys");
	}

	@Test
	void throttlesAnAddressForAllCopiesWhetherOrNotAPersonHasIt() {
		SignInThrottle copy = new SignInThrottle(this.jdbc);
		SignInThrottle otherCopy = new SignInThrottle(JdbcClient.create(this.database.dataSource()));
		for (int i = 1; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			permitted(copy.begin(Audience.MERCHANT, "unknown@example.com", "192.0.2." + i));
		}
		permitted(otherCopy.begin(Audience.MERCHANT, " UNKNOWN@example.com", "192.0.2.90"));
		assertThat(copy.begin(Audience.MERCHANT, "unknown@example.com", "192.0.2.99"))
			.isInstanceOf(SignInAttempt.EmailBlocked.class);
		SignInAttempt.Permitted other = permitted(copy.begin(Audience.STAFF, "unknown@example.com", "192.0.2.99"));
		copy.succeeded(other);
		assertThat(copy.begin(Audience.MERCHANT, "unknown@example.com", "192.0.2.99"))
			.as("another person of the same address signed in")
			.isInstanceOf(SignInAttempt.EmailBlocked.class);
		passBlock();
		copy.succeeded(permitted(copy.begin(Audience.MERCHANT, "unknown@example.com", "192.0.2.99")));
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			permitted(otherCopy.begin(Audience.MERCHANT, "unknown@example.com", "192.0.2.99"));
		}
	}

	@Test
	void throttlesANetworkAddress() {
		SignInThrottle throttle = new SignInThrottle(this.jdbc);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			permitted(throttle.begin(Audience.STAFF, "person" + i + "@example.com", "198.51.100.7"));
		}
		assertThat(throttle.begin(Audience.STAFF, "fresh@example.com", "198.51.100.7"))
			.isInstanceOf(SignInAttempt.NetworkBlocked.class);
		assertThat(throttle.begin(Audience.STAFF, "198.51.100.7")).isInstanceOf(SignInAttempt.NetworkBlocked.class);
		assertThat(throttle.isAddressBlocked(Audience.STAFF, "198.51.100.7")).isTrue();
		permitted(throttle.begin(Audience.STAFF, "fresh@example.com", "198.51.100.8"));
	}

	@Test
	void permitsFiveOfManyParallelAttempts() throws Exception {
		SignInThrottle throttle = new SignInThrottle(this.jdbc);
		List<SignInAttempt> attempts = parallel(40,
				() -> throttle.begin(Audience.STAFF, "parallel@example.com", "198.51.100.20"));
		assertThat(attempts).filteredOn((attempt) -> attempt instanceof SignInAttempt.Permitted)
			.hasSize(SignInThrottle.FAILURES_PER_EMAIL);
		passBlock();
		assertThat(parallel(40, () -> throttle.begin(Audience.STAFF, "parallel@example.com", "198.51.100.21")))
			.as("one after each block")
			.filteredOn((attempt) -> attempt instanceof SignInAttempt.Permitted)
			.hasSize(1);
	}

	@Test
	void attemptsThatWereRightDoNotCount() {
		SignInThrottle throttle = new SignInThrottle(this.jdbc);
		for (int i = 1; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			permitted(throttle.begin(Audience.STAFF, "right@example.com", "198.51.100.30"));
		}
		for (int i = 0; i < 3; i++) {
			throttle.giveBack(permitted(throttle.begin(Audience.STAFF, "right@example.com", "198.51.100.30")));
		}
		SignInAttempt.Permitted right = permitted(throttle.begin(Audience.STAFF, "right@example.com", "198.51.100.30"));
		passBlock();
		permitted(throttle.begin(Audience.STAFF, "right@example.com", "198.51.100.30"));
		throttle.giveBack(right);
		assertThat(throttle.begin(Audience.STAFF, "right@example.com", "198.51.100.30"))
			.as("the block of a failure stays when an earlier attempt is given back")
			.isInstanceOf(SignInAttempt.EmailBlocked.class);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			throttle.giveBack(permitted(throttle.begin(Audience.STAFF, "198.51.100.31")));
		}
		assertThat(throttle.isAddressBlocked(Audience.STAFF, "198.51.100.31")).isFalse();
	}

	private static SignInAttempt.Permitted permitted(SignInAttempt attempt) {
		assertThat(attempt).isInstanceOf(SignInAttempt.Permitted.class);
		return (SignInAttempt.Permitted) attempt;
	}

	/** As if the time of all blocks had passed. */
	private void passBlock() {
		for (Audience audience : Audience.values()) {
			this.jdbc.sql("UPDATE " + audience.throttleTable() + " SET blocked_until = now()").update();
		}
	}

	private static <T> List<T> parallel(int times, Callable<T> action) throws InterruptedException {
		try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
			return threads.invokeAll(Collections.nCopies(times, action)).stream().map(Future::resultNow).toList();
		}
	}

	@Test
	void theMerchantsRoleSeesOneBusinessAndNothingWithoutOne() {
		UUID business = business();
		UUID other = business();
		UUID owner = owner("rls-owner@example.com", business);
		UUID stranger = owner("rls-other@example.com", other);
		this.invitations.invite("rls-invited@example.com", other, Set.of(Role.MAKER), null);
		for (String table : List.of("membership", "business", "invitation", "approval", "audit_event")) {
			assertThat(count(null, null, table)).as(table).isZero();
		}
		assertThat(inScope(owner, business,
				() -> this.merchant.sql("SELECT person_id FROM person").query(UUID.class).list()))
			.containsExactly(owner);
		assertThat(inScope(owner, business,
				() -> this.merchant.sql("SELECT business_id FROM business").query(UUID.class).list()))
			.containsExactly(business);
		assertThat(count(owner, business, "invitation")).isZero();
		assertThat(count(stranger, other, "invitation")).isEqualTo(1);
	}

	@Test
	void theMerchantsRoleChangesOneBusinessOnly() {
		UUID business = business();
		UUID other = business();
		UUID owner = owner("rls-writer@example.com", business);
		UUID stranger = owner("rls-victim@example.com", other);
		Roles confined = new Roles(this.merchant);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> inScope(owner, business, () -> {
			confined.grant(owner, other, Role.OWNER, stranger);
			return true;
		})).havingRootCause().withMessageContaining("row-level security");
		assertThat(inScope(owner, business, () -> confined.revoke(stranger, other, Role.OWNER))).isFalse();
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> inScope(owner, business,
					() -> this.merchant.sql("INSERT INTO audit_event (business_id, act) VALUES (:other, 'FORGED')")
						.param("other", other)
						.update()))
			.havingRootCause()
			.withMessageContaining("row-level security");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> inScope(owner, business,
					() -> this.merchant.sql("INSERT INTO audit_event (act) VALUES ('FORGED')").update()))
			.havingRootCause()
			.withMessageContaining("row-level security");
	}

	@Test
	void theMerchantsRoleReadsNoStaffAndNoCredentialsOfOthers() {
		UUID business = business();
		UUID owner = owner("rls-credentials@example.com", business);
		UUID colleague = owner("rls-colleague@example.com", business);
		UUID staff = staff("rls-staff@example.com");
		for (UUID person : List.of(owner, colleague, staff)) {
			this.jdbc.sql("INSERT INTO person_password (person_id, hash) VALUES (:id, '$argon2id$x')")
				.param("id", person)
				.update();
		}
		assertThat(inScope(owner, business,
				() -> this.merchant.sql("SELECT person_id FROM person_password").query(UUID.class).list()))
			.containsExactly(owner);
		assertThat(inScope(null, null,
				() -> this.merchant.sql("SELECT count(*) FROM person WHERE person_id = :staff")
					.param("staff", staff)
					.query(Integer.class)
					.single()))
			.isZero();
		assertThat(inScope(null, null,
				() -> this.merchant.sql("SELECT count(*) FROM person_password WHERE person_id = :staff")
					.param("staff", staff)
					.query(Integer.class)
					.single()))
			.isZero();
	}

	private int count(@Nullable UUID person, @Nullable UUID business, String table) {
		return inScope(person, business,
				() -> this.merchant.sql("SELECT count(*) FROM (SELECT 1 FROM " + table + ") AS t")
					.query(Integer.class)
					.single());
	}

	private <T> T inScope(@Nullable UUID person, @Nullable UUID business, Supplier<T> action) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			this.merchant.sql(
					"SELECT set_config('hundi.person_id', :person, true), set_config('hundi.business_id', :business, true)")
				.param("person", (person != null) ? person.toString() : "")
				.param("business", (business != null) ? business.toString() : "")
				.query()
				.listOfRows();
			return action.get();
		}));
	}

	private boolean isAnyoneWaiting() {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%membership%')
					""")
			.query(Boolean.class)
			.single();
	}

	private void passkey(String id) {
		this.jdbc
			.sql("""
					INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, backup_eligible, backup_state, label)
					VALUES (:id, 'entity', '\\x00', false, false, :id)
					""")
			.param("id", id)
			.update();
	}

	private UUID owner(String email, UUID business) {
		UUID id = person(email);
		this.roles.grant(id, business, Role.OWNER, null);
		return id;
	}

	private UUID person(String email) {
		UUID id = UUID.randomUUID();
		this.people.add(new Person(id, Audience.MERCHANT, email, "Asha"));
		return id;
	}

	private UUID staff(String email) {
		UUID id = UUID.randomUUID();
		this.people.add(new Person(id, Audience.STAFF, email, "Staff"));
		return id;
	}

	private UUID business() {
		return TestBusiness.create(this.database).id();
	}

}
