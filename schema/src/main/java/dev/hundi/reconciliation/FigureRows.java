package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The rows that the figures of a run were added up from, page by page. */
@Repository
public class FigureRows {

	private static final UUID FIRST = new UUID(0, 0);

	private final JdbcClient jdbc;

	FigureRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A statement of the account; paise. */
	public record Statement(UUID statementId, LocalDate date, String reference, int page, String fileName,
			long openingPaise, long creditPaise, long debitPaise, long closingPaise) {
	}

	/**
	 * A ledger transaction that touches the account.
	 *
	 * @param signedPaise plus is money in
	 */
	public record Entry(UUID businessId, UUID transactionId, String kind, @Nullable UUID payoutId,
			@Nullable String reference, LocalDate day, long signedPaise) {
	}

	/**
	 * Where the ledger's figure starts.
	 *
	 * @param before the day whose closing it continues; null for the first statement
	 * @param paise money at the bank by the ledger at the end of that day
	 */
	public record LedgerStart(@Nullable LocalDate before, LocalDate first, long paise) {
	}

	/**
	 * Lines of the statements that a run collected.
	 *
	 * @param matched those that are in a match at present
	 */
	public record Matched(long lines, long matched) {
	}

	/**
	 * The accepted statements up to the day of a run, newest first; of a closed day those
	 * that were collected up to it, because a late one belongs to a later run.
	 * @param after the last one of the page before, or null
	 */
	@Transactional(readOnly = true)
	public List<Statement> statements(ReconciliationRun run, @Nullable UUID after, int limit) {
		boolean closed = !run.dry() && (run.state().equals("DONE") || run.state().equals("SIGNED"));
		return this.jdbc
			.sql("""
					SELECT bank_statement_id, business_date, statement_reference, page, file_name, opening_paise, credit_paise, debit_paise,
					       closing_paise
					  FROM bank_statement s
					 WHERE nodal_account_id = :account AND business_date <= :day AND status = 'ACCEPTED'
					   AND (NOT :closed OR EXISTS (SELECT FROM reconciliation_statement t
					                                 JOIN reconciliation_run r ON r.run_id = t.run_id
					                                WHERE t.bank_statement_id = s.bank_statement_id AND r.business_date <= :day))
					   AND (:after::uuid IS NULL OR (business_date, day_position) < (SELECT a.business_date, a.day_position FROM bank_statement a
					                                                                  WHERE a.bank_statement_id = :after))
					 ORDER BY business_date DESC, day_position DESC LIMIT :limit
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("closed", closed)
			.param("after", after)
			.param("limit", limit)
			.query((row, number) -> new Statement(row.getObject(1, UUID.class), row.getObject(2, LocalDate.class),
					row.getString(3), row.getInt(4), row.getString(5), row.getLong(6), row.getLong(7), row.getLong(8),
					row.getLong(9)))
			.list();
	}

	/** The balance to which the ledger transactions of {@link #ledger} are added. */
	@Transactional(readOnly = true)
	public LedgerStart ledgerStart(ReconciliationRun run) {
		return this.jdbc
			.sql("""
					SELECT p.business_date, coalesce(p.business_date + 1, b.first_date) AS first, coalesce(p.ledger_paise, b.baseline_paise) AS paise
					  FROM reconciliation_book b
					  LEFT JOIN LATERAL (
					    SELECT business_date, ledger_paise FROM reconciliation_run
					     WHERE nodal_account_id = :account AND NOT is_dry AND business_date < :day AND ledger_paise IS NOT NULL
					     ORDER BY business_date DESC LIMIT 1) AS p ON true
					 WHERE b.nodal_account_id = :account
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query((row, number) -> new LedgerStart(row.getObject(1, LocalDate.class),
					row.getObject(2, LocalDate.class), row.getLong(3)))
			.optional()
			.orElse(new LedgerStart(null, run.businessDate(), 0));
	}

	/**
	 * The ledger transactions of the days of a run, in their order. Business by business,
	 * because the ledger has no index by time alone.
	 * @param after id of the last transaction of the page before, or null
	 */
	@Transactional(readOnly = true)
	public List<Entry> ledger(ReconciliationRun run, @Nullable UUID after, int limit) {
		return this.jdbc
			.sql("""
					WITH entry AS MATERIALIZED (
					  SELECT e.business_id, e.transaction_id, e.signed_paise
					    FROM business b
					   CROSS JOIN LATERAL (
					     SELECT l.business_id, l.transaction_id, -sum(l.amount_paise)::bigint AS signed_paise FROM ledger_entry l
					      WHERE l.business_id = b.business_id AND l.account_id = :nodal AND l.transaction_id > :after
					        AND l.transaction_id >= :from AND l.transaction_id < :to
					      GROUP BY l.business_id, l.transaction_id ORDER BY l.transaction_id LIMIT :limit) AS e
					   ORDER BY e.transaction_id LIMIT :limit
					)
					SELECT t.business_id, t.transaction_id, t.kind, t.payout_id, t.reference, e.signed_paise
					  FROM entry e
					  JOIN ledger_transaction t ON t.business_id = e.business_id AND t.transaction_id = e.transaction_id
					 ORDER BY t.transaction_id
					""")
			.param("nodal", LedgerAccount.NODAL.id())
			.param("after", (after != null) ? after : FIRST)
			.param("from", TimeOrderedIds.first(India.startOf(ledgerStart(run).first())))
			.param("to", nextDay(run))
			.param("limit", limit)
			.query(FigureRows::entry)
			.list();
	}

	/**
	 * What was posted after the day of a run for its lines, in the order of posting.
	 * @param after id of the last transaction of the page before, or null
	 */
	@Transactional(readOnly = true)
	public List<Entry> late(ReconciliationRun run, @Nullable UUID after, int limit) {
		Instant completed = run.completedAt();
		return this.jdbc.sql("""
				SELECT e.business_id, e.transaction_id, t.kind, t.payout_id, t.reference, e.signed_paise
				  FROM reconciliation_late_entry e
				  JOIN ledger_transaction t ON t.business_id = e.business_id AND t.transaction_id = e.transaction_id
				 WHERE e.nodal_account_id = :account AND (e.is_outside OR e.transaction_id >= :next)
				   AND e.created_at <= coalesce(:completed::timestamptz, now()) AND e.transaction_id > :after
				 ORDER BY e.transaction_id LIMIT :limit
				""")
			.param("account", run.accountId())
			.param("next", nextDay(run))
			.param("completed", (completed != null) ? completed.toString() : null)
			.param("after", (after != null) ? after : FIRST)
			.param("limit", limit)
			.query(FigureRows::entry)
			.list();
	}

	/**
	 * The breaks at the end of a run.
	 * @param type of the breaks, or null for all
	 * @param after id of the last break of the page before, or 0
	 */
	@Transactional(readOnly = true)
	public List<RunBreak> breaks(ReconciliationRun run, @Nullable String type, long after, int limit) {
		return this.jdbc
			.sql("""
					SELECT r.break_id, b.break_id IS NOT NULL, r.type, r.difference_paise, r.amount_paise, r.bank_days, r.detail
					  FROM reconciliation_run_break r
					  LEFT JOIN reconciliation_break b ON b.break_id = r.break_id
					 WHERE r.run_id = :runId AND r.break_id > :after AND (:type::text IS NULL OR r.type = :type::text)
					 ORDER BY r.break_id LIMIT :limit
					""")
			.param("runId", run.runId())
			.param("type", type)
			.param("after", after)
			.param("limit", limit)
			.query((row, number) -> new RunBreak(row.getLong(1), row.getBoolean(2), row.getString(3), row.getLong(4),
					row.getLong(5), row.getInt(6), row.getString(7)))
			.list();
	}

	/** The violated rules that a run found, with their subjects. */
	@Transactional(readOnly = true)
	public List<String> violations(ReconciliationRun run, int limit) {
		return this.jdbc.sql(
				"SELECT rule || ': ' || subject FROM reconciliation_violation WHERE run_id = :runId ORDER BY 1 LIMIT :limit")
			.param("runId", run.runId())
			.param("limit", limit)
			.query(String.class)
			.list();
	}

	/** How many lines of the statements that a run collected are in a match. */
	@Transactional(readOnly = true)
	public Matched matched(ReconciliationRun run) {
		return this.jdbc
			.sql("""
					SELECT coalesce(sum(s.line_count), 0) AS lines,
					       (SELECT count(*) FROM reconciliation_open_line o
					          JOIN reconciliation_statement c ON c.bank_statement_id = o.bank_statement_id AND c.run_id = :runId) AS open
					  FROM reconciliation_statement c JOIN bank_statement s ON s.bank_statement_id = c.bank_statement_id
					 WHERE c.run_id = :runId AND s.status <> 'WITHDRAWN'
					""")
			.param("runId", run.runId())
			.query((row, number) -> new Matched(row.getLong(1), row.getLong(1) - row.getLong(2)))
			.single();
	}

	private static UUID nextDay(ReconciliationRun run) {
		return TimeOrderedIds.first(India.startOf(run.businessDate().plusDays(1)));
	}

	private static Entry entry(ResultSet row, int number) throws SQLException {
		UUID id = row.getObject(2, UUID.class);
		return new Entry(row.getObject(1, UUID.class), id, row.getString(3), row.getObject(4, UUID.class),
				row.getString(5), India.dateOf(TimeOrderedIds.timeOf(id)), row.getLong(6));
	}

}
