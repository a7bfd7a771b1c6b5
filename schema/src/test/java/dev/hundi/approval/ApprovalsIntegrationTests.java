package dev.hundi.approval;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.digest.Sha256;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalsIntegrationTests {

	private static final byte[] CONTENT = Sha256.digest("pay 5 rupees");

	private static final byte[] OTHER = Sha256.digest("pay 9 rupees");

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final Approvals approvals = OwnerBeans.bean(this.database.url(), null, Approvals.class);

	private final UUID business = TestBusiness.create(this.database).id();

	private final UUID maker = person("maker@example.com");

	private final UUID checker = person("checker@example.com");

	private final UUID second = person("second@example.com");

	@AfterAll
	void close() {
		OwnerBeans.close(this.database.url());
		this.database.close();
	}

	@Test
	void isAgreedOnceEnoughPeopleAgree() {
		UUID id = ask(2);
		assertThat(this.approvals.approve(id, this.checker, CONTENT)).isEqualTo(new Counted(ApprovalState.OPEN));
		assertThat(this.approvals.execute(id, "BULK_RELEASE", CONTENT)).isFalse();
		assertThat(this.approvals.approve(id, this.second, CONTENT)).isEqualTo(new Counted(ApprovalState.APPROVED));
		assertThat(this.approvals.open(this.business, "BULK_RELEASE")).extracting(Approval::approvalId)
			.doesNotContain(id);
		assertThat(this.approvals.execute(id, "BULK_RELEASE", OTHER)).isFalse();
		assertThat(this.approvals.execute(id, "BULK_RELEASE", CONTENT)).isTrue();
		assertThat(this.approvals.execute(id, "BULK_RELEASE", CONTENT)).isFalse();
	}

	@Test
	void manyPayoutsToApproveHideNoOtherRequest() {
		JdbcClient.create(this.database.dataSource()).sql("""
				INSERT INTO approval (kind, business_id, content_hash, summary, rule, people_needed, expires_at)
				SELECT 'PAYOUT', :business, sha256('x'), 'A payout', 'Above INR 1', 1, now() + interval '1 hour'
				  FROM generate_series(1, 300)
				""").param("business", this.business).update();
		UUID id = ask(1);
		assertThat(this.approvals.open(this.business, "BULK_RELEASE")).extracting(Approval::approvalId).contains(id);
		assertThat(this.approvals.open(this.business, "PAYOUT")).hasSize(200);
		assertThat(this.approvals.countOpen(this.business, this.checker, List.of("PAYOUT"))).containsEntry("PAYOUT",
				300L);
		assertThat(this.approvals.countOpen(this.business, this.maker, List.of("BULK_RELEASE"))).isEmpty();
		UUID two = ask(2);
		long open = counted("BULK_RELEASE");
		assertThat(this.approvals.approve(two, this.checker, CONTENT)).isEqualTo(new Counted(ApprovalState.OPEN));
		assertThat(counted("BULK_RELEASE")).as("decided by the reader").isEqualTo(open - 1);
	}

	private long counted(String kind) {
		return this.approvals.countOpen(this.business, this.checker, List.of(kind)).getOrDefault(kind, 0L);
	}

	@Test
	void oneRefusalClosesIt() {
		UUID id = ask(2);
		assertThat(this.approvals.reject(id, this.checker, CONTENT, "wrong beneficiary"))
			.isEqualTo(new Counted(ApprovalState.REJECTED));
		assertThat(this.approvals.approve(id, this.second, CONTENT)).isEqualTo(new NotCounted(Reason.CLOSED));
	}

	@Test
	void theClassRefusesWhatTheDatabaseRefuses() {
		UUID id = ask(2);
		assertThat(this.approvals.approve(id, this.maker, CONTENT)).isEqualTo(new NotCounted(Reason.MAKER_IS_CHECKER));
		assertThat(this.approvals.approve(id, this.checker, OTHER)).isEqualTo(new NotCounted(Reason.OTHER_CONTENT));
		this.approvals.approve(id, this.checker, CONTENT);
		assertThat(this.approvals.approve(id, this.checker, CONTENT)).isEqualTo(new NotCounted(Reason.DECIDED_ALREADY));
		assertThat(this.approvals.approve(UUID.randomUUID(), this.checker, CONTENT))
			.isEqualTo(new NotCounted(Reason.UNKNOWN));
	}

	@Test
	void theDatabaseRefusesTheMakerAsChecker() {
		UUID id = ask(1);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> insert(id, this.maker, CONTENT))
			.withMessageContaining("the maker cannot be a checker");
	}

	@Test
	void theDatabaseRefusesACheckerTwice() {
		UUID id = ask(3);
		insert(id, this.checker, CONTENT);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> insert(id, this.checker, CONTENT))
			.withMessageContaining("approval_decision_pkey");
	}

	@Test
	void theDatabaseRefusesADecisionOnOtherContent() {
		UUID id = ask(1);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> insert(id, this.checker, OTHER))
			.withMessageContaining("other content");
	}

	@Test
	void theDatabaseKeepsWhatWasAskedFor() {
		UUID id = ask(2);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.jdbc.sql("UPDATE approval SET people_needed = 1 WHERE approval_id = :id")
				.param("id", id)
				.update())
			.withMessageContaining("does not change");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.jdbc.sql("UPDATE approval SET executed_at = now() WHERE approval_id = :id")
				.param("id", id)
				.update());
	}

	@Test
	void theDatabaseRefusesDecisionsAfterTheTime() {
		UUID id = ask(1);
		this.jdbc.sql("ALTER TABLE approval DISABLE TRIGGER approval_keeps_its_content").update();
		this.jdbc.sql("""
				UPDATE approval SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
				 WHERE approval_id = :id
				""").param("id", id).update();
		this.jdbc.sql("ALTER TABLE approval ENABLE TRIGGER approval_keeps_its_content").update();
		assertThat(this.approvals.approve(id, this.checker, CONTENT)).isEqualTo(new NotCounted(Reason.CLOSED));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> insert(id, this.checker, CONTENT))
			.withMessageContaining("is closed");
	}

	@Test
	void isWithdrawnByItsMakerOnly() {
		UUID id = ask(1);
		assertThat(this.approvals.withdraw(id, this.checker)).isFalse();
		assertThat(this.approvals.withdraw(id, this.maker)).isTrue();
		assertThat(this.approvals.approve(id, this.checker, CONTENT)).isEqualTo(new NotCounted(Reason.CLOSED));
	}

	/** Two checkers at once: both count, and one of them closes the approval. */
	@Test
	void countsDecisionsOneAfterAnother() throws Exception {
		UUID id = ask(2);
		try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
			Callable<DecisionResult> one = () -> this.approvals.approve(id, this.checker, CONTENT);
			Callable<DecisionResult> two = () -> this.approvals.approve(id, this.second, CONTENT);
			Future<DecisionResult> first = threads.submit(one);
			Future<DecisionResult> other = threads.submit(two);
			assertThat(new DecisionResult[] { first.get(), other.get() })
				.containsExactlyInAnyOrder(new Counted(ApprovalState.OPEN), new Counted(ApprovalState.APPROVED));
		}
	}

	private UUID ask(int people) {
		return this.approvals.ask(new NewApproval("BULK_RELEASE", this.business, CONTENT, "Release a file",
				new Maker.OfPerson(this.maker), "Files above 5,00,000 rupees", people, Duration.ofHours(24)));
	}

	private void insert(UUID approval, UUID checker, byte[] content) {
		this.jdbc.sql("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
				VALUES (:approval, :checker, 'AGREE', :hash)
				""").param("approval", approval).param("checker", checker).param("hash", content).update();
	}

	private UUID person(String email) {
		return this.jdbc
			.sql("""
					INSERT INTO person (audience, email, person_name) VALUES ('MERCHANT', :email, 'Asha') RETURNING person_id
					""")
			.param("email", email)
			.query(UUID.class)
			.single();
	}

}
