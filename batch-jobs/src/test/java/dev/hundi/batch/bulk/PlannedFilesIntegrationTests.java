package dev.hundi.batch.bulk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.beneficiary.CreateBeneficiaryResult;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.beneficiary.UpdateBeneficiaryResult;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowError;
import dev.hundi.business.Businesses;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Files that are released at a time, when money arrives, or again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlannedFilesIntegrationTests {

	private static final String RELEASE = """
			UPDATE bulk_file SET status = 'RELEASING', released_by = 'pk_checker', changed_by = 'pk_checker', due_at = now(),
			       released_at = now()
			 WHERE bulk_file_id = :id
			""";

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private BulkOnDatabase bulk;

	private int rows;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.bulk = BulkOnDatabase.start(directory);
	}

	@AfterAll
	void stop() {
		this.bulk.close();
	}

	@Test
	void releasesAFileAtItsTime() {
		BulkFile file = this.bulk.loaded(this.bulk.business(), file("10.00"));
		plan(file, Instant.now().plus(Duration.ofHours(1)));
		await().during(Duration.ofMillis(500)).until(() -> this.bulk.now(file).status() == BulkStatus.AWAITING_RELEASE);
		plan(file, Instant.now());
		BulkFile released = this.bulk.reached(file, BulkStatus.PROCESSING);
		assertThat(released.approval().releasedBy()).isEqualTo(BulkOnDatabase.CHECKER);
		assertThat(this.bulk.payouts(file)).isEqualTo(1);
	}

	@Test
	void releasesFilesInTheirOrderAsMoneyArrives() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile large = this.bulk.loaded(business, file("100.00"));
		BulkFile small = this.bulk.loaded(business, file("10.00"));
		Instant now = Instant.now();
		plan(large, now.minusSeconds(2));
		plan(small, now.minusSeconds(1));
		long needed = large.amounts().debitPaise();
		topUp(business, needed - 1);
		await().during(Duration.ofMillis(500)).until(() -> isWaiting(large) && isWaiting(small));
		topUp(business, 1);
		this.bulk.reached(large, BulkStatus.PROCESSING);
		await().during(Duration.ofMillis(500)).until(() -> isWaiting(small));
		topUp(business, small.amounts().debitPaise());
		this.bulk.reached(small, BulkStatus.PROCESSING);
	}

	@Test
	void endsThePlanOfAPersonWhoMayNotReleaseAnyMore() {
		TestBusiness business = this.bulk.business();
		BulkFile file = this.bulk.loaded(business, file("10.00"));
		UUID checker = UUID.randomUUID();
		this.bulk.jdbc
			.sql("""
					INSERT INTO person (person_id, audience, email, person_name) VALUES (:id, 'MERCHANT', :email, 'A checker')
					""")
			.param("id", checker)
			.param("email", checker + "@example.com")
			.update();
		grant(business, checker, "MAKER");
		decide().plan(file.businessId(), file.bulkFileId(), Instant.now(), "person:" + checker);
		await().until(() -> this.bulk.now(file).approval().plan() == null);
		assertThat(isWaiting(file)).isTrue();
		grant(business, checker, "CHECKER");
		decide().plan(file.businessId(), file.bulkFileId(), Instant.now(), "person:" + checker);
		this.bulk.reached(file, BulkStatus.PROCESSING);
	}

	/** Its wallet was empty then, and is paid into later. */
	@Test
	void endsThePlanOfABusinessWhoseRelationHasEnded() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile file = this.bulk.loaded(business, file("10.00"));
		plan(file, Instant.now());
		endRelation(business);
		topUp(business, file.amounts().debitPaise());
		await().until(() -> this.bulk.now(file).approval().plan() == null);
		assertThat(isWaiting(file)).isTrue();
	}

	@Test
	void releasesNoFileOfABusinessWhoseRelationHasEnded() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile file = this.bulk.loaded(business, file("10.00"));
		endRelation(business);
		topUp(business, file.amounts().debitPaise());
		assertThat(decide().release(business.id(), file.bulkFileId(), BulkOnDatabase.CHECKER))
			.isInstanceOf(BulkDecisionResult.RelationEnded.class);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.bulk.jdbc.sql(RELEASE).param("id", file.bulkFileId()).update())
			.withMessageContaining("of a business whose relation has ended");
		this.bulk.jdbc.sql("UPDATE business SET relation_ended_at = NULL WHERE business_id = :id")
			.param("id", business.id())
			.update();
		this.bulk.released(file);
	}

	@Test
	void theEndOfARelationWaitsForAReleaseAndIsRefused() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile file = this.bulk.loaded(business, file("10.00"));
		CompletableFuture<Void> end = Objects
			.requireNonNull(new TransactionTemplate(new JdbcTransactionManager(this.bulk.database.dataSource()))
				.execute((transaction) -> {
					this.bulk.jdbc.sql(RELEASE).param("id", file.bulkFileId()).update();
					CompletableFuture<Void> ending = CompletableFuture.runAsync(() -> endRelation(business));
					await().until(() -> this.bulk.jdbc
						.sql("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")
						.query(Boolean.class)
						.single());
					return ending;
				}));
		assertThat(end).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.withCauseInstanceOf(DataIntegrityViolationException.class);
	}

	@Test
	void aRelationLastsWhileAFileIsBeingReleased() {
		TestBusiness business = TestBusiness.create(this.bulk.database);
		BulkFile file = this.bulk.loaded(business, file("10.00"));
		Businesses businesses = OwnerBeans.bean(this.bulk.database.url(), null, Businesses.class);
		businesses.switchApiAccess(business.id(), false);
		this.bulk.jdbc.sql(RELEASE.replace("due_at = now()", "due_at = now() + interval '1 hour'"))
			.param("id", file.bulkFileId())
			.update();
		assertThat(businesses.endRelation(business.id())).isFalse();
		this.bulk.jdbc.sql("UPDATE bulk_file SET due_at = now() WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.update();
		this.bulk.reached(file, BulkStatus.PROCESSING);
	}

	private void endRelation(TestBusiness business) {
		this.bulk.jdbc
			.sql("UPDATE business SET api_access_enabled = false, relation_ended_at = now() WHERE business_id = :id")
			.param("id", business.id())
			.update();
	}

	@Test
	void releasesOtherFilesWhileOneFails() {
		List<BulkFile> files = Stream.generate(() -> this.bulk.loaded(this.bulk.business(), file("10.00")))
			.limit(2)
			.sorted(Comparator.comparing((file) -> file.businessId().toString()))
			.toList();
		BulkFile failing = files.getFirst();
		decide().plan(failing.businessId(), failing.bulkFileId(), Instant.now(), "person:nobody");
		plan(files.getLast(), Instant.now());
		this.bulk.reached(files.getLast(), BulkStatus.PROCESSING);
		assertThat(isWaiting(failing)).isTrue();
		decide().cancel(failing.businessId(), failing.bulkFileId(), BulkOnDatabase.MAKER);
	}

	@Test
	void cancelsAPlannedFile() {
		BulkFile file = this.bulk.loaded(TestBusiness.create(this.bulk.database), file("10.00"));
		plan(file, Instant.now());
		assertThat(decide().cancel(file.businessId(), file.bulkFileId(), BulkOnDatabase.MAKER))
			.isInstanceOf(BulkDecisionResult.Done.class);
		assertThat(plan(file, Instant.now())).isInstanceOf(BulkDecisionResult.WrongStatus.class);
	}

	@Test
	void whereTwoPeopleAreNeededTheMakerPlansNoRelease() {
		BulkFile file = this.bulk.loaded(this.bulk.business(), file("10.00"));
		WithoutTriggers.run(this.bulk.database.dataSource(),
				(unguarded) -> unguarded.sql("UPDATE bulk_file SET people_needed = 2 WHERE bulk_file_id = :id")
					.param("id", file.bulkFileId())
					.update());
		assertThat(decide().plan(file.businessId(), file.bulkFileId(), Instant.now(), BulkOnDatabase.MAKER))
			.isInstanceOf(BulkDecisionResult.SamePerson.class);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.bulk.jdbc
			.sql("UPDATE bulk_file SET planned_for = now(), planned_by = uploaded_by WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.update());
	}

	/** People approve the beneficiary that a row named when it was uploaded. */
	@Test
	void paysNoBeneficiaryThatChangedAfterTheUpload() {
		TestBusiness business = this.bulk.business();
		Beneficiary account = beneficiary(business, "700000000001");
		Beneficiary name = beneficiary(business, "700000000002");
		Beneficiary email = beneficiary(business, "700000000003");
		Beneficiary back = beneficiary(business, "700000000004");
		BulkFile file = this.bulk.loaded(business, """
				Beneficiary Code,Beneficiary ID,Amount,Rail,Merchant Reference
				%s,,1,I,CHANGED-1
				,%s,2,I,CHANGED-2
				%s,,3,I,CHANGED-3
				,%s,4,I,CHANGED-4
				""".formatted(account.beneficiaryCode(), name.beneficiaryId(), email.beneficiaryCode(),
				back.beneficiaryId()));
		BulkFile other = this.bulk.loaded(business, """
				Beneficiary Code,Amount,Rail,Merchant Reference
				%s,5,I,CHANGED-5
				""".formatted(account.beneficiaryCode()));
		plan(file, Instant.now().plus(Duration.ofHours(1)));
		change(account, null, null, "700000000009");
		change(name, "Another Person", null, null);
		change(email, null, "sita@example.com", null);
		change(back, null, null, "700000000008");
		change(back, null, null, "700000000004");
		plan(file, Instant.now());
		this.bulk.reached(file, BulkStatus.PROCESSING);
		assertThat(this.bulk.rows(file).stream().map((row) -> row.errors().stream().map(RowError::code).toList()))
			.containsExactly(List.of("BENEFICIARY_CHANGED"), List.of("BENEFICIARY_CHANGED"), List.of(), List.of());
		assertThat(this.bulk.jdbc
			.sql("SELECT account_number FROM payout WHERE bulk_file_id = :id ORDER BY bulk_row_number")
			.param("id", file.bulkFileId())
			.query(String.class)
			.list()).containsExactly("700000000003", "700000000004");

		plan(other, Instant.now());
		assertThat(this.bulk.rejection(other).code()).isEqualTo("NO_VALID_ROWS");
		assertThat(this.bulk.payouts(other)).isZero();
	}

	/** Every row failed, so that the new file has the same content. */
	@Test
	void takesFailedRowsAgainOnce() throws Exception {
		TestBusiness business = this.bulk.business();
		String content = file("10.00");
		BulkFile file = this.bulk.released(this.bulk.loaded(business, content));
		this.bulk.end(file, "true", 12);
		this.bulk.reached(file, BulkStatus.FAILED);
		BulkUploadResult again = rerun(file, content);
		assertThat(again).isInstanceOf(BulkUploadResult.Accepted.class);
		BulkFile made = this.bulk.reached(((BulkUploadResult.Accepted) again).file(), BulkStatus.AWAITING_RELEASE);
		assertThat(made.upload().rerunOf()).isEqualTo(file.bulkFileId());
		assertThat(made.rows().valid()).as("a reference of a failed payout is free").isEqualTo(1);
		assertThat(rerun(file, content)).isInstanceOf(BulkUploadResult.Duplicate.class);
		decide().cancel(made.businessId(), made.bulkFileId(), BulkOnDatabase.MAKER);
		assertThat(rerun(file, content)).isInstanceOf(BulkUploadResult.Accepted.class);
	}

	private void grant(TestBusiness business, UUID person, String role) {
		this.bulk.jdbc.sql("INSERT INTO membership (business_id, person_id, role) VALUES (:business, :id, :role)")
			.param("business", business.id())
			.param("id", person)
			.param("role", role)
			.update();
	}

	private BulkUploadResult rerun(BulkFile file, String content) throws Exception {
		String storedAs = NewBulkFile.unusedName();
		try (UnfinishedFile stored = this.bulk.bean(FileStore.class).create(storedAs)) {
			stored.out().write(content.getBytes(StandardCharsets.UTF_8));
			return this.bulk.bean(ReceiveBulkFile.class)
				.receive(new NewBulkFile(file.businessId(), BulkOnDatabase.MAKER, "again.csv", null, BulkFormat.CSV,
						ReleaseMode.VALID_ROWS, null, null, storedAs, stored.publish(),
						new NewBulkFile.Rerun(file.bulkFileId(), List.of(1))), 100);
		}
	}

	private BulkDecisionResult plan(BulkFile file, Instant notBefore) {
		return decide().plan(file.businessId(), file.bulkFileId(), notBefore, BulkOnDatabase.CHECKER);
	}

	private Beneficiary beneficiary(TestBusiness business, String account) {
		Beneficiaries beneficiaries = OwnerBeans.bean(this.bulk.database.url(), null, Beneficiaries.class);
		CreateBeneficiaryResult.Created created = (CreateBeneficiaryResult.Created) beneficiaries.create(business.id(),
				new NewBeneficiary("Sita Devi", null, "9876543210", account, "HDFC0000001", null));
		return beneficiaries.find(business.id(), created.beneficiaryId()).orElseThrow();
	}

	private void change(Beneficiary beneficiary, @Nullable String name, @Nullable String email,
			@Nullable String account) {
		assertThat(OwnerBeans.bean(this.bulk.database.url(), null, ChangeBeneficiary.class)
			.update(beneficiary.businessId(), beneficiary.beneficiaryId(),
					new BeneficiaryChange(name, email, null, account, null, null)))
			.isInstanceOf(UpdateBeneficiaryResult.Changed.class);
	}

	private boolean isWaiting(BulkFile file) {
		return this.bulk.now(file).status() == BulkStatus.AWAITING_RELEASE;
	}

	private void topUp(TestBusiness business, long paise) {
		this.bulk.bean(TopUpWallet.class).topUp(business.id(), paise, "UTR" + UUID.randomUUID(), "A top-up");
	}

	private DecideBulkFile decide() {
		return this.bulk.bean(DecideBulkFile.class);
	}

	private String file(String amount) {
		this.rows++;
		return HEADINGS + "Sita Devi,9876543210,%d,HDFC0000001,%s,IMPS,PLAN-%d\n"
			.formatted(100_000_000_000L + this.rows, amount, this.rows);
	}

}
