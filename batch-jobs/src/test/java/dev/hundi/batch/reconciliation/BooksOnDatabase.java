package dev.hundi.batch.reconciliation;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankConflicts;
import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.filestore.FileStore;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.work.LeasedWork;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.awaitility.Awaitility.await;

/**
 * batch-jobs with its own database and generated bank statements. Money moves today; the
 * day that is closed is tomorrow, so that a test may run across midnight. Each test
 * begins with an empty database.
 */
final class BooksOnDatabase implements AutoCloseable {

	final TestDatabase database = TestDatabase.create();

	final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private static final String DELETE_ALL = """
			SET session_replication_role = replica;
			DO $$
			DECLARE
			  each_table text;
			BEGIN
			  FOR each_table IN
			    SELECT DISTINCT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
			     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'ledger_account'
			       AND column_name IN ('business_id', 'nodal_account_id', 'run_id', 'break_id', 'statement_file_id', 'bank_statement_id')
			  LOOP
			    EXECUTE format('DELETE FROM %I', each_table);
			  END LOOP;
			  DELETE FROM ledger_account WHERE business_id IS NOT NULL;
			  DELETE FROM bank_calendar;
			  DELETE FROM reconciliation_rules WHERE version > 1;
			END $$;
			SET session_replication_role = origin
			""";

	LocalDate day = LocalDate.EPOCH;

	final ConfigurableApplicationContext context;

	private final List<Line> lines = new ArrayList<>();

	private long closingPaise;

	BooksOnDatabase(Path directory) {
		closeWithoutWorkers();
		List<String> arguments = List.of("--hundi.database.url=" + this.database.url(),
				"--hundi.database.username=hundi_batch", "--hundi.database.password=postgres",
				"--hundi.management.port=0", "--hundi.file-store=" + directory.resolve("files"),
				"--hundi.reconciliation.poll-interval=1d", "--hundi.reconciliation.retry-after=20ms",
				"--hundi.reconciliation.lease=1s", "--hundi.reconciliation.attempts=1000",
				"--hundi.statement.poll-interval=100ms");
		this.context = BatchJobsApplication.builder().run(arguments.toArray(String[]::new));
		begin(today().plusDays(1));
	}

	/**
	 * The proof of the books makes parallel plans even of a few rows, and starting their
	 * workers would cost most of a closing. Closings of whole platforms and of bench's
	 * injected faults have them.
	 */
	private void closeWithoutWorkers() {
		this.jdbc.sql("""
				DO $$ BEGIN
				  EXECUTE format('ALTER DATABASE %I SET max_parallel_workers_per_gather = 0', current_database());
				END $$
				""").update();
	}

	/** What the staff asks of the application. */
	StaffRequests requests() {
		return new StaffRequests(this.database.url(), this.jdbc, this.context.getBean(FileStore.class));
	}

	static LocalDate today() {
		return LocalDate.now(ZoneId.of("Asia/Kolkata"));
	}

	/**
	 * Deletes everything and inserts an empty statement of the day before.
	 * @param day day to be closed
	 */
	final void begin(LocalDate day) {
		this.day = day;
		this.lines.clear();
		this.closingPaise = 0;
		this.jdbc.sql(DELETE_ALL).update();
		bean(NodalAccounts.class).activate(
				new NodalAccount("Hundi", "SBOX0000001", "Sandbox Bank", "Fort", "NODAL", List.of("IMPS", "NEFT")));
		statement(day.minusDays(1));
	}

	/** A line of a bank statement. */
	record Line(String direction, long amountPaise, String kind, @Nullable String utr, @Nullable String reference,
			@Nullable String virtualAccount) {
	}

	<T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.context, this.database.url(), type,
				Set.of(NodalAccounts.class, StatementAccounts.class, DebitWallets.class, BankAttempts.class,
						BankCallbacks.class, BankConflicts.class, BankFileReports.class));
	}

	/** A business with ₹10,000.00 that the next statement reports. */
	TestBusiness business() {
		TestBusiness business = TestBusiness.create(this.database);
		String utr = "FUND" + business.id().toString().substring(24).toUpperCase(Locale.ROOT);
		bean(TopUpWallet.class).topUp(business.id(), 10_000_00, utr, "Opening");
		this.lines.add(new Line("CREDIT", 10_000_00, "CREDIT", utr, null, account(business)));
		return business;
	}

	String account(TestBusiness business) {
		return this.jdbc.sql("SELECT virtual_account_number FROM wallet WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
	}

	/** A payout of ₹100.00 whose outcome at the bank is unknown. */
	Attempt doubt(TestBusiness business) {
		UUID payout = business.payout(100_00, 4_00, 72);
		bean(DebitWallets.class).debit(business.id(), List.of(payout));
		List<PaymentOrder> orders = bean(BankAttempts.class).claim(List.of(new PayoutKey(business.id(), payout)),
				"sandbox", Duration.ofMinutes(1));
		Attempt attempt = orders.getFirst().attempt();
		bean(BankAttempts.class).inDoubt(attempt, "it does not answer", Duration.ofDays(1));
		return attempt;
	}

	/** A payout of ₹100.00 that the bank has reported as paid. */
	Attempt paid(TestBusiness business, String utr) {
		Attempt attempt = doubt(business);
		bean(SettlePayout.class).succeeded(attempt, BankReport.of(utr, null));
		return attempt;
	}

	void bankLine(String direction, long amountPaise, String kind, @Nullable String utr, @Nullable Attempt attempt,
			@Nullable String virtualAccount) {
		this.lines.add(new Line(direction, amountPaise, kind, utr,
				(attempt != null) ? BankReference.of(attempt.payout().payoutId()) : null, virtualAccount));
	}

	/** Inserts a statement of the day to be closed with all lines so far. */
	UUID statement() {
		return statement(this.day);
	}

	/** Money moves at the bank, and no statement shows it. */
	void gap(long paise) {
		this.closingPaise += paise;
	}

	/** Inserts a statement of a day with all lines since the previous one. */
	UUID statement(LocalDate date) {
		return statement(date, 0);
	}

	/**
	 * Inserts a statement whose closing balance differs from the sum of its lines.
	 * @param wrongPaise stated minus computed closing balance
	 */
	UUID statement(LocalDate date, long wrongPaise) {
		UUID id = UUID.randomUUID();
		long account = account();
		long credits = this.lines.stream()
			.filter((line) -> line.direction.equals("CREDIT"))
			.mapToLong(Line::amountPaise)
			.sum();
		long debits = this.lines.stream().mapToLong(Line::amountPaise).sum() - credits;
		List<Object[]> rows = new ArrayList<>();
		for (Line line : this.lines) {
			rows.add(new Object[] { id, rows.size() + 1, account, date, line.direction, line.amountPaise, date, date,
					line.kind, line.utr, line.reference, line.virtualAccount });
		}
		new TransactionTemplate(bean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			bean(JdbcClient.class)
				.sql("""
						INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source,
						                            file_name, sha256, opening_paise, closing_paise)
						VALUES (:id, :account, :day, 'S' || :reference::text, 'CSV', 'UPLOAD', 'x', sha256(convert_to(:reference, 'UTF8')), :opening, :closing)
						""")
				.param("id", id)
				.param("account", account)
				.param("reference", id.toString())
				.param("day", date)
				.param("opening", this.closingPaise)
				.param("closing", this.closingPaise + credits - debits + wrongPaise)
				.update();
			bean(JdbcTemplate.class).batchUpdate(
					"""
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
							       amount_paise, booked_on, value_on, kind, utr, reference, virtual_account_number)
							VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
							""",
					rows);
			bean(JdbcClient.class).sql("""
					UPDATE bank_statement SET line_count = :lines, credit_paise = :credits, debit_paise = :debits
					 WHERE bank_statement_id = :id
					""")
				.param("id", id)
				.param("lines", rows.size())
				.param("credits", credits)
				.param("debits", debits)
				.update();
		});
		this.closingPaise += credits - debits + wrongPaise;
		this.lines.clear();
		return id;
	}

	long account() {
		return this.jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active").query(Long.class).single();
	}

	ReconciliationRun request(boolean dry) {
		return request(this.day, dry);
	}

	private ReconciliationRun request(LocalDate date, boolean dry) {
		return request(date, dry, false);
	}

	private ReconciliationRun request(LocalDate date, boolean dry, boolean full) {
		if (!dry) {
			closeBefore(date);
		}
		return ask(date, dry, full);
	}

	private ReconciliationRun ask(LocalDate date, boolean dry, boolean full) {
		return bean(ReconciliationRuns.class).request(date, dry, full, "Asha", Instant.now().plus(Duration.ofDays(9)));
	}

	/** Closes the days before a day that are not closed, one after the other. */
	private void closeBefore(LocalDate date) {
		LocalDate next = this.jdbc.sql("""
				SELECT coalesce((SELECT max(business_date) + 1 FROM reconciliation_run WHERE NOT is_dry),
				                (SELECT min(business_date) FROM bank_statement))
				""").query(LocalDate.class).single();
		for (; next.isBefore(date); next = next.plusDays(1)) {
			closeHere(ask(next, false, false));
		}
	}

	/** Without the application, which would claim what a test asks for next. */
	private void closeHere(ReconciliationRun asked) {
		ReconciliationRuns runs = bean(ReconciliationRuns.class);
		runs.claim(Duration.ofMinutes(1)).ifPresent((run) -> {
			for (ReconciliationStep step : ReconciliationStep.values()) {
				bean(ReconcileDay.class).run(step, run);
			}
			runs.done(run);
		});
		await().until(() -> runs.find(asked.runId()).orElseThrow().state().equals("DONE"));
	}

	/** Requests the day and waits for its run. */
	ReconciliationRun close(boolean dry) {
		return close(this.day, dry);
	}

	/** Closes the day with all lines since the day before, and begins the next. */
	ReconciliationRun closeDay() {
		statement();
		ReconciliationRun run = close(false);
		this.day = this.day.plusDays(1);
		return run;
	}

	/** A dry run that locked a wallet or a payout would wait here. */
	ReconciliationRun dryRunWhileWalletsAreLocked() {
		TransactionTemplate locking = new TransactionTemplate(new JdbcTransactionManager(this.database.dataSource()));
		return Objects.requireNonNull(locking.execute((status) -> {
			this.jdbc.sql("SELECT FROM wallet FOR UPDATE").query().listOfRows();
			this.jdbc.sql("SELECT FROM payout FOR NO KEY UPDATE").query().listOfRows();
			return close(true);
		}));
	}

	/** Requests a day and waits for its run. */
	ReconciliationRun close(LocalDate date, boolean dry) {
		return finish(request(date, dry));
	}

	/** A dry run of a day with a proof of every row of the books. */
	ReconciliationRun proveAll(LocalDate date) {
		return finish(request(date, true, true));
	}

	private ReconciliationRun finish(ReconciliationRun asked) {
		runDue();
		ReconciliationRuns runs = bean(ReconciliationRuns.class);
		return await().pollInterval(Duration.ofMillis(10))
			.until(() -> runs.find(asked.runId()).orElseThrow(), (run) -> run.completedAt() != null || isRetried(run));
	}

	/** Starts the run that is due, if none is running. */
	void runDue() {
		this.context.getBean("reconciliations", LeasedWork.class).wake();
	}

	/**
	 * Claims no run until the end, so that only the test or another process does. The end
	 * of an earlier run would wake the application at any time.
	 */
	Pause claimNothing() {
		LeasedWork<?, ?> work = this.context.getBean("reconciliations", LeasedWork.class);
		work.stop();
		return work::start;
	}

	/** Ends with its close. */
	@FunctionalInterface
	interface Pause extends AutoCloseable {

		@Override
		void close();

	}

	/** Locks every wallet until the end, so that no run posts anything. */
	Connection lockWallets() throws SQLException {
		Connection holder = this.database.dataSource().getConnection();
		holder.setAutoCommit(false);
		try (Statement lock = holder.createStatement()) {
			lock.execute("SELECT FROM wallet FOR UPDATE");
		}
		return holder;
	}

	/** A failed run is due again at once, but is not claimed before the next wake-up. */
	private static boolean isRetried(ReconciliationRun run) {
		return run.failure() != null && run.state().equals("DUE");
	}

	List<OpenBreak> breaks() {
		return bean(Breaks.class).list(null, false, 1_000);
	}

	/** Changes a row without triggers and constraints. */
	void spoil(String sql, UUID id) {
		WithoutTriggers.sql(this.jdbc, sql).param("id", id).update();
	}

	/** The ledger transaction that took the payout's money from its wallet. */
	UUID debitOf(UUID payoutId) {
		return this.jdbc
			.sql("SELECT transaction_id FROM ledger_transaction WHERE payout_id = :id AND kind = 'PAYOUT_DEBIT'")
			.param("id", payoutId)
			.query(UUID.class)
			.single();
	}

	/** Adds an exception to the bank calendar, as two people. */
	void calendar(LocalDate date, boolean open, String name) {
		BankCalendar calendar = bean(BankCalendar.class);
		calendar.approve(calendar.propose(new BankCalendar.Day(date, open, name), "Asha").changeId(), "Bharat");
	}

	/** Violates every rule of the books in one payout or wallet each. */
	String[] violateEachRule() {
		TestBusiness business = business();
		UUID unequal = paid(business, "325000000021").payout().payoutId();
		UUID open = paid(business, "325000000022").payout().payoutId();
		UUID skipped = paid(business, "325000000023").payout().payoutId();
		UUID illegal = paid(business, "325000000024").payout().payoutId();
		TestBusiness rich = business();
		TestBusiness holed = business();
		doubt(holed);
		spoil("UPDATE ledger_entry SET amount_paise = amount_paise + 1 WHERE account_id = 2"
				+ " AND transaction_id IN (SELECT transaction_id FROM ledger_transaction WHERE payout_id = :id)",
				unequal);
		spoil("UPDATE payout SET status = 4, completed_at = NULL WHERE payout_id = :id", open);
		spoil("DELETE FROM payout_event WHERE sequence = 2 AND payout_id = :id", skipped);
		spoil("UPDATE payout_event SET from_status = 12 WHERE status = 11 AND payout_id = :id", illegal);
		spoil("UPDATE wallet SET balance_paise = balance_paise + 1 WHERE business_id = :id", rich.id());
		spoil("DELETE FROM wallet_movement WHERE sequence = 1 AND business_id = :id", holed.id());
		return new String[] { "entries do not sum to zero: " + debitOf(unequal),
				"payout status disagrees with its postings: " + open, "payout differs from its newest event: " + open,
				"clearing holds what is not in flight: clearing:IMPS", "payout events are not contiguous: " + skipped,
				"payout took an illegal path: " + illegal, "wallet differs from its ledger entries: " + rich.id(),
				"wallet differs from its newest movement: " + rich.id(), "movement sequence has a gap: " + holed.id() };
	}

	/** Details of the breaks about violated rules. */
	List<String> brokenRules() {
		return breaks().stream()
			.filter((found) -> found.type().equals("LEDGER_AGAINST_PAYOUT"))
			.map(OpenBreak::detail)
			.toList();
	}

	long rowsThePlannerKnows(String table) {
		return this.jdbc.sql("SELECT reltuples FROM pg_class WHERE oid = cast(:table AS regclass)")
			.param("table", table)
			.query(Long.class)
			.single();
	}

	long ledgerPaise(String account) {
		return this.jdbc.sql(
				"SELECT coalesce(sum(amount_paise), 0) FROM ledger_entry JOIN ledger_account USING (account_id) WHERE code = :code")
			.param("code", account)
			.query(Long.class)
			.single();
	}

	List<String> violations() {
		return this.jdbc.sql("SELECT rule || ': ' || subject FROM money_violation").query(String.class).list();
	}

	@Override
	public void close() {
		this.context.close();
		this.database.close();
	}

}
