package dev.hundi.payout;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who approves payouts of a bulk file that a rule holds: not the person who uploaded it.
 */
class MakersOfFilesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			Approvals.class, PayoutApprovals.class, Delegations.class);

	private final PayoutApprovals approvals = context.getBean(PayoutApprovals.class);

	private final TestBusiness business = TestBusiness.create(database);

	private final UUID uploader = this.business.person(Role.CHECKER);

	private final UUID other = this.business.person(Role.CHECKER);

	@BeforeEach
	void rule() {
		context.getBean(TopUpWallet.class).topUp(this.business.id(), 200_00, "U" + UUID.randomUUID(), "Top-up");
		jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours)
				VALUES (:id, 'PAYOUT', 5000, 1, 24)
				""").param("id", this.business.id()).update();
	}

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	/** One person may release a file, also its own; its payouts need another one. */
	@Test
	void thePersonWhoUploadedAFileApprovesNoneOfItsPayouts() {
		UUID payout = held(person(this.uploader), person(this.uploader), 1);
		assertThat(approve(payout, this.uploader)).isEqualTo(new NotCounted(Reason.MAKER_IS_CHECKER));
		assertThat(this.approvals.countDecidable(this.business.id(), this.uploader)).isZero();
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("past the checks of Java")
			.isThrownBy(() -> jdbc.sql("""
					INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
					SELECT approval_id, :person, 'AGREE', content_hash FROM approval WHERE approval_id = :approval
					""").param("person", this.uploader).param("approval", approvalOf(payout)).update());
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(approve(payout, this.other)).isInstanceOf(Counted.class);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void neitherTheDelegateOfTheUploaderNorTheUploaderAsADelegateApproves() {
		UUID viewer = this.business.person(Role.VIEWER);
		delegate(this.uploader, viewer);
		delegate(this.other, this.uploader);
		UUID payout = held(person(this.uploader), person(this.other), 1);
		assertThat(approve(payout, viewer)).isEqualTo(new NotCounted(Reason.NOT_A_CHECKER));
		assertThat(approve(payout, this.uploader)).isEqualTo(new NotCounted(Reason.MAKER_IS_CHECKER));
		assertThat(approve(payout, this.other)).isInstanceOf(Counted.class);
	}

	@Test
	void anyCheckerApprovesPayoutsOfAFileThatAKeyUploaded() {
		UUID payout = held("pk_of_the_upload", person(this.other), 1);
		assertThat(approve(payout, this.uploader)).isInstanceOf(Counted.class);
	}

	/** A payout of a file, which the rule holds. */
	private UUID held(String uploadedBy, String releasedBy, int people) {
		UUID file = UUID.randomUUID();
		UUID payout = this.business.payout(60_00, 0, 0);
		WithoutTriggers
			.sql(jdbc,
					"""
							INSERT INTO bulk_file (business_id, bulk_file_id, file_name, format, size_bytes, sha256, release_mode, status,
							                       changed_by, uploaded_by, released_by, people_needed, released_at)
							VALUES ('%1$s', '%2$s', 'rent.csv', 'CSV', 1, sha256('%2$s'), 'VALID_ROWS', 'RELEASING', '%3$s', '%3$s', '%4$s',
							        %5$d, now());
							UPDATE payout SET source = 'BULK', bulk_file_id = '%2$s', bulk_row_number = 1 WHERE payout_id = '%6$s'
							"""
						.formatted(this.business.id(), file, uploadedBy, releasedBy, people, payout))
			.update();
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		return payout;
	}

	private DecisionResult approve(UUID payout, UUID person) {
		return this.approvals.approve(this.business.id(), approvalOf(payout), person);
	}

	private static UUID approvalOf(UUID payout) {
		return jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single();
	}

	private DebitOutcome debit(UUID payout) {
		return context.getBean(DebitWallets.class).debit(this.business.id(), List.of(payout));
	}

	private void delegate(UUID from, UUID to) {
		Instant begin = Instant.now().minusSeconds(60);
		context.getBean(Delegations.class).delegate(this.business.id(), from, to, begin, begin.plusSeconds(3600));
	}

	private static String person(UUID id) {
		return "person:" + id;
	}

}
