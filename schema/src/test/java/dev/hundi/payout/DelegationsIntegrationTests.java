package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Colleagues who approve payouts for checkers who are away. */
class DelegationsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			Approvals.class, PayoutApprovals.class, Delegations.class);

	private final PayoutApprovals approvals = context.getBean(PayoutApprovals.class);

	private final Delegations delegations = context.getBean(Delegations.class);

	private final TestBusiness business = TestBusiness.create(database);

	private final UUID checker = this.business.person(Role.CHECKER);

	private final UUID delegate = this.business.person(Role.VIEWER);

	@BeforeEach
	void delegate() {
		delegate(this.checker, this.delegate, Duration.ZERO);
	}

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void aDelegateDecidesInThePeriodOnly() {
		UUID late = this.business.person(Role.VIEWER);
		delegate(this.checker, late, Duration.ofDays(1));
		UUID approval = held(null, 1);
		assertThat(approve(approval, late)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
		assertThat(this.approvals.countDecidable(this.business.id(), this.delegate)).isOne();
		assertThat(this.approvals.countDecidable(this.business.id(), late)).isZero();
		assertThat(approve(approval, this.delegate)).isEqualTo(new Counted(ApprovalState.APPROVED));
		assertThat(this.approvals.countDecidable(this.business.id(), this.delegate)).isZero();
		assertThat(this.delegations.present(this.business.id())).hasSize(2);
		assertThat(this.delegations.end(this.business.id(), only(this.delegate), this.delegate)).isFalse();
		assertThat(this.delegations.end(this.business.id(), only(this.delegate), this.checker)).isTrue();
		assertThat(approve(held(null, 1), this.delegate)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
	}

	@Test
	void aRightCountsOnce() {
		UUID approval = held(null, 2);
		assertThat(approve(approval, this.delegate)).isEqualTo(new Counted(ApprovalState.OPEN));
		assertThat(approve(approval, this.checker)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> decide(approval, this.checker));
		UUID other = held(null, 2);
		assertThat(approve(other, this.checker)).isEqualTo(new Counted(ApprovalState.OPEN));
		assertThat(approve(other, this.delegate)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
		assertThat(approve(other, this.business.person(Role.CHECKER))).isEqualTo(new Counted(ApprovalState.APPROVED));
	}

	@Test
	void neitherTheDelegateNorTheCheckerApprovesTheOwnPayout() {
		for (UUID maker : List.of(this.delegate, this.checker)) {
			UUID approval = held(maker, 1);
			assertThat(approve(approval, this.delegate)).isInstanceOf(NotCounted.class);
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> decide(approval, this.delegate));
		}
	}

	@Test
	void aRightEndsWithTheRoleOfItsHolder() {
		UUID second = this.business.person(Role.CHECKER);
		delegate(second, this.delegate, Duration.ZERO);
		jdbc.sql("DELETE FROM membership WHERE person_id = :id AND role = 'CHECKER'")
			.param("id", this.checker)
			.update();
		UUID approval = held(null, 1);
		assertThat(approve(approval, this.delegate)).as("by the right of the second").isInstanceOf(Counted.class);
		jdbc.sql("DELETE FROM membership WHERE person_id = :id").param("id", this.delegate).update();
		assertThat(approve(held(null, 1), this.delegate)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
	}

	/**
	 * A role that a person gets again must not bring back what was handed over with it
	 * before.
	 */
	@Test
	void aDelegationEndsWithTheRolesItNeeds() {
		for (UUID person : List.of(this.checker, this.delegate)) {
			jdbc.sql("DELETE FROM membership WHERE person_id = :id").param("id", person).update();
			assertThat(this.delegations.present(this.business.id())).isEmpty();
			member(person, person.equals(this.checker) ? Role.CHECKER : Role.VIEWER);
			assertThat(approve(held(null, 1), this.delegate)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
			delegate(this.checker, this.delegate, Duration.ZERO);
		}
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
		transaction.executeWithoutResult((status) -> {
			jdbc.sql("DELETE FROM membership WHERE person_id = :id").param("id", this.delegate).update();
			member(this.delegate, Role.MAKER);
		});
		assertThat(approve(held(null, 1), this.delegate)).as("another role that reads").isInstanceOf(Counted.class);
	}

	@Test
	void onlyCheckersDelegateAndOnlyToColleagues() {
		for (List<UUID> wrong : List.of(List.of(this.delegate, this.checker),
				List.of(this.checker, this.business.person(Role.DEVELOPER)), List.of(this.checker, this.checker))) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> delegate(wrong.getFirst(), wrong.getLast(), Duration.ZERO));
		}
	}

	/**
	 * With a second delegation in effect, the right would outlast the end of the first.
	 */
	@Test
	void aRightIsHandedToAColleagueOnceForAnyTime() {
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> delegate(this.checker, this.delegate, Duration.ofDays(4)));
		delegate(this.checker, this.delegate, Duration.ofDays(6));
		delegate(this.checker, this.business.person(Role.VIEWER), Duration.ZERO);
		UUID first = only(this.delegate);
		assertThat(this.delegations.end(this.business.id(), first, this.checker)).isTrue();
		assertThat(approve(held(null, 1), this.delegate)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
		assertThat(this.delegations.end(this.business.id(), first, this.checker)).as("ended once").isFalse();
		for (String change : List.of("ended_at = NULL", "ends_at = ends_at + interval '1 day'")) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> jdbc.sql("UPDATE approval_delegation SET " + change + " WHERE delegation_id = :id")
					.param("id", first)
					.update());
		}
		delegate(this.checker, this.delegate, Duration.ZERO);
		assertThat(approve(held(null, 1), this.delegate)).as("away again").isInstanceOf(Counted.class);
	}

	@Test
	void oneOfTwoEqualDelegationsAtOnceIsRefused() throws Exception {
		UUID colleague = this.business.person(Role.VIEWER);
		try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
			Callable<Boolean> attempt = () -> {
				try {
					delegate(this.checker, colleague, Duration.ZERO);
					return true;
				}
				catch (DuplicateKeyException ex) {
					return false;
				}
			};
			List<Boolean> made = new ArrayList<>();
			for (Future<Boolean> result : threads.invokeAll(List.of(attempt, attempt))) {
				made.add(result.get());
			}
			assertThat(made).containsExactlyInAnyOrder(true, false);
		}
	}

	private DecisionResult approve(UUID approval, UUID person) {
		return this.approvals.approve(this.business.id(), approval, person);
	}

	/** Past the checks of Java. */
	private static void decide(UUID approval, UUID person) {
		jdbc.sql("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
				SELECT approval_id, :person, 'AGREE', content_hash FROM approval WHERE approval_id = :approval
				""").param("person", person).param("approval", approval).update();
	}

	private void delegate(UUID from, UUID to, Duration in) {
		Instant begin = Instant.now().minusSeconds(60).plus(in);
		this.delegations.delegate(this.business.id(), from, to, begin, begin.plus(Duration.ofDays(5)));
	}

	private void member(UUID person, Role role) {
		jdbc.sql("INSERT INTO membership (business_id, person_id, role) VALUES (:id, :person, :role)")
			.param("id", this.business.id())
			.param("person", person)
			.param("role", role.name())
			.update();
	}

	private UUID only(UUID to) {
		return this.delegations.present(this.business.id())
			.stream()
			.filter((one) -> one.toPerson().equals(to))
			.findFirst()
			.orElseThrow()
			.delegationId();
	}

	/** The approval of a payout for which so many people are needed. */
	private UUID held(@Nullable UUID maker, int people) {
		if (people > 1) {
			jdbc.sql("""
					INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours)
					VALUES (:id, 'PAYOUT', 0, :people, 24) ON CONFLICT DO NOTHING
					""").param("id", this.business.id()).param("people", people).update();
		}
		Acceptance acceptance = new AcceptPayout(new JdbcTemplate(database.dataSource()),
				context.getBean(Payouts.class))
			.accept(new NewPayout(this.business.id(), "pk_held", UUID.randomUUID().toString(), null,
					this.business.beneficiary(), Rail.IMPS, 10_00, new Charge(0, 0), null,
					new PayoutOptions(null, true, Map.of(), null, List.of(), null), maker));
		return jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", ((Acceptance.Accepted) acceptance).receipt().payoutId())
			.query(UUID.class)
			.single();
	}

}
