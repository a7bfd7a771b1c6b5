package dev.hundi.reconciliation;

import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.statement.ArrangeStatements;
import dev.hundi.statement.StatementFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Releases a held statement, and withdraws a loaded one: its effects are reversed by
 * counter-postings, its matches revoked and kept as history, and its lines are no longer
 * open. Runs in the transaction of the approval, under the lock of the book.
 */
final class ResolveStatements {

	private final JdbcClient jdbc;

	private final ArrangeStatements arrange;

	private final StatementFiles files;

	private final Matches matches;

	private final Reversals reversals;

	private final Breaks breaks;

	private final Resolutions resolutions;

	ResolveStatements(JdbcClient jdbc, ArrangeStatements arrange, StatementFiles files, Matches matches,
			Reversals reversals, Breaks breaks, Resolutions resolutions) {
		this.jdbc = jdbc;
		this.arrange = arrange;
		this.files = files;
		this.matches = matches;
		this.reversals = reversals;
		this.breaks = breaks;
		this.resolutions = resolutions;
	}

	/**
	 * Accepts a held statement; the next run collects it.
	 * @throws IllegalStateException if it is not held, or the same reference and page is
	 * accepted
	 */
	void release(long account, Resolution resolution) {
		UUID statement = statement(resolution).bankStatementId();
		this.arrange.lock(account);
		requireStatus(statement, "HELD");
		this.jdbc.sql("UPDATE bank_statement SET release_id = :resolution WHERE bank_statement_id = :id")
			.param("resolution", resolution.resolutionId())
			.param("id", statement)
			.update();
		this.arrange.arrange(account);
		requireStatus(statement, "ACCEPTED");
	}

	/**
	 * Withdraws a statement.
	 * @throws IllegalStateException if it is withdrawn, something of it is signed off, a
	 * wallet does not cover a reversal, or the replacement is not a rejected file
	 */
	void withdraw(long account, Resolution resolution, String checker) {
		ResolvedStatement wanted = statement(resolution);
		UUID statement = wanted.bankStatementId();
		this.arrange.lock(account);
		if ("WITHDRAWN".equals(status(statement))) {
			throw new IllegalStateException("Statement " + statement + " is withdrawn already");
		}
		this.resolutions.requireNotSigned(statement);
		this.matches.revokeAll(resolution.resolutionId(), statement);
		for (Matches.Entry posted : postedFor(resolution.resolutionId(), statement)) {
			this.matches.addRevoked(account, resolution.resolutionId(), posted,
					this.reversals.reverse(resolution.resolutionId(), posted, wanted.toSuspense()));
		}
		this.matches.reopenRevoked(account, resolution.resolutionId(), statement);
		this.matches.dropLines(statement);
		recordRevoked(resolution, checker);
		this.jdbc
			.sql("""
					UPDATE bank_statement SET status = 'WITHDRAWN', hold_reason = NULL, day_position = NULL, withdrawal_id = :resolution
					 WHERE bank_statement_id = :id
					""")
			.param("resolution", resolution.resolutionId())
			.param("id", statement)
			.update();
		this.arrange.arrange(account);
		UUID replacement = wanted.replacementFileId();
		if (replacement != null && !this.files.retry(replacement)) {
			throw new IllegalStateException(
					"File " + replacement + " is not rejected, so it cannot replace a statement");
		}
	}

	/**
	 * What runs posted for lines of the statement and nothing else proves by now, also if
	 * the match was revoked before; and what resolutions posted or restored for the
	 * revoked matches. In the order in which wallets are locked.
	 */
	private List<Matches.Entry> postedFor(long resolutionId, UUID statement) {
		return this.jdbc
			.sql("""
					SELECT i.business_id, i.transaction_id
					  FROM reconciliation_revoked_item i
					  JOIN reconciliation_resolution made
					    ON made.resolution_id = i.match_resolution_id AND made.transaction_id = i.transaction_id
					 WHERE i.resolution_id = :resolution
					UNION
					SELECT i.business_id, i.transaction_id
					  FROM reconciliation_revoked_item i
					  JOIN reconciliation_late_entry late ON late.transaction_id = i.transaction_id AND late.posted_here
					 WHERE i.match_id IN (SELECT match_id FROM reconciliation_revoked_item WHERE bank_statement_id = :statement)
					   AND i.rule IN ('EFFECT', 'TOLERANCE')
					   AND NOT EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = i.transaction_id)
					UNION
					SELECT i.business_id, i.transaction_id
					  FROM reconciliation_revoked_item i
					 WHERE i.resolution_id = :resolution AND %s
					 ORDER BY business_id, transaction_id
					"""
				.formatted(Reversals.RESTORED_BY.formatted("i.transaction_id", "i.match_resolution_id")))
			.param("resolution", resolutionId)
			.param("statement", statement)
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.list();
	}

	private void recordRevoked(Resolution resolution, String checker) {
		this.jdbc.sql("""
				SELECT DISTINCT unnest(made.break_ids) AS break_id
				  FROM reconciliation_revoked_item i
				  JOIN reconciliation_resolution made ON made.resolution_id = i.match_resolution_id
				 WHERE i.resolution_id = :resolution ORDER BY 1
				""")
			.param("resolution", resolution.resolutionId())
			.query(Long.class)
			.list()
			.forEach((breakId) -> this.breaks.recordEvent(Objects.requireNonNull(breakId), "REVOKED", checker,
					"Resolution %d withdrew the statement: %s".formatted(resolution.resolutionId(),
							resolution.reason())));
	}

	private void requireStatus(UUID statement, String status) {
		String present = status(statement);
		if (!status.equals(present)) {
			throw new IllegalStateException("Statement %s must be %s but is %s".formatted(statement, status, present));
		}
	}

	private @Nullable String status(UUID statement) {
		return this.jdbc.sql("SELECT status FROM bank_statement WHERE bank_statement_id = :id")
			.param("id", statement)
			.query(String.class)
			.optional()
			.orElse(null);
	}

	private static ResolvedStatement statement(Resolution resolution) {
		return Objects.requireNonNull(resolution.statement());
	}

}
