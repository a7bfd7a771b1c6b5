package dev.hundi.batch.statement.intake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.statement.StatementSource;
import dev.hundi.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/** Files that cannot be taken. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchFoldersIntegrationTests {

	private static final int MAX_BYTES = 10_000;

	private final TestDatabase database = TestDatabase.create();

	private Path in;

	private Path outside;

	private Path store;

	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) throws IOException {
		this.in = Files.createDirectories(directory.resolve("in"));
		this.outside = Files.createDirectories(directory.resolve("outside"));
		this.store = directory.resolve("files");
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_batch",
					"--hundi.database.password=postgres", "--hundi.management.port=0",
					"--hundi.file-store=" + this.store, "--hundi.statement.folder=" + this.in,
					"--hundi.statement.trust.transfer-user=" + System.getProperty("user.name"),
					"--hundi.statement.max-size=" + MAX_BYTES + "B", "--hundi.statement.poll-interval=50ms",
					"--hundi.statement.settle=0s");
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.database.close();
	}

	@Test
	void takesFilesAfterOneThatCannotBeMoved() throws Exception {
		block("taken/a-blocked.xml");
		drop("a-blocked.xml", "blocked");
		drop("z-free.xml", "free");
		await().until(() -> Files.exists(this.in.resolve("taken/z-free.xml")));
		assertThat(this.in.resolve("a-blocked.xml")).exists();
	}

	@Test
	void takesFilesOfAccountsAfterOneWhoseFileCannotBeMoved() throws Exception {
		block("taken/990000000001-a-blocked.csv");
		drop("990000000001/a-blocked.csv", "blocked of an account");
		drop("990000000001/z-free.csv", "free of the same account");
		drop("990000000002/day.csv", "free of another account");
		await().until(() -> Files.exists(this.in.resolve("taken/990000000001-z-free.csv"))
				&& Files.exists(this.in.resolve("taken/990000000002-day.csv")));
		assertThat(this.in.resolve("990000000001/a-blocked.csv")).exists();
	}

	@Test
	void movesFileThatIsTooLargeToRejected() throws Exception {
		drop("largest.xml", "x".repeat(MAX_BYTES));
		drop("990000000003/large.csv", "x".repeat(MAX_BYTES + 1));
		await().until(() -> Files.exists(this.in.resolve("rejected/990000000003-large.csv"))
				&& Files.exists(this.in.resolve("taken/largest.xml")));
		assertThat(this.in.resolve("990000000003/large.csv")).doesNotExist();
		await().until(() -> this.application.getBean(MeterRegistry.class)
			.counter("hundi.statement.files", "result", "REJECTED")
			.count() > 0);
	}

	@Test
	void keepsARejectedFileBesideOneOfTheSameName() throws Exception {
		String first = "a".repeat(MAX_BYTES + 1);
		String second = "b".repeat(MAX_BYTES + 1);
		drop("twice.xml", first);
		await().until(() -> Files.exists(this.in.resolve("rejected/twice.xml")));
		drop("twice.xml", second);
		await().until(() -> !Files.exists(this.in.resolve("twice.xml")));
		assertThat(this.in.resolve("rejected/twice.xml")).hasContent(first);
		assertThat(this.in.resolve("rejected/2-twice.xml")).hasContent(second);
	}

	/** Transfers keep the times of the bank, also wrong ones. */
	@Test
	void theAgeOfAFileCountsFromItsMove() throws Exception {
		for (int days : new int[] { -400, 400 }) {
			Path file = this.outside.resolve("dated" + days + ".xml");
			Files.writeString(file, "of another day " + days);
			Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofDays(days))));
			Files.move(file, this.in.resolve(file.getFileName()));
			Path taken = this.in.resolve("taken").resolve(file.getFileName());
			await().until(() -> Files.exists(taken)
					&& Files.getLastModifiedTime(taken).toInstant().isAfter(Instant.now().minus(Duration.ofDays(1)))
					&& Files.getLastModifiedTime(taken).toInstant().isBefore(Instant.now().plus(Duration.ofDays(1))));
		}
	}

	/** The bank renames a corrected file over the one that is being stored. */
	@Test
	void storesAFileThatReplacesOneBeingStored() throws Exception {
		JdbcClient jdbc = JdbcClient.create(this.database.dataSource());
		try (Connection blocker = this.database.dataSource().getConnection();
				Statement statement = blocker.createStatement()) {
			blocker.setAutoCommit(false);
			statement.execute("""
					INSERT INTO statement_file (sha256, file_name, stored_as, source, size_bytes)
					VALUES (sha256('wrong'), 'blocker', 'statement/blocker.dat', 'FOLDER', 5)
					""");
			drop("corrected.xml", "wrong");
			await().until(() -> jdbc
				.sql("""
						SELECT count(*) FROM pg_stat_activity
						 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO statement_file%'
						   AND pid <> pg_backend_pid()
						""")
				.query(Long.class)
				.single() > 0);
			drop("corrected.xml", "right");
			blocker.rollback();
		}
		await().until(() -> !Files.exists(this.in.resolve("corrected.xml")));
		assertThat(this.in.resolve("taken/corrected.xml")).hasContent("right");
		assertThat(jdbc.sql("""
				SELECT count(*) FROM statement_file WHERE sha256 IN (sha256('wrong'), sha256('right'))
				""").query(Long.class).single()).isEqualTo(2);
	}

	/** Each poll repeats it, and would fill the disk with copies. */
	@Test
	void keepsNoCopyOfAFileWhoseTrustCannotBeDecided() throws Exception {
		byte[] content = "of doubtful origin".getBytes(StandardCharsets.UTF_8);
		assertThatIOException().isThrownBy(() -> this.application.getBean(ReceiveStatements.class)
			.receive(new ByteArrayInputStream(content), "doubtful.xml", StatementSource.FOLDER, null, (sha256) -> {
				throw new IOException("The signature cannot be read");
			})).withMessage("The signature cannot be read");
		try (Stream<Path> files = Files.list(this.store.resolve(ReceiveStatements.FOLDER))) {
			assertThat(files).noneMatch((file) -> hasContent(file, content));
		}
	}

	/** Each poll stores the blocked file of another test again and deletes the copy. */
	private static boolean hasContent(Path file, byte[] content) {
		try {
			return Arrays.equals(Files.readAllBytes(file), content);
		}
		catch (NoSuchFileException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A directory with a file cannot be replaced. */
	private void block(String name) throws IOException {
		Files.writeString(Files.createDirectories(this.in.resolve(name)).resolve("file"), "");
	}

	private void drop(String name, String content) throws IOException {
		Path file = this.in.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.move(Files.writeString(this.outside.resolve(file.getFileName()), content), file,
				StandardCopyOption.ATOMIC_MOVE);
	}

}
