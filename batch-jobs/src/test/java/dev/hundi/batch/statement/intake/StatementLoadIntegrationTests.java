package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.statement.camt053.CamtText;
import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.digest.Sha256;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.signature.FileTrust;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementProblem;
import dev.hundi.statement.StatementSource;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementLoadIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final AtomicInteger accounts = new AtomicInteger();

	private Path directory;

	private final Identity bank = CertificateAuthority.create("Test").issue("bank");

	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.directory = directory;
		this.bank.write(directory.resolve("bank.pem"), directory.resolve("bank-key.pem"));
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_batch",
					"--hundi.database.password=postgres", "--hundi.management.port=0",
					"--hundi.file-store=" + directory.resolve("files"),
					"--hundi.statement.folder=" + directory.resolve("in"),
					"--hundi.statement.bank-folder=" + directory.resolve("bank"),
					"--hundi.statement.store=" + directory.resolve("store"),
					"--hundi.statement.trust.signature-bundle=bank",
					"--spring.ssl.bundle.pem.bank.truststore.certificate=" + directory.resolve("bank.pem").toUri(),
					"--hundi.statement.trust.transfer-user=" + System.getProperty("user.name"),
					"--hundi.statement.poll-interval=50ms", "--hundi.statement.settle=0s",
					"--hundi.statement.retry-after=50ms");
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.database.close();
	}

	private <T> T bean(Class<T> type) {
		Set<Class<?>> ofOthers = Set.of(NodalAccounts.class, StatementAccounts.class);
		return OwnerBeans.bean(this.application, this.database.url(), type, ofOthers);
	}

	private String account() {
		return account(null);
	}

	/** Creates a nodal account for one test. */
	private String account(@Nullable String profile) {
		String number = "9900%08d".formatted(this.accounts.incrementAndGet());
		bean(NodalAccounts.class).activate(
				new NodalAccount("Hundi", "HDFC0000001", "HDFC", "Fort", "NODAL", List.of("IMPS"), number, profile));
		return number;
	}

	private static String statement(String account, String day, CamtText text) {
		return text.toString()
			.replace("50100 0123-45678", account)
			.replace("S-20261120", "S-" + day)
			.replace("2026-11-20</Dt></Dt>", day + "</Dt></Dt>");
	}

	private ReceivedStatementFile ended(String name, String content) {
		drop(name, content);
		return ended(name);
	}

	private ReceivedStatementFile ended(String name) {
		await().until(() -> file(name).stream().anyMatch((file) -> file.endedAt() != null));
		return file(name).getFirst();
	}

	private List<ReceivedStatementFile> file(String name) {
		return bean(StatementFiles.class).latest(1_000)
			.stream()
			.filter((file) -> file.fileName().equals(name))
			.toList();
	}

	private List<LoadedStatement> statements(String fileName) {
		return bean(BankStatements.class).latest(1_000)
			.stream()
			.filter((statement) -> statement.fileName().equals(fileName))
			.toList();
	}

	private List<StatementProblem> problems(String fileName) {
		return bean(BankStatements.class).problems(1_000)
			.stream()
			.filter((problem) -> problem.fileName().equals(fileName))
			.toList();
	}

	private long lines(ReceivedStatementFile file) {
		return this.jdbc.sql("""
				SELECT count(*) FROM bank_statement_line l JOIN bank_statement s USING (bank_statement_id)
				 WHERE encode(s.sha256, 'hex') = :sha256
				""").param("sha256", file.sha256()).query(Long.class).single();
	}

	@Test
	void loadsAndMovesFileInFolder() throws Exception {
		String account = account();
		CamtText text = new CamtText(8).payment(1500_00, "REF1", "HNDBN32500000001")
			.credit(20000_50, "HUNDI1", "632512345678");
		ReceivedStatementFile file = ended("whole.xml", statement(account, "2026-11-20", text));
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		assertThat(file.source()).isEqualTo(StatementSource.FOLDER);
		LoadedStatement loaded = statements("whole.xml").getFirst();
		assertThat(loaded.format()).isEqualTo(StatementFormat.CAMT053);
		assertThat(loaded.lineCount()).isEqualTo(2);
		assertThat(loaded.creditPaise()).isEqualTo(20000_50);
		assertThat(loaded.debitPaise()).isEqualTo(1500_00);
		assertThat(problems("whole.xml")).isEmpty();
		Map<String, Object> line = this.jdbc.sql("""
				SELECT direction, amount_paise, kind, rail, utr, reference, narration FROM bank_statement_line
				 WHERE bank_statement_id = :id AND line_number = 1
				""").param("id", loaded.bankStatementId()).query().singleRow();
		assertThat(line).containsEntry("direction", "DEBIT")
			.containsEntry("amount_paise", 1500_00L)
			.containsEntry("kind", "PAYMENT")
			.containsEntry("rail", "NEFT")
			.containsEntry("utr", "HNDBN32500000001")
			.containsEntry("reference", "REF1")
			.containsEntry("narration", "Salary");
		await().until(() -> Files.exists(this.directory.resolve("in/taken/whole.xml")));
	}

	@Test
	void takesAccountOfCsvFromNameOfFolder() throws Exception {
		String account = account("hdfc");
		Path folder = Files.createDirectories(this.directory.resolve("bank").resolve(account));
		Path hidden = Files.writeString(folder.resolve(".day.csv"), """
				Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance
				20/11/26,"IMPS-632512345678-RAVI KUMAR-YESB\\-\t\u20b9",20/11/26,1.50,,X,98.50
				""");
		Files.move(hidden, folder.resolve("day.csv"));
		assertThat(ended("day.csv").source()).isEqualTo(StatementSource.BANK);
		LoadedStatement loaded = statements("day.csv").getFirst();
		assertThat(loaded.format()).isEqualTo(StatementFormat.CSV);
		assertThat(loaded.openingPaise()).isEqualTo(100_00);
		assertThat(this.jdbc.sql("SELECT narration FROM bank_statement_line WHERE bank_statement_id = :id")
			.param("id", loaded.bankStatementId())
			.query(String.class)
			.single()).isEqualTo("IMPS-632512345678-RAVI KUMAR-YESB\\- \u20b9");
	}

	@Test
	void onlyCountsSameBytesReceivedAgain() throws Exception {
		String text = statement(account(), "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000001"));
		ended("twice.xml", text);
		drop("twice-again.xml", text);
		await().until(() -> file("twice.xml").getFirst().receivedCount() == 2);
		assertThat(file("twice.xml").getFirst().status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		assertThat(file("twice-again.xml")).isEmpty();
		assertThat(statements("twice.xml")).hasSize(1);
		assertThat(problems("twice.xml")).isEmpty();
	}

	@Test
	void rejectsSameStatementInOtherBytesAsDuplicate() throws Exception {
		String text = statement(account(), "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000001"));
		ended("first.xml", text);
		ReceivedStatementFile second = ended("second.xml", text.replace("<MsgId>M1<", "<MsgId>M2<"));
		assertThat(second.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);
		assertThat(problems("second.xml")).extracting(StatementProblem::kind)
			.containsExactly(StatementProblem.Kind.DUPLICATE);
		ReceivedStatementFile third = ended("third.xml", text.replace("<Id>S-2026", "<Id>T-2026"));
		assertThat(third.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);
		assertThat(problems("third.xml").getFirst().reason()).contains("has the same content as S-2026-11-20");
		assertThat(lines(second) + lines(third)).isZero();
		ReceivedStatementFile other = ended("other.xml",
				text.replace("<Id>S-2026", "<Id>U-2026").replace("HNDBN32500000001", "HNDBN32500000002"));
		assertThat(other.status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
	}

	@Test
	void reportsGapUntilMissingDayIsLoaded() throws Exception {
		String account = account();
		ended("day1.xml",
				statement(account, "2026-11-18", new CamtText(8).opening(100_00).credit(10_00, "V", "632512345671")));
		ended("day3.xml",
				statement(account, "2026-11-20", new CamtText(8).opening(130_00).credit(10_00, "V", "632512345673")));
		StatementProblem gap = problems("day3.xml").getFirst();
		assertThat(gap.kind()).isEqualTo(StatementProblem.Kind.GAP);
		assertThat(gap.amountPaise()).isEqualTo(20_00);
		assertThat(gap.reason()).contains("2026-11-18");
		assertThat(openGaps(account)).isEqualTo(1);
		ended("day2.xml",
				statement(account, "2026-11-19", new CamtText(8).opening(110_00).credit(20_00, "V", "632512345672")));
		assertThat(problems("day2.xml")).isEmpty();
		assertThat(openGaps(account)).isZero();
	}

	private long openGaps(String account) {
		return this.jdbc
			.sql("""
					SELECT count(*) FROM bank_statement_gap JOIN nodal_account USING (nodal_account_id) WHERE account_number = :account
					""")
			.param("account", account)
			.query(Long.class)
			.single();
	}

	@Test
	void loadsStatementWithWrongSumAndReportsIt() throws Exception {
		CamtText text = new CamtText(8).opening(100_00).credit(10_00, "V", "632512345678");
		String wrong = text.closing(111_00);
		ReceivedStatementFile file = ended("wrong.xml", wrong.replace("50100 0123-45678", account()));
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		StatementProblem problem = problems("wrong.xml").getFirst();
		assertThat(problem.kind()).isEqualTo(StatementProblem.Kind.WRONG_SUM);
		assertThat(problem.amountPaise()).isEqualTo(1_00);
	}

	@Test
	void rejectsTruncatedFileCompletelyWithItsLine() throws Exception {
		CamtText text = new CamtText(8);
		for (int i = 0; i < 12_000; i++) {
			text.payment(1_00, "R" + i, "HNDBN325%08d".formatted(i));
		}
		String whole = statement(account(), "2026-11-20", text);
		ReceivedStatementFile file = ended("cut.xml", whole.substring(0, whole.length() - 40));
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);
		assertThat(file.failure()).startsWith("Line ");
		assertThat(problems("cut.xml")).singleElement().satisfies((problem) -> {
			assertThat(problem.kind()).isEqualTo(StatementProblem.Kind.REJECTED);
			assertThat(problem.fileLine()).isGreaterThan(12_000);
		});
		assertThat(lines(file)).isZero();
		assertThat(statements("cut.xml")).isEmpty();
	}

	@Test
	void loadsFileOfUnknownAccountAfterAccountIsNamed() throws Exception {
		String text = statement("770077007700", "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000001"));
		assertThat(ended("unknown.xml", text).failure()).contains("Account 770077007700 is not a nodal account");
		account();
		bean(StatementAccounts.class).activate("770077007700", null);
		drop("unknown-again.xml", text);
		await().until(() -> file("unknown.xml").getFirst().status() == ReceivedStatementFile.Status.LOADED);
		assertThat(statements("unknown.xml")).hasSize(1);
	}

	@Test
	void loadsAFileThatTwoPeopleAgreedTo() throws Exception {
		String text = statement(account(), "2026-11-20", new CamtText(2).payment(1_00, "R", "HNDBN32500000001"));
		StaffRequests requests = new StaffRequests(this.database.url(), this.jdbc,
				this.application.getBean(FileStore.class));
		assertThat(requests.statement("up.xml", "a b!", text).failure()).isEqualTo("Not an account number: a b!");
		OperatorRequest received = requests.statement("up.xml", null, text);
		assertThat(received.result()).asString().contains("\"known\":false", "\"source\":\"UPLOAD\"");
		assertThat(ended("up.xml").status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		assertThat(requests.statement("again.xml", null, text).result()).asString()
			.contains("\"known\":true", "\"status\":\"LOADED\"");
	}

	@Test
	void refusesAnUploadWhoseContentIsNotWhatWasAgreedTo() throws Exception {
		FileStore files = this.application.getBean(FileStore.class);
		try (UnfinishedFile file = files.create("statement-upload/changed.dat")) {
			file.out().write('x');
			file.publish();
		}
		assertThat(new StaffRequests(this.database.url(), this.jdbc, files)
			.ask(RequestKind.RECEIVE_STATEMENT,
					Map.of("storedAs", "statement-upload/changed.dat", "sha256", "00", "name", "x"), "Chandni")
			.failure()).isEqualTo("The uploaded file is not the one that was approved");
	}

	/** Kills the session of a load that waits in the middle of its lines. */
	@Test
	void repeatsKilledLoadFromTheStart() throws Exception {
		CamtText text = new CamtText(8);
		for (int i = 0; i < 11_000; i++) {
			text.payment(1_00, "R" + i, "HNDBN325%08d".formatted(i));
		}
		String account = account();
		this.jdbc.sql("""
				CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
				  PERFORM pg_advisory_xact_lock(77) FROM inserted WHERE line_number = 10000 AND reference = 'R9999';
				  RETURN NULL;
				END $$
				""").update();
		this.jdbc.sql("""
				CREATE TRIGGER wait_for_the_test AFTER INSERT ON bank_statement_line
				  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION wait_for_the_test()
				""").update();
		transaction().executeWithoutResult((status) -> {
			this.jdbc.sql("SET LOCAL idle_in_transaction_session_timeout = 0").update();
			this.jdbc.sql("SELECT pg_advisory_xact_lock(77)").query().singleRow();
			drop("killed.xml", statement(account, "2026-11-20", text));
			await().until(() -> killed() == 1);
		});
		ReceivedStatementFile file = ended("killed.xml");
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		assertThat(lines(file)).isEqualTo(11_000);
		assertThat(statements("killed.xml")).hasSize(1);
		assertThat(this.jdbc.sql("SELECT attempt_count FROM statement_file WHERE statement_file_id = :id")
			.param("id", file.statementFileId())
			.query(Integer.class)
			.single()).isGreaterThan(1);
		this.jdbc.sql("DROP TRIGGER wait_for_the_test ON bank_statement_line").update();
	}

	private int killed() {
		return this.jdbc
			.sql("""
					SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
					 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'COPY bank_statement_line%'
					""")
			.query(Integer.class)
			.single();
	}

	private void drop(String name, String content) {
		try {
			Path hidden = Files.writeString(this.directory.resolve(name), content);
			Files.move(hidden, Files.createDirectories(this.directory.resolve("in")).resolve(name));
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	void loadsSignedFileThatOthersCouldWriteAndKeepsItsSignature() throws Exception {
		String account = account();
		String text = statement(account, "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000002"));
		signAndDrop(account + "/", "signed.xml", account + "/signed.xml", text, text);
		assertThat(ended("signed.xml").failure()).isNull();
		await().until(() -> Files.exists(this.directory.resolve("in/taken/" + account + "-signed.xml.jws")));
		assertThat(this.directory.resolve("store/statement")).isNotEmptyDirectory();
		assertThat(this.directory.resolve("files/statement")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "unsigned", "other-name", "other-content" })
	void movesFileThatIsUntrustedToRejectedUnread(String fault) throws Exception {
		String name = fault + ".xml";
		String text = statement(account(), "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000003"));
		signAndDrop("", name, switch (fault) {
			case "unsigned" -> null;
			case "other-name" -> "another.xml";
			default -> name;
		}, fault.equals("other-content") ? text + "\n" : text, text);
		await().until(() -> Files.exists(this.directory.resolve("in/rejected/" + name)));
		assertThat(file(name)).isEmpty();
		assertThat(this.directory.resolve("in/taken/" + name)).doesNotExist();
		await().until(() -> this.application.getBean(MeterRegistry.class)
			.counter("hundi.statement.files", "result", "UNTRUSTED")
			.count() > 0);
	}

	/** Drops a file that every user can write. */
	private void signAndDrop(String folderName, String name, @Nullable String signedName, String signedContent,
			String content) throws IOException {
		Path folder = Files.createDirectories(this.directory.resolve("in/" + folderName));
		Path hidden = Files.writeString(this.directory.resolve(name), content);
		Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rw-rw-rw-"));
		if (signedName != null) {
			FileTrust.sign(Signatures.of(TestBundles.pinned(this.bank, this.bank)), folder.resolve(name), signedName,
					Sha256.digest(signedContent));
		}
		Files.move(hidden, folder.resolve(name));
	}

	@Test
	void loadsFileWhoseClaimExpired() throws Exception {
		Path stored = this.directory.resolve("store/statement/dead.dat");
		Files.createDirectories(this.directory.resolve("store/statement"));
		String text = statement(account(), "2026-11-20", new CamtText(8).payment(1_00, "R", "HNDBN32500000001"));
		Files.writeString(stored, text);
		this.jdbc
			.sql("""
					INSERT INTO statement_file (sha256, file_name, stored_as, source, size_bytes, status, claim_id, due_at, attempt_count)
					VALUES (sha256('dead'), 'dead.xml', 'statement/dead.dat', 'FOLDER', 1, 'RUNNING', gen_random_uuid(), now(), 1)
					""")
			.update();
		assertThat(ended("dead.xml").status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
	}

	@Test
	void databaseRejectsIncompleteStatement() {
		String account = account();
		TransactionTemplate transaction = transaction();
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> open(account, "2026-01-01")))
			.withMessageContaining("is not complete");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> {
				open(account, "2026-01-02");
				close("2026-01-02", 1);
			}))
			.withMessageContaining("has 0 lines");
		transaction.executeWithoutResult((status) -> {
			open(account, "2026-01-03");
			close("2026-01-03", 0);
		});
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> close("2026-01-03", 0))
			.withMessageContaining("cannot change");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.jdbc
				.sql("""
						INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
						                                 amount_paise, booked_on, value_on, kind)
						SELECT bank_statement_id, 1, nodal_account_id, business_date, 'DEBIT', 1, business_date, business_date, 'OTHER'
						  FROM bank_statement WHERE business_date = '2026-01-03'
						""")
				.update())
			.withMessageContaining("does not accept these lines");
	}

	private void open(String account, String day) {
		this.jdbc
			.sql("""
					INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name,
					                            sha256, opening_paise, closing_paise)
					SELECT nodal_account_id, :day::date, 'X', 'CSV', 'UPLOAD', 'x', sha256(:day::bytea), 0, 0
					  FROM nodal_account WHERE account_number = :account
					""")
			.param("day", day)
			.param("account", account)
			.update();
	}

	private void close(String day, int lines) {
		this.jdbc.sql("""
				UPDATE bank_statement SET line_count = :lines, credit_paise = 0, debit_paise = 0
				 WHERE business_date = :day::date AND statement_reference = 'X'
				""").param("lines", lines).param("day", day).update();
	}

	private TransactionTemplate transaction() {
		TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(this.database.dataSource()));
		template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		return template;
	}

}
