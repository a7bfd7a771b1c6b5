package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.filestore.FileStore;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Versions of statement profiles: which one reads a file, and trials of proposals. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementProfilesIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private Path directory;

	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.directory = directory;
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_batch",
					"--hundi.database.password=postgres", "--hundi.management.port=0",
					"--hundi.file-store=" + directory.resolve("files"),
					"--hundi.statement.folder=" + directory.resolve("in"),
					"--hundi.statement.trust.transfer-user=" + System.getProperty("user.name"),
					"--hundi.statement.poll-interval=50ms", "--hundi.statement.settle=0s");
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.database.close();
	}

	private <T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.application, this.database.url(), type,
				Set.of(NodalAccounts.class, StatementAccounts.class));
	}

	/** Makes an account with a profile the active one. */
	private String account(String number, String profile) {
		bean(NodalAccounts.class)
			.activate(new NodalAccount("Hundi", "HDFC0000001", "HDFC", "Fort", "NODAL", List.of("IMPS")));
		bean(StatementAccounts.class).activate(number, profile);
		return number;
	}

	private ReceivedStatementFile ended(String name) {
		StatementFiles files = bean(StatementFiles.class);
		return await()
			.until(() -> files.latest(10),
					(all) -> all.stream().anyMatch((file) -> file.fileName().equals(name) && file.endedAt() != null))
			.stream()
			.filter((file) -> file.fileName().equals(name))
			.findAny()
			.orElseThrow();
	}

	/** Puts a file into the folder of an account. */
	private void drop(String account, String name, String content) {
		try {
			Path hidden = Files.writeString(this.directory.resolve(name), content);
			Files.move(hidden, Files.createDirectories(this.directory.resolve("in").resolve(account)).resolve(name));
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static final String PROPOSED = """
			{"name":"%s","validFrom":"%s","profile":{"csv":{"columns":{"BOOKED_ON":"Day","NARRATION":"Text","AMOUNT":"Paid",
			 "BALANCE":"Left"},"dateFormat":"uuuu-MM-dd","delimiter":",","charset":"UTF-8","decimal":".","grouping":" ",
			 "debitTerms":[],"creditTerms":[],"newestFirst":false},
			 "narrations":[{"pattern":"%s","direction":null,"kind":null,"rail":null}]}}
			""";

	/** Stores a version as the owner of the database, without an approval. */
	private void version(String name, int version, LocalDate validFrom, String pattern) {
		WithoutTriggers.run(this.database.dataSource(),
				(session) -> session.sql("""
						INSERT INTO statement_profile (name, version, valid_from, content, maker, checker)
						VALUES (:name, :version, :validFrom, :content, 'maker', 'checker')
						""")
					.param("name", name)
					.param("version", version)
					.param("validFrom", validFrom)
					.param("content", PROPOSED.formatted(name, validFrom, pattern))
					.update());
	}

	private JsonNode tried(String proposed, LocalDate day) {
		OperatorRequest request = new StaffRequests(this.database.url(), this.jdbc,
				this.application.getBean(FileStore.class))
			.ask(RequestKind.READ_PROFILE_TRIAL,
					Map.of("proposed", JsonMapper.shared().readTree(proposed), "day", day.toString()), "Asha");
		assertThat(request.state()).as(request.toString()).isEqualTo(RequestState.DONE);
		return Objects.requireNonNull(request.result());
	}

	@Test
	void aFileIsReadWithTheVersionThatHoldsAndAProposalIsTriedOnItsDay() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(1);
		version("tried", 1, day.minusDays(9), "^PAID (?<utr>[0-9]{12})");
		version("tried", 2, day.plusDays(9), "^TO (?<utr>[0-9]{12})");
		String account = account("990000000001", "tried");
		TestBusiness business = TestBusiness.create(this.database);
		bean(TopUpWallet.class).topUp(business.id(), 500_00, "999900001111", "Top-up");
		String csv = "Day,Text,Paid,Left\n%1$s,PAID 325000000001 X,-1.00,99.00\n%1$s,GOT 999900001111 Y,500.00,599.00\n"
			.formatted(day);
		drop(account, "tried.csv", csv);
		ReceivedStatementFile file = ended("tried.csv");
		assertThat(file.status()).as(file.toString()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		assertThat(this.jdbc.sql(
				"SELECT coalesce(utr, '-') FROM bank_statement_line WHERE narration LIKE 'PAID%' OR narration LIKE 'GOT%' ORDER BY line_number")
			.query(String.class)
			.list()).containsExactly("325000000001", "-");
		await().until(() -> this.jdbc
			.sql("SELECT coalesce(profile_versions, '') FROM statement_file WHERE file_name = 'tried.csv'")
			.query(String.class)
			.single()
			.equals("tried 1"));
		long before = rowsOfStatements();
		JsonNode trial = tried(PROPOSED.formatted("tried", day, "^(PAID|GOT) (?<utr>[0-9]{12})"), day);
		assertThat(trial.path("linesRead").asInt()).isEqualTo(2);
		assertThat(trial.path("linesChanged").asInt()).isEqualTo(1);
		assertThat(trial.path("matchesWon").asInt()).isEqualTo(1);
		assertThat(trial.path("matchesLost").asInt()).isZero();
		assertThat(trial.at("/lines/0/number").asInt()).isEqualTo(2);
		assertThat(trial.at("/lines/0/before/utr").isNull()).isTrue();
		assertThat(trial.at("/lines/0/after/utr").asString()).isEqualTo("999900001111");
		assertThat(trial.at("/lines/0/after/matches").asBoolean()).isTrue();
		JsonNode other = tried(PROPOSED.formatted("tried", day, "x").replace("Left", "Remains"), day);
		assertThat(other.at("/problems/0/profile").asString()).isEqualTo("proposed");
		assertThat(other.at("/problems/0/reason").asString()).contains("names the columns");
		assertThat(rowsOfStatements()).as("a trial stores nothing").isEqualTo(before);
	}

	/**
	 * A profile that reads another column, or a sign wrongly, would load wrong amounts.
	 */
	@Test
	void aTrialShowsThatTheLinesDoNotAddUp() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(1);
		version("summed", 1, day, "x");
		String account = account("990000000003", "summed");
		drop(account, "summed.csv", """
				Day,Text,Paid,Fee,Left
				%1$s,A,-1.00,0.50,99.00
				%1$s,B,-1.00,0.50,98.00
				%1$s,C,-1.00,0.50,97.00
				""".formatted(day));
		assertThat(ended("summed.csv").status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		String proposed = PROPOSED.formatted("summed", day, "x");
		assertThat(tried(proposed, day).path("problems")).isEmpty();

		JsonNode problems = tried(proposed.replace("Paid", "Fee"), day).path("problems");

		assertThat(problems).hasSize(1);
		assertThat(problems.at("/0/profile").asString()).isEqualTo("proposed");
		assertThat(problems.at("/0/fileLine").asInt()).isEqualTo(3);
		assertThat(problems.at("/0/reason").asString())
			.isEqualTo("The balance should be 9950 paise but is 9800; 2 sums are wrong");
	}

	/** Each problem is a row that is written while the account is locked. */
	@Test
	void countsTheWrongSumsOfAStatementAfterAHundred() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(1);
		version("wrong", 1, day, "x");
		String account = account("990000000004", "wrong");
		StringBuilder csv = new StringBuilder("Day,Text,Paid,Left\n");
		for (int i = 0; i < 104; i++) {
			csv.append("%s,A,1.00,%d.00\n".formatted(day, 1000 - i));
		}
		drop(account, "wrong.csv", csv.toString());
		assertThat(ended("wrong.csv").status()).isEqualTo(ReceivedStatementFile.Status.LOADED);
		List<String> reasons = this.jdbc.sql(
				"SELECT reason FROM bank_statement_problem WHERE kind = 'WRONG_SUM' AND file_name = 'wrong.csv' ORDER BY 1")
			.query(String.class)
			.list();
		assertThat(reasons).hasSize(102)
			.filteredOn((reason) -> !reason.startsWith("The balance should be"))
			.satisfiesExactlyInAnyOrder((closing) -> assertThat(closing).contains("the closing balance is"),
					(more) -> assertThat(more).isEqualTo("and 3 more wrong sums"));
		JsonNode problems = tried(PROPOSED.formatted("wrong", day, "y"), day).path("problems");
		assertThat(problems).as("a mistake of the bank").hasSize(1);
		assertThat(problems.at("/0/profile").asString()).isEqualTo("present");
	}

	/** Nothing but a repetition would be reported. */
	@Test
	void namesTheSumThatIsTooLarge() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(1);
		version("large", 1, day, "x");
		String account = account("990000000005", "large");
		String csv = "Day,Text,Paid,Left\n" + "%s,A,9999999999999999.99,1.00\n".formatted(day).repeat(10);
		drop(account, "large.csv", csv);
		ReceivedStatementFile file = ended("large.csv");
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);
		assertThat(file.failure())
			.startsWith("The credits of statement CSV %1$s of %1$s add up to more than ".formatted(day));
	}

	private long rowsOfStatements() {
		return this.jdbc.sql(
				"SELECT (SELECT count(*) FROM bank_statement) + (SELECT count(*) FROM bank_statement_problem) + (SELECT count(*) FROM statement_file)")
			.query(Long.class)
			.single();
	}

	/** Tries every division of the narration into six parts. */
	@Test
	void aPatternThatBacktracksWithoutEndRejectsTheFile() {
		LocalDate day = LocalDate.now(India.ZONE).minusDays(1);
		version("endless", 1, day, "^(.*)(.*)(.*)(.*)(.*)(.*)#$");
		String account = account("990000000002", "endless");
		drop(account, "endless.csv", "Day,Text,Paid,Left\n%s,%s!,-1.00,99.00\n".formatted(day, "a".repeat(60)));
		ReceivedStatementFile file = ended("endless.csv");
		assertThat(file.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);
		assertThat(file.failure()).contains("(.*)(.*)#", "backtracks too often");
	}

}
