package dev.hundi.bench.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

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

/**
 * The checkers of all payers, as a process that can be killed in the middle of a
 * decision. It approves most payouts, rejects some and lets the approvals of others
 * expire. What it does depends on the id alone, so that a restarted one continues.
 */
final class Checkers {

	private static final int MOST_AT_ONCE = 50;

	private final JdbcClient jdbc;

	private final PayoutApprovals approvals;

	private Checkers(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(JdbcClient.class, () -> this.jdbc);
		context.registerBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
		context.register(Approvals.class, PayoutApprovals.class);
		context.refresh();
		this.approvals = context.getBean(PayoutApprovals.class);
	}

	/** Starts the process. */
	static ChildProcess start(Platform platform, Path directory) {
		return ChildProcess.start("The checkers", Checkers.class.getName(), directory.resolve("log/checkers.log"),
				List.of("-Xmx128m"), List.of(platform.databaseUrl()));
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
		dataSource.setInitializationFailTimeout(-1);
		Checkers checkers = new Checkers(dataSource);
		while (true) {
			checkers.decideAll();
			ChildProcess.pause();
		}
	}

	private void decideAll() {
		try {
			this.jdbc.sql(
					"SELECT business_id, min(person_id::text)::uuid AS person_id FROM membership WHERE role = 'CHECKER' GROUP BY 1")
				.query(Checker.class)
				.list()
				.forEach((checker) -> this.approvals
					.waiting(checker.businessId, checker.personId, PayoutApprovals.Order.AGE, MOST_AT_ONCE)
					.forEach((approval) -> decide(checker, approval)));
		}
		catch (DataAccessException | TransactionException ex) {
			// The database was killed. The next round reads what is still open.
			System.out.println("Interrupted: " + ex);
		}
	}

	private void decide(Checker checker, PayoutApproval approval) {
		UUID id = approval.approvalId();
		switch (Math.floorMod(id.hashCode(), 10)) {
			case 0, 1 -> this.approvals.refuse(checker.businessId, id, checker.personId, "Not ordered");
			case 2, 3 -> expire(id);
			default -> this.approvals.agree(checker.businessId, id, checker.personId);
		}
	}

	/** The hours that an approval is open for have passed. */
	private void expire(UUID approvalId) {
		this.jdbc
			.sql("""
					BEGIN;
					SET LOCAL session_replication_role = replica;
					UPDATE approval SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
					 WHERE approval_id = '%1$s' AND state = 'OPEN';
					UPDATE payout_hold SET decide_until = now() - interval '1 hour' WHERE approval_id = '%1$s' AND reason = 'APPROVAL';
					COMMIT
					"""
				.formatted(approvalId))
			.update();
	}

	private record Checker(UUID businessId, UUID personId) {
	}

}
