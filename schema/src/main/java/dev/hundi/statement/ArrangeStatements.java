package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Decides which statements of an account are accepted and which are held, after each
 * load, release and withdrawal. Collected and withdrawn statements keep their status.
 */
@Component
public class ArrangeStatements {

	private final JdbcClient jdbc;

	ArrangeStatements(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Serialises what changes the statements of an account, until the transaction ends.
	 */
	public void lock(long accountId) {
		this.jdbc.sql("SELECT 1 FROM nodal_account WHERE nodal_account_id = :account FOR NO KEY UPDATE")
			.param("account", accountId)
			.query()
			.singleRow();
	}

	/**
	 * Arranges the statements for a run if one of them is not compared with its
	 * predecessor yet.
	 * @param day the business date of the run, which is over
	 */
	public void arrangeUpTo(long accountId, LocalDate day) {
		boolean waits = this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM bank_statement
				                WHERE nodal_account_id = :account AND line_count IS NOT NULL
				                  AND (status = 'LOADED' OR hold_reason = 'FUTURE' AND business_date <= :day))
				""").param("account", accountId).param("day", day).query(Boolean.class).single();
		if (waits) {
			LocalDate today = India.dateOf(Instant.now());
			arrange(accountId, day.isAfter(today) ? day : today);
		}
	}

	/**
	 * Arranges the statements and records a problem for each that is held for a new
	 * reason.
	 */
	public void arrange(long accountId) {
		arrange(accountId, India.dateOf(Instant.now()));
	}

	/** A statement dated after the latest day is no predecessor of others. */
	private void arrange(long accountId, LocalDate latest) {
		lock(accountId);
		Map<Boolean, List<StatementChain.Link>> found = read(accountId).stream()
			.collect(Collectors.partitioningBy(Found::isFixed, Collectors.mapping(Found::link, Collectors.toList())));
		StatementChain chain = new StatementChain(found.getOrDefault(true, List.of()));
		List<StatementChain.Link> candidates = found.getOrDefault(false, List.of());
		candidates.stream()
			.filter((link) -> isFuture(link, latest))
			.forEach((link) -> hold(new StatementChain.Held(link, StatementHoldReason.FUTURE, null)));
		chain.add(candidates.stream().filter((link) -> !isFuture(link, latest)).toList());
		chain.held().forEach(this::hold);
		chain.accepted().forEach(this::accept);
	}

	private static boolean isFuture(StatementChain.Link link, LocalDate latest) {
		return link.day().isAfter(latest) && !link.released();
	}

	/** The statements that may change, and the accepted ones from the day before them. */
	private List<Found> read(long accountId) {
		return this.jdbc
			.sql("""
					WITH present AS (
					  SELECT s.*, s.status = 'ACCEPTED' AND EXISTS (
					           SELECT FROM reconciliation_statement c WHERE c.bank_statement_id = s.bank_statement_id) AS is_fixed
					    FROM bank_statement s
					   WHERE s.nodal_account_id = :account AND s.status <> 'WITHDRAWN' AND s.line_count IS NOT NULL
					), first AS (
					  SELECT min(business_date) AS day FROM present WHERE NOT is_fixed
					)
					SELECT p.bank_statement_id, p.business_date, p.statement_reference, p.page, p.opening_paise, p.closing_paise,
					       p.release_id IS NOT NULL AS released, p.is_fixed,
					       p.closing_paise = p.opening_paise + p.credit_paise - p.debit_paise AND NOT EXISTS (
					         SELECT FROM bank_statement_problem w
					          WHERE w.bank_statement_id = p.bank_statement_id AND w.kind = 'WRONG_SUM') AS adds_up
					  FROM present p CROSS JOIN first
					 WHERE p.business_date >= coalesce((SELECT max(e.business_date) FROM present e
					                                     WHERE e.is_fixed AND e.business_date < first.day), first.day)
					 ORDER BY p.business_date, p.is_fixed DESC, p.day_position, p.page, p.bank_statement_id
					""")
			.param("account", accountId)
			.query(ArrangeStatements::found)
			.list();
	}

	private static Found found(ResultSet row, int number) throws SQLException {
		return new Found(new StatementChain.Link(row.getObject("bank_statement_id", UUID.class),
				row.getObject("business_date", LocalDate.class), row.getString("statement_reference"),
				row.getInt("page"), row.getLong("opening_paise"), row.getLong("closing_paise"),
				row.getBoolean("adds_up"), row.getBoolean("released")), row.getBoolean("is_fixed"));
	}

	private void accept(StatementChain.Placed placed) {
		this.jdbc.sql("""
				UPDATE bank_statement SET status = 'ACCEPTED', hold_reason = NULL, day_position = :position
				 WHERE bank_statement_id = :id AND day_position IS DISTINCT FROM :position
				""").param("id", placed.link().statementId()).param("position", placed.dayPosition()).update();
	}

	private void hold(StatementChain.Held held) {
		boolean changed = this.jdbc.sql("""
				UPDATE bank_statement SET status = 'HELD', hold_reason = :reason, day_position = NULL
				 WHERE bank_statement_id = :id AND hold_reason IS DISTINCT FROM :reason
				""").param("id", held.link().statementId()).param("reason", held.reason().name()).update() == 1;
		if (changed) {
			record(held);
		}
	}

	/** A wrong sum is a problem already, and what follows a held statement is none. */
	private void record(StatementChain.Held held) {
		StatementChain.Link link = held.link();
		switch (held.reason()) {
			case FUTURE -> record(held, "FUTURE", null, "The statement is dated %s, after today".formatted(link.day()));
			case GAP -> {
				StatementChain.Link before = Objects.requireNonNull(held.previous());
				record(held, "GAP", link.openingPaise() - before.closingPaise(),
						"Opens with %d paise, but the previous statement, of %s, closes with %d"
							.formatted(link.openingPaise(), before.day(), before.closingPaise()));
			}
			case SUCCESSOR_DIFFERS -> record(held, "GAP", null,
					"Closes with %d paise, but the accepted statement after it opens with another balance"
						.formatted(link.closingPaise()));
			case DUPLICATE -> record(held, "DUPLICATE", null,
					"Statement %s, page %d, of the day is accepted already".formatted(link.reference(), link.page()));
			case WRONG_SUM, PREDECESSOR_HELD -> {
			}
		}
	}

	private void record(StatementChain.Held held, String kind, @Nullable Long amountPaise, String reason) {
		this.jdbc
			.sql("""
					INSERT INTO bank_statement_problem (kind, statement_file_id, nodal_account_id, bank_statement_id, business_date,
					                                    amount_paise, file_name, reason)
					SELECT :kind, f.statement_file_id, s.nodal_account_id, s.bank_statement_id, s.business_date, :paise::bigint,
					       s.file_name, :reason
					  FROM bank_statement s
					  LEFT JOIN statement_file f ON f.sha256 = s.sha256
					 WHERE s.bank_statement_id = :id
					""")
			.param("kind", kind)
			.param("paise", amountPaise)
			.param("reason", reason)
			.param("id", held.link().statementId())
			.update();
	}

	/**
	 * A statement of the account.
	 *
	 * @param isFixed whether it is collected and so keeps its place
	 */
	private record Found(StatementChain.Link link, boolean isFixed) {
	}

}
