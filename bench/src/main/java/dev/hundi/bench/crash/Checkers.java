package dev.hundi.bench.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.approval.Approvals;
import dev.hundi.payout.PayoutApproval;
import dev.hundi.payout.PayoutApprovals;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.PostgresServer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The checkers of all payers, as a process that can be killed in the middle of a
 * decision. It approves most payouts, rejects some and lets the approvals of others
 * expire. It also moves the time of every second scheduled payout close, because the API
 * accepts only times that a short campaign does not reach. What it does depends on the id
 * alone, so that a restarted one continues and the verdict can be computed from the ids.
 */
public final class Checkers {

	private static final int MOST_AT_ONCE = 50;

	private static final String SOCKET_TIMEOUT_SECONDS = "20";

	private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(200);

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final PayoutApprovals approvals;

	private Checkers(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource);
		this.transaction = new TransactionTemplate(transactions);
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(JdbcClient.class, () -> this.jdbc);
		context.registerBean(PlatformTransactionManager.class, () -> transactions);
		context.register(Transactions.class, Approvals.class, PayoutApprovals.class);
		context.refresh();
		this.approvals = context.getBean(PayoutApprovals.class);
	}

	static ChildProcess start(Platform platform, Path directory) {
		return ChildProcess.start("The checkers", Checkers.class.getName(), directory.resolve("log/checkers.log"),
				List.of("-Xmx128m"), List.of(platform.databaseUrl()));
	}

	/** Whether the time of a scheduled payout without an approval is moved close. */
	static boolean isMoved(UUID payoutId) {
		return payoutId.hashCode() % 2 == 0;
	}

	/**
	 * Decides until it is killed.
	 * @param args the URL of the database
	 */
	public static void main(String[] args) {
		HikariDataSource dataSource = new HikariDataSource();
		dataSource.setJdbcUrl(args[0]);
		dataSource.setUsername(PostgresServer.username);
		dataSource.setPassword(PostgresServer.password);
		dataSource.setMaximumPoolSize(2);
		// As in the applications: a server that was killed may never answer.
		dataSource.addDataSourceProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
		dataSource.setInitializationFailTimeout(-1);
		Checkers checkers = new Checkers(dataSource);
		while (true) {
			checkers.decideAll();
			LockSupport.parkNanos(BETWEEN_ROUNDS.toNanos());
		}
	}

	private void decideAll() {
		try {
			this.jdbc.sql(
					"SELECT business_id, min(person_id::text)::uuid AS person_id FROM membership WHERE role = 'CHECKER' GROUP BY 1")
				.query(Checker.class)
				.list()
				.forEach((checker) -> this.approvals
					.waiting(checker.businessId, checker.personId, PayoutApprovals.Order.AGE, null, MOST_AT_ONCE)
					.forEach((approval) -> decide(checker, approval)));
			moveTimes();
		}
		catch (DataAccessException | TransactionException ex) {
			// The database was killed. The next round reads what is still open.
			System.out.println("Interrupted: " + ex);
		}
	}

	private void decide(Checker checker, PayoutApproval approval) {
		UUID id = approval.approvalId();
		switch (Decision.about(id)) {
			case REJECT -> this.approvals.reject(checker.businessId, id, checker.personId, "Not ordered");
			case LET_EXPIRE -> expire(id);
			case APPROVE -> this.approvals.approve(checker.businessId, id, checker.personId);
		}
	}

	/** The hours that an approval is open for have passed. */
	private void expire(UUID approvalId) {
		withoutTriggers(approvalId, """
				UPDATE approval SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
				 WHERE approval_id = :id AND state = 'OPEN'
				""", """
				UPDATE payout_hold SET decide_until = now() - interval '1 hour'
				 WHERE approval_id = :id AND reason = 'APPROVAL'
				""");
	}

	/** An approval is about the time of its payout, so that time stays. */
	private void moveTimes() {
		this.jdbc.sql("""
				SELECT payout_id FROM payout_hold
				 WHERE reason = 'SCHEDULED' AND approval_id IS NULL AND scheduled_for > now() + interval '5 seconds'
				""").query(UUID.class).list().stream().filter(Checkers::isMoved).forEach((id) -> withoutTriggers(id, """
				UPDATE payout_hold SET scheduled_for = now() + interval '1 second'
				 WHERE payout_id = :id AND reason = 'SCHEDULED'
				"""));
	}

	/** Changes times, which no role may change. */
	private void withoutTriggers(UUID id, String... updates) {
		this.transaction.executeWithoutResult((status) -> {
			this.jdbc.sql("SET LOCAL session_replication_role = replica").update();
			for (String update : updates) {
				this.jdbc.sql(update).param("id", id).update();
			}
		});
	}

	/** What becomes of an approval, unless its payout is cancelled before. */
	enum Decision {

		APPROVE, REJECT, LET_EXPIRE;

		static Decision about(UUID approvalId) {
			return switch (Math.floorMod(approvalId.hashCode(), 10)) {
				case 0, 1 -> REJECT;
				case 2, 3 -> LET_EXPIRE;
				default -> APPROVE;
			};
		}

	}

	@EnableTransactionManagement(proxyTargetClass = true)
	static class Transactions {

	}

	private record Checker(UUID businessId, UUID personId) {
	}

}
