package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.NamedDay;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Breaks, for people of finance.
 */
@Repository
public class Breaks {

	private static final String SELECT = """
			SELECT b.*, bank_days_between(b.opened_on, coalesce(b.closed_on, book.collected_to)) AS bank_days
			  FROM reconciliation_break b
			  JOIN reconciliation_book book ON book.nodal_account_id = b.nodal_account_id
			""";

	private final JdbcClient jdbc;

	Breaks(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Breaks, oldest first.
	 * @param type a break type, or null for all
	 * @param closed whether to list closed breaks instead of open ones
	 */
	public List<OpenBreak> list(@Nullable String type, boolean closed, int limit) {
		return this.jdbc.sql(SELECT + """
				 WHERE (:type::text IS NULL OR b.type = :type) AND (b.closed_on IS NOT NULL) = :closed
				 ORDER BY b.opened_on, b.break_id LIMIT :limit
				""").param("type", type).param("closed", closed).param("limit", limit).query(Breaks::read).list();
	}

	public Optional<OpenBreak> find(long breakId) {
		return this.jdbc.sql(SELECT + " WHERE b.break_id = :id").param("id", breakId).query(Breaks::read).optional();
	}

	/** The breaks that were open at the end of a run, also of a dry run. */
	public List<RunBreak> ofRun(long runId, int limit) {
		return this.jdbc
			.sql("""
					SELECT r.break_id, b.break_id IS NOT NULL, r.type, r.difference_paise, r.amount_paise, r.bank_days, r.detail
					  FROM reconciliation_run_break r
					  LEFT JOIN reconciliation_break b ON b.break_id = r.break_id
					 WHERE r.run_id = :runId ORDER BY r.type, r.break_id LIMIT :limit
					""")
			.param("runId", runId)
			.param("limit", limit)
			.query((row, number) -> new RunBreak(row.getLong(1), row.getBoolean(2), row.getString(3), row.getLong(4),
					row.getLong(5), row.getInt(6), row.getString(7)))
			.list();
	}

	/**
	 * The proposed matches of a break's items with those of other breaks, the best first.
	 * The score adds up what agrees: 40 for the amount, 20 for the same day and 6 less
	 * for each day between, 20 for the account, 20 for UTR or reference and 5 less for
	 * each letter that differs.
	 */
	public List<ProposedMatch> proposals(long breakId) {
		return this.jdbc
			.sql("""
					SELECT 40 + 20 - 6 * least(p.days_apart, 3)
					       + CASE WHEN e.account_number = l.counterparty_account THEN 20 ELSE 0 END
					       + CASE WHEN e.utr = l.utr OR e.reference = l.reference THEN 20
					              WHEN levenshtein_less_equal(e.utr, l.utr, 2) <= 2 THEN 20 - 5 * levenshtein_less_equal(e.utr, l.utr, 2)
					              ELSE 0 END AS score,
					       p.basis, p.days_apart, l.break_id, e.break_id, l.bank_statement_id, l.line_number, e.transaction_id,
					       l.signed_paise, l.utr, e.utr
					  FROM reconciliation_proposal p
					  JOIN reconciliation_open_line l ON l.bank_statement_id = p.bank_statement_id AND l.line_number = p.line_number
					  JOIN reconciliation_open_entry e ON e.transaction_id = p.transaction_id
					 WHERE l.break_id = :id OR e.break_id = :id
					 ORDER BY score DESC, p.days_apart, l.bank_statement_id, l.line_number, e.transaction_id
					 LIMIT 100
					""")
			.param("id", breakId)
			.query((row, number) -> new ProposedMatch(row.getInt(1), row.getString(2), row.getInt(3),
					row.getObject(4, Long.class), row.getObject(5, Long.class), row.getObject(6, UUID.class),
					row.getInt(7), row.getObject(8, UUID.class), row.getLong(9), row.getString(10), row.getString(11)))
			.list();
	}

	/**
	 * The match that closed a break.
	 *
	 * @param run the run that confirmed it, or null for one by two people
	 * @param signed whether that run is signed, so that it cannot be revoked
	 */
	public record ClosingMatch(long matchId, String rule, @Nullable Long run, boolean signed) {
	}

	/**
	 * The match of the items of a closed break, or of what its resolution restored; empty
	 * if they are in none.
	 */
	public Optional<ClosingMatch> closingMatch(long breakId) {
		return this.jdbc
			.sql("""
					WITH closed AS (SELECT * FROM reconciliation_break WHERE break_id = :id AND closed_on IS NOT NULL),
					found AS (
					  SELECT m.match_id, m.rule, m.run_id FROM closed b
					    JOIN reconciliation_match_item m ON m.bank_statement_id = b.bank_statement_id AND m.line_number = b.line_number
					  UNION
					  SELECT m.match_id, m.rule, m.run_id FROM closed b
					    JOIN reconciliation_match_item m ON m.transaction_id = b.transaction_id
					  UNION
					  SELECT m.match_id, m.rule, m.run_id FROM closed b
					    JOIN reconciliation_resolution r ON r.break_ids @> ARRAY[b.break_id] AND r.action IN ('MATCH', 'SUSPENSE', 'WRITE_OFF')
					    JOIN reconciliation_match_item m ON m.match_id = r.match_id AND m.rule = 'BY_HAND'
					   WHERE b.break_key LIKE 'reversed:%'
					)
					SELECT f.match_id, f.rule, f.run_id, coalesce(r.state = 'SIGNED', false)
					  FROM found f LEFT JOIN reconciliation_run r ON r.run_id = f.run_id
					 WHERE f.rule <> 'REVOKED' ORDER BY f.match_id DESC LIMIT 1
					""")
			.param("id", breakId)
			.query((row, number) -> new ClosingMatch(row.getLong(1), row.getString(2), row.getObject(3, Long.class),
					row.getBoolean(4)))
			.optional();
	}

	/** The history of a break, oldest first. */
	public List<BreakEvent> history(long breakId) {
		return this.jdbc.sql("""
				SELECT kind, run_id, by_whom, detail, happened_at FROM reconciliation_break_event
				 WHERE break_id = :id ORDER BY event_id
				""")
			.param("id", breakId)
			.query((row, number) -> new BreakEvent(row.getString(1), row.getObject(2, Long.class), row.getString(3),
					row.getString(4), row.getTimestamp(5).toInstant()))
			.list();
	}

	/** The open items of a break. */
	public List<BreakItem> items(long breakId) {
		return this.jdbc
			.sql("""
					SELECT bank_statement_id, line_number, NULL::uuid AS transaction_id, kind, signed_paise, booked_on, utr, reference,
					       '…' || right(counterparty_account, 4) AS account
					  FROM reconciliation_open_line WHERE break_id = :id
					UNION ALL
					SELECT NULL, NULL, transaction_id, kind, signed_paise, booked_on, utr, reference, '…' || right(account_number, 4)
					  FROM reconciliation_open_entry WHERE break_id = :id
					""")
			.param("id", breakId)
			.query(CompareSides::item)
			.list();
	}

	/**
	 * Matched lines with a UTR, in any form, or a reference, and those of the payout with
	 * that reference.
	 */
	public List<MatchedItem> matched(String utrOrReference, int limit) {
		return this.jdbc
			.sql("""
					SELECT m.match_id, m.rule, m.run_id, m.resolution_id, l.bank_statement_id, l.line_number, l.business_date,
					       CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END AS signed_paise, l.utr, l.reference,
					       m.transaction_id
					  FROM (SELECT bank_statement_id, line_number FROM bank_statement_line WHERE utr = :utr
					        UNION
					        SELECT bank_statement_id, line_number FROM bank_statement_line
					         WHERE reference = :text AND (utr IS NULL OR kind <> 'PAYMENT')
					        UNION
					        SELECT paid.bank_statement_id, paid.line_number
					          FROM bank_attempt a
					          JOIN ledger_transaction t ON t.business_id = a.business_id AND t.payout_id = a.payout_id
					          JOIN reconciliation_match_item paid ON paid.transaction_id = t.transaction_id
					         WHERE a.reference = :text) AS found
					  JOIN bank_statement_line l ON l.bank_statement_id = found.bank_statement_id AND l.line_number = found.line_number
					  JOIN reconciliation_match_item m ON m.bank_statement_id = l.bank_statement_id AND m.line_number = l.line_number
					 ORDER BY m.match_id LIMIT :limit
					""")
			.param("text", utrOrReference)
			.param("utr", Utr.canonical(utrOrReference), Types.VARCHAR)
			.param("limit", limit)
			.query((row, number) -> new MatchedItem(row.getLong(1), row.getString(2), row.getObject(3, Long.class),
					row.getObject(4, Long.class), row.getObject(5, UUID.class), row.getInt(6),
					row.getObject(7, LocalDate.class), row.getLong(8), row.getString(9), row.getString(10),
					row.getObject(11, UUID.class)))
			.list();
	}

	/**
	 * Assigns breaks to an owner, all or none.
	 * @param dueOn until when the owner is to resolve them, or null to leave that
	 * @throws IllegalStateException if one is unknown or closed, or the day is over
	 */
	@Transactional
	public int assign(Collection<Long> breakIds, String owner, @Nullable LocalDate dueOn, String by) {
		Long[] ids = breakIds.stream().distinct().toArray(Long[]::new);
		List<Long> open = this.jdbc.sql("""
				SELECT break_id FROM reconciliation_break WHERE break_id = ANY (:ids) AND closed_on IS NULL
				 ORDER BY break_id FOR NO KEY UPDATE
				""").param("ids", ids).query(Long.class).list();
		if (open.size() != ids.length) {
			throw new IllegalStateException("Not all of the breaks %s are open; none is assigned"
				.formatted(breakIds.stream().filter((id) -> !open.contains(id)).toList()));
		}
		requireAhead(dueOn);
		this.jdbc.sql("""
				UPDATE reconciliation_break SET owner = :owner, due_on = coalesce(:dueOn, due_on), updated_at = now()
				 WHERE break_id = ANY (:ids)
				""").param("owner", owner).param("dueOn", dueOn, Types.DATE).param("ids", ids).update();
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_break_event (break_id, kind, by_whom, detail)
					SELECT id, 'OWNED', :by, 'Owned by ' || :owner || coalesce(', due on ' || :dueOn::date, '') FROM unnest(:ids::bigint[]) AS id
					""")
			.param("by", by)
			.param("owner", owner)
			.param("dueOn", dueOn, Types.DATE)
			.param("ids", ids)
			.update();
		return ids.length;
	}

	private void requireAhead(@Nullable LocalDate dueOn) {
		if (dueOn == null) {
			return;
		}
		LocalDate today = this.jdbc.sql("SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date")
			.query(LocalDate.class)
			.single();
		if (dueOn.isBefore(today)) {
			throw new IllegalStateException("dueOn " + dueOn + " is in the past");
		}
		if (NamedDay.isTooFar(dueOn, today)) {
			throw new IllegalStateException(
					"dueOn %s is more than %d years ahead".formatted(dueOn, NamedDay.YEARS_AHEAD));
		}
	}

	/**
	 * Closes the breaks of an approved resolution.
	 * @param day the bank day that is open
	 * @throws IllegalStateException if one of them is closed
	 */
	void close(Resolution resolution, LocalDate day, String checker) {
		String why = "%s by %s and %s, resolution %d".formatted(resolution.action(), resolution.maker(), checker,
				resolution.resolutionId());
		int closed = this.jdbc.sql("""
				UPDATE reconciliation_break SET closed_on = :day, closed_why = left(:why, 500), updated_at = now()
				 WHERE break_id = ANY (:breaks) AND closed_on IS NULL
				""")
			.param("day", day)
			.param("why", why)
			.param("breaks", resolution.breakIds().toArray(Long[]::new))
			.update();
		if (closed != resolution.breakIds().size()) {
			throw new IllegalStateException("Not all of the breaks " + resolution.breakIds() + " are open");
		}
		resolution.breakIds()
			.forEach((breakId) -> recordEvent(breakId, "RESOLVED", checker, why + ": " + resolution.reason()));
	}

	/** Adds an act of a person to the history. */
	void recordEvent(long breakId, String kind, String by, String detail) {
		this.jdbc.sql("""
				INSERT INTO reconciliation_break_event (break_id, kind, by_whom, detail)
				VALUES (:id, :kind, :by, left(:detail, 500))
				""").param("id", breakId).param("kind", kind).param("by", by).param("detail", detail).update();
	}

	static OpenBreak read(ResultSet row, int number) throws SQLException {
		return new OpenBreak(row.getLong("break_id"), row.getString("break_key"), row.getString("type"),
				new OpenBreak.Money(row.getLong("difference_paise"), row.getLong("amount_paise"),
						row.getInt("line_count"), row.getInt("entry_count")),
				row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class),
				row.getString("detail"),
				new OpenBreak.Age(row.getObject("opened_on", LocalDate.class), row.getInt("bank_days"),
						row.getObject("closed_on", LocalDate.class), row.getString("closed_why"),
						row.getObject("continues_break_id", Long.class)),
				row.getString("owner"), new OpenBreak.Plan(row.getObject("due_on", LocalDate.class),
						row.getObject("carried_to", LocalDate.class)));
	}

}
