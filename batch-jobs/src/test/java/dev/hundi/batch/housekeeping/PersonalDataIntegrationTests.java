package dev.hundi.batch.housekeeping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.NoSchedules;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.batch.schedule.SingleInstanceLock;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.OnboardingOfThePast;
import dev.hundi.testing.PersonOfThePast;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/** Erases as the role of batch-jobs what has expired, and proves it. */
@SpringBootTest(classes = BatchJobsApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.config.name=hundi-batch", "hundi.management.port=0",
				"hundi.housekeeping.poll-interval=1d", "hundi.housekeeping.chunk-size=2" })
@ContextConfiguration(initializers = NoSchedules.class)
class PersonalDataIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final Path files = temporary();

	/** Each run is of another day. */
	private static final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T00:02:00Z"));

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	@Autowired
	private JobOperator jobOperator;

	@Autowired
	private JobRepository jobRepository;

	@Autowired
	private SingleInstanceLock singleInstance;

	@Autowired
	private HousekeepingSettings settings;

	@Autowired
	private HousekeepingGauges gauges;

	@Autowired
	private MeterRegistry meters;

	private final FileStore statements = new FileStore(files.resolve("statement-store"));

	@Autowired
	@Qualifier(HousekeepingJob.NAME)
	private Job job;

	@DynamicPropertySource
	static void connectToDatabase(DynamicPropertyRegistry properties) {
		properties.add("hundi.database.url", database::url);
		properties.add("hundi.database.username", () -> database.settings(RuntimeRole.BATCH).username());
		properties.add("hundi.database.password", () -> database.settings(RuntimeRole.BATCH).password());
		properties.add("hundi.file-store", () -> files.resolve("store"));
		properties.add("hundi.statement.store", () -> files.resolve("statement-store"));
		properties.add("hundi.statement.trust.transfer-user", () -> System.getProperty("user.name"));
		properties.add("hundi.statement.folder", () -> files.resolve("statements"));
		properties.add("hundi.retention.folders[0]", () -> files.resolve("bank/processed"));
	}

	@BeforeEach
	void forgetProofs() {
		this.jdbc.sql("DELETE FROM housekeeping_proof").update();
	}

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@Test
	void erasesWhatHasExpiredAndProvesIt() throws Exception {
		PersonOfThePast ten = PersonOfThePast.insert(database, this.business.id(), "tenyears", "100010", 10);
		PersonOfThePast six = PersonOfThePast.insert(database, this.business.id(), "sixyears", "100006", 6);
		PersonOfThePast four = PersonOfThePast.insert(database, this.business.id(), "fouryears", "100004", 4);
		store("statement/tenyears.dat");
		store("statement/fouryears.dat");
		Path taken = file("statements/taken/old.csv", Duration.ofDays(91));
		Path rejected = file("statements/rejected/old.csv", Duration.ofDays(91));
		Path processed = file("bank/processed/old.xml", Duration.ofDays(91));
		Path recent = file("bank/processed/new.xml", Duration.ofDays(89));
		List<String> everywhere = four.whereabouts(database);
		assertThat(everywhere).contains("payout", "payout_search", "bank_file_order", "bank_callback", "beneficiary",
				"beneficiary_event", "beneficiary_verification", "name_verification", "bulk_row", "bank_statement_line",
				"wallet_export");
		String money = money();

		JobExecution run = run();

		assertThat(run.getAllFailureExceptions()).isEmpty();
		assertThat(run.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(ten.whereabouts(database)).isEmpty();
		assertThat(searched("utr100010")).as("references of the bank are no personal data").isEqualTo(1);
		assertThat(six.whereabouts(database)).as("bank statements are books").containsExactly("bank_statement_line");
		assertThat(four.whereabouts(database))
			.containsExactlyElementsOf(everywhere.stream().filter((table) -> !table.equals("wallet_export")).toList());
		assertThat(money()).as("money, events and references stay").isEqualTo(money);
		assertThat(this.business.violations()).isEmpty();
		assertThat(this.statements.open("statement/tenyears.dat")).isEmpty();
		assertThat(this.statements.open("statement/fouryears.dat")).isPresent();
		assertThat(List.of(taken, rejected, processed)).noneMatch(Files::exists);
		assertThat(recent).exists();
		assertThat(proofs()).isNotEmpty().allSatisfy((step, overdue) -> assertThat(overdue).as(step).isZero());
	}

	@Test
	void erasesTheOnboardingFiveYearsAfterTheRelation() throws Exception {
		UUID six = UUID.randomUUID();
		UUID four = UUID.randomUUID();
		PersonOfThePast ended = OnboardingOfThePast.insert(database, TestBusiness.create(database).id(), "endedsix",
				"600006", 6, six);
		PersonOfThePast recent = OnboardingOfThePast.insert(database, TestBusiness.create(database).id(), "endedfour",
				"600004", 4, four);
		List<Path> erased = List.of(file("store/onboarding/" + six + ".original", Duration.ofDays(2)),
				file("store/onboarding/" + six + "-1.page", Duration.ofDays(2)));
		Path kept = file("store/onboarding/" + four + ".original", Duration.ofDays(2));
		List<String> everywhere = recent.whereabouts(database);

		assertThat(run().getStatus()).isEqualTo(BatchStatus.COMPLETED);

		assertThat(ended.whereabouts(database)).isEmpty();
		assertThat(recent.whereabouts(database)).isEqualTo(everywhere).contains("onboarding_principal");
		assertThat(proofs()).containsEntry("erased-onboarding", 0L);
		// The files of a document follow its key, at the latest with the next run.
		assertThat(run().getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(erased).noneMatch(Files::exists);
		assertThat(kept).exists();
		assertThat(proofs()).containsEntry("abandoned-onboarding", 0L);
	}

	/** A copy that is killed stores the files of evidence and no row. */
	@Test
	void removesFilesOfEvidenceWithoutARow() throws Exception {
		UUID known = UUID.randomUUID();
		UUID infected = UUID.randomUUID();
		UUID unknown = UUID.randomUUID();
		WithoutTriggers.run(database.dataSource(),
				(unguarded) -> unguarded
					.sql("""
							INSERT INTO reconciliation_evidence (evidence_id, break_id, file_name, media_type, size_bytes, sha256, key_ciphertext,
							                                     scan_state, page_count, by_whom)
							VALUES (:known, 1, 'letter.pdf', 'application/pdf', 1, sha256('known'), 'key', 'CLEAN', 1, 'Asha'),
							       (:infected, 1, 'letter.pdf', 'application/pdf', 1, sha256('infected'), NULL, 'INFECTED', NULL, 'Asha')
							""")
					.param("known", known)
					.param("infected", infected)
					.update());
		Path kept = file("store/evidence/" + known + "-1.page", Duration.ofDays(2));
		Path young = file("store/evidence/" + UUID.randomUUID() + ".original", Duration.ofHours(23));
		List<Path> abandoned = List.of(file("store/evidence/" + unknown + ".original", Duration.ofDays(2)),
				file("store/evidence/" + unknown + "-12.page", Duration.ofDays(2)),
				file("store/evidence/" + infected + ".original", Duration.ofDays(2)));

		assertThat(run().getStatus()).isEqualTo(BatchStatus.COMPLETED);

		assertThat(abandoned).noneMatch(Files::exists);
		assertThat(List.of(kept, young)).allMatch(Files::exists);
		assertThat(proofs()).containsEntry("abandoned-evidence", 0L);
	}

	@Test
	void erasesAnOnboardingThatWasNeverSubmitted() throws Exception {
		PersonOfThePast unused = OnboardingOfThePast.insertDraft(database, TestBusiness.create(database).id(), "unused",
				"600182", 182, UUID.randomUUID(), UUID.randomUUID());
		PersonOfThePast recent = OnboardingOfThePast.insertDraft(database, TestBusiness.create(database).id(), "recent",
				"600150", 150, UUID.randomUUID(), UUID.randomUUID());
		List<String> everywhere = recent.whereabouts(database);

		assertThat(run().getStatus()).isEqualTo(BatchStatus.COMPLETED);

		assertThat(unused.whereabouts(database)).isEmpty();
		assertThat(recent.whereabouts(database)).isEqualTo(everywhere).contains("person", "onboarding_principal");
		assertThat(proofs()).containsEntry("erased-onboarding-drafts", 0L);
	}

	@Test
	void aRunThatLeavesSomethingFailsAndTheNextOneErasesIt() throws Exception {
		run();
		PersonOfThePast late = PersonOfThePast.insert(database, this.business.id(), "lateinserted", "200010", 10);

		JobExecution failed = run();

		assertThat(failed.getStatus()).as("it started where everything was proved to be gone")
			.isEqualTo(BatchStatus.FAILED);
		assertThat(proofs()).containsEntry("erased-payouts", 3L);
		this.gauges.refresh();
		assertThat(this.meters.get("hundi.housekeeping.overdue").tag("step", "erased-payouts").gauge().value())
			.isEqualTo(3);

		JobExecution repeated = Objects.requireNonNull(instance().runIfDue());

		assertThat(repeated.getStatus()).isEqualTo(BatchStatus.COMPLETED);
		assertThat(late.whereabouts(database)).isEmpty();
		assertThat(proofs()).containsEntry("erased-payouts", 0L);
	}

	/** The run after midnight was missed: nothing was proved that day. */
	@Test
	void dailyStepsRunAtAnyTimeIfTheyMissedTheirRun() throws Exception {
		PersonOfThePast ten = PersonOfThePast.insert(database, this.business.id(), "missedrun", "300010", 10);
		now.updateAndGet((before) -> before.plus(Duration.ofHours(8)));
		try {
			assertThat(run().getStatus()).isEqualTo(BatchStatus.COMPLETED);
		}
		finally {
			now.updateAndGet((before) -> before.minus(Duration.ofHours(8)));
		}
		assertThat(ten.whereabouts(database)).isEmpty();
	}

	private int searched(String text) {
		return this.jdbc.sql("SELECT count(*) FROM payout_search WHERE position(:text IN text) > 0")
			.param("text", text)
			.query(Integer.class)
			.single();
	}

	/** Runs the job of another day, which runs every step. */
	private JobExecution run() throws Exception {
		now.updateAndGet((before) -> before.plus(Duration.ofDays(1)));
		return Objects.requireNonNull(instance().runIfDue());
	}

	private RunWhenDue instance() {
		return new RunWhenDue(this.singleInstance, this.jobOperator, this.jobRepository, this.job,
				HousekeepingJob.LOCK_KEY, this.settings.interval(), now::get);
	}

	private Map<String, Long> proofs() {
		return this.jdbc.sql("SELECT step, overdue FROM housekeeping_proof")
			.query((row, number) -> Map.entry(row.getString("step"), row.getLong("overdue")))
			.list()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/** Everything of the payouts, orders, lines and events that is not personal. */
	private String money() {
		return this.jdbc
			.sql("""
					SELECT md5(string_agg(row, '|' ORDER BY row)) FROM (
					  SELECT (to_jsonb(p) - '{beneficiary_name,beneficiary_email,beneficiary_phone,account_number,vpa,narration}'::text[])::text
					    FROM payout p
					  UNION ALL SELECT to_jsonb(e)::text FROM payout_event e
					  UNION ALL SELECT (to_jsonb(o) - '{beneficiary_name,account_number,narration}'::text[])::text FROM bank_file_order o
					  UNION ALL SELECT (to_jsonb(e) - 'snapshot')::text FROM beneficiary_event e
					  UNION ALL SELECT concat(row_number, status, amount_paise, rail, cardinality(cells)) FROM bulk_row
					  UNION ALL SELECT (to_jsonb(l) - '{counterparty_account,counterparty_name,narration}'::text[])::text
					    FROM bank_statement_line l) AS kept (row)
					""")
			.query(String.class)
			.single();
	}

	private void store(String name) throws IOException {
		try (UnfinishedFile file = this.statements.create(name)) {
			file.out().write(1);
			file.publish();
		}
	}

	private static Path file(String name, Duration age) throws IOException {
		Path file = files.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.writeString(file, "x");
		return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
	}

	private static Path temporary() {
		try {
			return Files.createTempDirectory("personal-data");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
