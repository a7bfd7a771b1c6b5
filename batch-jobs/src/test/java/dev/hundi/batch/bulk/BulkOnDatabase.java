package dev.hundi.batch.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.list.Page;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.work.LeasedWork;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

/**
 * batch-jobs with its own database and file store, for tests of bulk files. Nothing
 * debits or dispatches payouts, so rows are released without a window unless a test sets
 * one.
 */
final class BulkOnDatabase implements AutoCloseable {

	static final String MAKER = "pk_maker";

	static final String CHECKER = "pk_checker";

	final TestDatabase database = TestDatabase.create();

	final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final Path files;

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	private BulkOnDatabase(Path files) {
		this.files = files;
	}

	static BulkOnDatabase start(Path directory, String... settings) {
		BulkOnDatabase started = new BulkOnDatabase(directory.resolve("files"));
		started.startInstance(settings);
		return started;
	}

	ConfigurableApplicationContext startInstance(String... settings) {
		ConfigurableApplicationContext instance = BatchJobsApplication.builder()
			.run(arguments(settings).toArray(String[]::new));
		this.instances.add(instance);
		return instance;
	}

	/** The arguments of an instance on this database and file store. */
	List<String> arguments(String... settings) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + this.database.url(),
				"--hundi.database.username=hundi_batch", "--hundi.database.password=postgres",
				"--hundi.management.port=0", "--hundi.file-store=" + this.files, "--hundi.bulk.poll-interval=50ms",
				"--hundi.bulk.retry-after=50ms", "--hundi.bulk.count-interval=50ms"));
		arguments.addAll(List.of(settings));
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("--hundi.bulk.window"))) {
			arguments.add("--hundi.bulk.window=0");
		}
		return arguments;
	}

	/** Stops the claims of this instance; the test or another process claims instead. */
	void claimNothing() {
		bean("bulkFileWork", LeasedWork.class).stop();
	}

	/** The path of a stored upload. */
	Path stored(BulkFile file) {
		return this.files.resolve(Objects.requireNonNull(file.upload().storedAs()));
	}

	<T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.instances.getLast(), this.database.url(), type,
				Set.of(ReceiveBulkFile.class, DecideBulkFile.class, ApprovalTiers.class));
	}

	<T> T bean(String name, Class<T> type) {
		return this.instances.getLast().getBean(name, type);
	}

	/** A business with ten million rupees in its wallet. */
	TestBusiness business() {
		TestBusiness business = TestBusiness.create(this.database);
		bean(TopUpWallet.class).topUp(business.id(), 10_000_000_00L, "UTR" + UUID.randomUUID(), "A top-up");
		return business;
	}

	BulkFile upload(TestBusiness business, String csv) {
		return upload(business, BulkFormat.CSV, csv.getBytes(StandardCharsets.UTF_8), ReleaseMode.VALID_ROWS, null,
				null);
	}

	BulkFile upload(TestBusiness business, BulkFormat format, byte[] content, ReleaseMode mode, @Nullable Integer rows,
			@Nullable Long totalPaise) {
		return ((BulkUploadResult.Accepted) receive(business, format, content, mode, rows, totalPaise)).file();
	}

	BulkUploadResult receive(TestBusiness business, BulkFormat format, byte[] content, ReleaseMode mode,
			@Nullable Integer rows, @Nullable Long totalPaise) {
		String storedAs = NewBulkFile.unusedName();
		try (UnfinishedFile file = bean(FileStore.class).create(storedAs)) {
			file.out().write(content);
			return bean(ReceiveBulkFile.class).receive(new NewBulkFile(business.id(), MAKER,
					"payouts." + format.extension(), null, format, mode, rows, totalPaise, storedAs, file.publish()),
					100);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	BulkFile loaded(TestBusiness business, String csv) {
		return reached(upload(business, csv), BulkStatus.AWAITING_RELEASE);
	}

	BulkFile released(BulkFile file) {
		bean(DecideBulkFile.class).release(file.businessId(), file.bulkFileId(), CHECKER);
		return reached(file, BulkStatus.PROCESSING);
	}

	BulkFile reached(BulkFile file, BulkStatus status) {
		await().pollInterval(Duration.ofMillis(20)).until(() -> {
			BulkStatus now = now(file).status();
			if (now.isEnded() && now != status) {
				throw new AssertionError("The file is " + now(file));
			}
			return now == status;
		});
		return now(file);
	}

	/** Why a file is rejected, once it is. */
	BulkFile.Rejection rejection(BulkFile file) {
		return Objects.requireNonNull(reached(file, BulkStatus.REJECTED).rejection());
	}

	BulkFile now(BulkFile file) {
		return bean(BulkFiles.class).find(file.businessId(), file.bulkFileId()).orElseThrow();
	}

	List<BulkRow> rows(BulkFile file) {
		return bean(BulkFiles.class).rows(file.businessId(), file.bulkFileId(), null, false, new Page(200, 0));
	}

	long payouts(BulkFile file) {
		return this.jdbc.sql("SELECT count(*) FROM payout WHERE bulk_file_id = :id")
			.param("id", file.bulkFileId())
			.query(Long.class)
			.single();
	}

	/** Completes payouts without postings. */
	void end(BulkFile file, String whichRows, int status) {
		WithoutTriggers.run(this.database.dataSource(), (unguarded) -> unguarded.sql("""
				UPDATE payout SET status = :status, completed_at = now(), utr = 'UTR' || bulk_row_number,
				       response_code = CASE :status WHEN 11 THEN 'SUCCESS' ELSE 'BANK_REJECTED' END,
				       response_message = 'Reported by the bank'
				 WHERE bulk_file_id = :id AND %s
				""".formatted(whichRows)).param("status", status).param("id", file.bulkFileId()).update());
	}

	@Override
	public void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
		this.database.close();
	}

}
