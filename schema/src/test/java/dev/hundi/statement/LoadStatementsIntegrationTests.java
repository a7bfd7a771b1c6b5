package dev.hundi.statement;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

/**
 * Loading lines while the next ones are read, and failures on either side. All loads
 * share one connection, so that a load meets the leftovers of the previous one.
 */
class LoadStatementsIntegrationTests {

	/** More than one COPY. */
	private static final int MANY = 45_000;

	private static final String ACCOUNT = "50100012345678";

	private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

	private static final TestDatabase database = TestDatabase.create();

	private static final HikariDataSource one = one();

	private static final AtomicInteger loads = new AtomicInteger();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final StatementFiles files = new StatementFiles(this.jdbc);

	private final LoadStatements load = transactional(new LoadStatements(new JdbcTemplate(one)));

	private static HikariDataSource one() {
		HikariDataSource one = new HikariDataSource();
		one.setJdbcUrl(database.url());
		one.setUsername("postgres");
		one.setPassword("postgres");
		one.setMaximumPoolSize(1);
		return one;
	}

	private static LoadStatements transactional(LoadStatements load) {
		ProxyFactory proxy = new ProxyFactory(load);
		proxy.addAdvice(new TransactionInterceptor(new JdbcTransactionManager(one),
				new AnnotationTransactionAttributeSource()));
		return (LoadStatements) proxy.getProxy();
	}

	@BeforeAll
	static void account() {
		JdbcClient.create(database.dataSource())
			.sql("""
					INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes,
					                           account_number)
					VALUES ('Hundi', 'HDFC0000001', 'HDFC', 'Fort', 'NODAL', '{IMPS}', :account)
					""")
			.param("account", ACCOUNT)
			.update();
	}

	@AfterAll
	static void close() {
		one.close();
		database.close();
	}

	@AfterEach
	void noSenderRunsAndAnotherFileCanBeLoaded() throws Exception {
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("copy-sender")));
		String reference = reference();
		assertThat(load((sink) -> statement(sink, reference, 3))).isEqualTo(3);
		assertThat(lines(reference)).isEqualTo(3);
	}

	@Test
	void storesEveryLineOfEachStatementInOrder() throws Exception {
		String first = reference();
		String second = reference();
		assertThat(load((sink) -> {
			statement(sink, first, MANY);
			statement(sink, second, 20_000);
		})).isEqualTo(MANY + 20_000);
		assertThat(lines(first)).isEqualTo(MANY);
		assertThat(lines(second)).isEqualTo(20_000);
		assertThat(this.jdbc.sql("SELECT count(*) FROM bank_statement_line WHERE narration <> 'Line ' || line_number")
			.query(Long.class)
			.single()).isZero();
	}

	@Test
	void storesNothingWhenTheDatabaseRefusesALine() {
		String reference = reference();
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> load((sink) -> {
			begin(sink, reference);
			lines(sink, MANY);
			sink.line(line("x".repeat(2_001)));
			sink.end();
		})).withMessageContaining("bank_statement_line_narration_check");
		assertThat(lines(reference)).isZero();
	}

	@Test
	void reportsARefusedLineWhileLinesAreStillSent() {
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> load((sink) -> {
			begin(sink, reference());
			sink.line(line("x".repeat(2_001)));
			linesUntilRefused(sink);
		})).withMessageContaining("bank_statement_line_narration_check");
	}

	@Test
	void reportsALostConnectionWhileLinesAreStillSent() {
		String reference = reference();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> load((sink) -> {
			begin(sink, reference);
			lines(sink, MANY);
			assertThat(copying("pg_terminate_backend(pid)", "true")).isOne();
			linesUntilRefused(sink);
		}));
		assertThat(lines(reference)).isZero();
	}

	@Test
	void storesNothingOfAFileThatCannotBeReadToItsEnd() {
		String reference = reference();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> load((sink) -> {
			begin(sink, reference);
			lines(sink, MANY);
			throw new IOException("The disk failed");
		})).withMessage("The disk failed");
		assertThatExceptionOfType(RejectedStatementException.class).isThrownBy(() -> load((sink) -> {
			begin(sink, reference);
			lines(sink, 100);
			throw new RejectedStatementException(7, "Not XML");
		})).withMessage("Not XML");
		assertThat(lines(reference)).isZero();
	}

	/** Another transaction locks the table, so that not even the first part is stored. */
	@Test
	void endsAnInterruptedLoadThatWaitsForALock() throws SQLException {
		String reference = reference();
		try (Connection other = database.dataSource().getConnection(); Statement lock = other.createStatement()) {
			other.setAutoCommit(false);
			lock.execute("LOCK TABLE bank_statement_line IN EXCLUSIVE MODE");
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> load((sink) -> {
				begin(sink, reference);
				lines(sink, 1_000);
				await().until(() -> copying("pid", "wait_event_type = 'Lock'") == 1);
				Thread.currentThread().interrupt();
				linesUntilRefused(sink);
			})).withMessageContaining("Interrupted");
			assertThat(Thread.interrupted()).isTrue();
			other.rollback();
		}
		assertThat(lines(reference)).isZero();
	}

	@Test
	void endsALoadThatIsInterruptedWhileItsLastLinesWaitForALock() throws SQLException {
		String reference = reference();
		Thread loader = Thread.currentThread();
		try (Connection other = database.dataSource().getConnection(); Statement lock = other.createStatement()) {
			other.setAutoCommit(false);
			lock.execute("LOCK TABLE bank_statement_line IN EXCLUSIVE MODE");
			Thread.startVirtualThread(() -> {
				await().until(() -> copying("pid", "wait_event_type = 'Lock'") == 1);
				loader.interrupt();
			});
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> load((sink) -> statement(sink, reference, 3)))
				.withMessageContaining("Interrupted");
			assertThat(Thread.interrupted()).isTrue();
			other.rollback();
		}
		assertThat(lines(reference)).isZero();
	}

	private long copying(String what, String where) {
		return this.jdbc
			.sql("SELECT count(" + what + ") FROM pg_stat_activity WHERE datname = current_database()"
					+ " AND query LIKE 'COPY bank_statement_line%' AND " + where)
			.query(Long.class)
			.single();
	}

	private int load(StatementContent content) throws RejectedStatementException, IOException {
		byte[] sha256 = new byte[32];
		String name = "file-" + loads.incrementAndGet();
		byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
		System.arraycopy(bytes, 0, sha256, 0, bytes.length);
		this.files.receive(sha256, name, name, 1, StatementSource.UPLOAD, null);
		ClaimedStatementFile claimed = this.files.claim(Duration.ofHours(1)).orElseThrow();
		return this.load.load(claimed, StatementFormat.CSV, content);
	}

	private static String reference() {
		return "S-" + loads.incrementAndGet();
	}

	private static void statement(StatementSink sink, String reference, int count) throws RejectedStatementException {
		begin(sink, reference);
		lines(sink, count);
		sink.end();
	}

	private static void begin(StatementSink sink, String reference) throws RejectedStatementException {
		sink.begin(new StatementHead(ACCOUNT, DAY, reference, 1, 0, loads.incrementAndGet()));
	}

	private static void lines(StatementSink sink, int count) {
		for (int i = 1; i <= count; i++) {
			sink.line(line("Line " + i));
		}
	}

	/** Returns only by a failure. */
	private static void linesUntilRefused(StatementSink sink) {
		lines(sink, 1_000_000);
		fail("A million lines were accepted without a failure");
	}

	private static StatementLine line(@Nullable String narration) {
		return new StatementLine(Direction.DEBIT, 1_00, DAY, DAY, LineKind.PAYMENT, null, null, null, null, null, null,
				null, null, null, null, narration, false);
	}

	private long lines(String reference) {
		return this.jdbc.sql("""
				SELECT count(*) FROM bank_statement_line JOIN bank_statement USING (bank_statement_id)
				 WHERE statement_reference = :reference
				""").param("reference", reference).query(Long.class).single();
	}

}
