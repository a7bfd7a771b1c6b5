package dev.hundi.reconciliation;

import java.sql.Types;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;

import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The worklist of breaks, page by page, by key. */
@Repository
public class BreakWorklist {

	private final JdbcClient jdbc;

	BreakWorklist(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A row of the worklist.
	 *
	 * @param waits whether it is open and a resolution of it waits for another person
	 * @param position after which the next page begins
	 */
	public record Row(OpenBreak found, String bank, boolean waits, String position) {
	}

	/**
	 * Open breaks of a type: their number, and what the bank has more because of them.
	 */
	public record OfType(String type, long count, long differencePaise) {
	}

	/**
	 * A requested undo of a match, which waits for another person.
	 *
	 * @param breakIds which the match closed; empty if it closed none
	 */
	public record Undo(long resolutionId, long matchId, String maker, List<Long> breakIds) {
	}

	/** A nodal account that has breaks. */
	public record Account(long accountId, String bank) {
	}

	/**
	 * A page of breaks. Ages are counted once for each day on which breaks were opened,
	 * because each bank day that they count is looked up in the calendar.
	 * @param after {@link Row#position} of the last row of the page before, or empty;
	 * what is not a position of this order is ignored
	 */
	@Transactional(readOnly = true)
	public List<Row> list(BreakFilter filter, BreakFilter.Order order, String after, int limit) {
		Sort sort = (filter.state() == BreakFilter.State.CLOSED) ? Sort.CLOSED : Sort.valueOf(order.name());
		Optional<Position> position = sort.read(after);
		return this.jdbc
			.sql("""
					WITH aged AS MATERIALIZED (
					  SELECT b.nodal_account_id, (SELECT max(day) FROM (
					           SELECT day::date AS day, count(*) FILTER (WHERE is_bank_day(day::date))
					                    OVER (ORDER BY day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later
					             FROM generate_series(b.collected_to - (:days::integer * 2 + 30), b.collected_to, interval '1 day') AS day) AS days
					          WHERE later >= :days) AS opened_until
					    FROM reconciliation_book b WHERE :days > 0
					), waiting AS MATERIALIZED (
					  SELECT DISTINCT unnest(break_ids) AS break_id FROM reconciliation_resolution WHERE decision IS NULL
					), page AS MATERIALIZED (
					  SELECT b.* FROM reconciliation_break b
					   WHERE %s
					     AND (:type::text IS NULL OR b.type = :type::text)
					     AND (:account::bigint IS NULL OR b.nodal_account_id = :account::bigint)
					     AND (:owner::text IS NULL OR b.owner = :owner::text)
					     AND (NOT :unowned OR b.owner IS NULL)
					     AND (:least::bigint IS NULL OR b.amount_paise >= :least::bigint)
					     AND (:most::bigint IS NULL OR b.amount_paise <= :most::bigint)
					     AND (:dueUntil::date IS NULL OR coalesce(b.due_on, 'infinity'::date) <= :dueUntil::date)
					     AND (:days = 0 OR b.opened_on <= (SELECT opened_until FROM aged WHERE aged.nodal_account_id = b.nodal_account_id))
					     AND (NOT :waits OR b.break_id IN (SELECT break_id FROM waiting))
					     AND (:id::bigint IS NULL OR %s)
					   ORDER BY %s LIMIT :limit
					), age AS MATERIALIZED (
					  SELECT opened_on, until_day, bank_days_between(opened_on, until_day) AS bank_days
					    FROM (SELECT DISTINCT p.opened_on, coalesce(p.closed_on, k.collected_to) AS until_day
					            FROM page p JOIN reconciliation_book k ON k.nodal_account_id = p.nodal_account_id) AS days
					)
					SELECT b.*, age.bank_days, n.bank_name,
					       b.closed_on IS NULL AND EXISTS (SELECT FROM waiting WHERE waiting.break_id = b.break_id) AS waits, (%s)::text AS sort_key
					  FROM page b
					  JOIN reconciliation_book book ON book.nodal_account_id = b.nodal_account_id
					  JOIN age ON age.opened_on = b.opened_on AND age.until_day = coalesce(b.closed_on, book.collected_to)
					  JOIN nodal_account n ON n.nodal_account_id = b.nodal_account_id
					 ORDER BY %s
					"""
				.formatted(sort.which, sort.further, sort.order, sort.key, sort.order))
			.param("type", filter.type())
			.param("account", filter.accountId())
			.param("owner", (filter.owner() == null || filter.owner().isEmpty()) ? null : filter.owner())
			.param("unowned", filter.owner() != null && filter.owner().isEmpty())
			.param("least", filter.least())
			.param("most", filter.most())
			.param("dueUntil", filter.dueUntil(), Types.DATE)
			.param("days", filter.leastBankDays())
			.param("waits", filter.state() == BreakFilter.State.WAITING)
			.param("id", position.map(Position::breakId).orElse(null))
			.param("key", position.map(Position::key).orElse(null))
			.param("limit", limit)
			.query((row, number) -> new Row(Breaks.read(row, number), row.getString("bank_name"),
					row.getBoolean("waits"), row.getString("sort_key") + "~" + row.getLong("break_id")))
			.list();
	}

	/** The open breaks by type. */
	@Transactional(readOnly = true)
	public List<OfType> openByType() {
		return this.jdbc
			.sql("""
					SELECT type, count(*), sum(difference_paise) FROM reconciliation_break WHERE closed_on IS NULL GROUP BY type ORDER BY type
					""")
			.query((row, number) -> new OfType(row.getString(1), row.getLong(2), row.getLong(3)))
			.list();
	}

	/**
	 * The undos that wait, the oldest 50. Their breaks are closed, so that no list of
	 * open ones has them. A run closes the breaks of its matches on its business date.
	 */
	@Transactional(readOnly = true)
	public List<Undo> undos() {
		return this.jdbc.sql("""
				SELECT r.resolution_id, r.revokes_match_id, r.maker, coalesce(found.ids, '{}') AS ids
				  FROM reconciliation_resolution r
				 CROSS JOIN LATERAL (
				   SELECT array_agg(DISTINCT closed.id ORDER BY closed.id) AS ids FROM (
				     SELECT unnest(made.break_ids) AS id FROM reconciliation_resolution made
				      WHERE made.match_id = r.revokes_match_id AND made.action <> 'REVOKE'
				     UNION ALL
				     SELECT b.break_id FROM reconciliation_match_item m
				       JOIN reconciliation_run run ON run.run_id = m.run_id
				       JOIN reconciliation_break b ON b.closed_on = run.business_date
				        AND (b.transaction_id = m.transaction_id
				             OR (b.bank_statement_id = m.bank_statement_id AND b.line_number = m.line_number))
				      WHERE m.match_id = r.revokes_match_id) AS closed) AS found
				 WHERE r.decision IS NULL AND r.action = 'REVOKE'
				 ORDER BY r.resolution_id LIMIT 50
				""")
			.query((row, number) -> new Undo(row.getLong("resolution_id"), row.getLong("revokes_match_id"),
					row.getString("maker"), List.of((Long[]) row.getArray("ids").getArray())))
			.list();
	}

	/** The accounts with a book. */
	@Transactional(readOnly = true)
	public List<Account> accounts() {
		return this.jdbc
			.sql("""
					SELECT n.nodal_account_id, n.bank_name || coalesce(' …' || right(n.account_number, 4), '')
					  FROM reconciliation_book b JOIN nodal_account n ON n.nodal_account_id = b.nodal_account_id ORDER BY 2, 1
					""")
			.query((row, number) -> new Account(row.getLong(1), row.getString(2)))
			.list();
	}

	private record Position(String key, long breakId) {
	}

	/** Orders, each read from an index of its own. */
	private enum Sort {

		OLDEST("b.opened_on", false, "date"), LARGEST("b.amount_paise", true, "bigint"),
		DUE("coalesce(b.due_on, 'infinity'::date)", false, "date"), CLOSED("b.closed_on", true, "date");

		private final String which;

		private final String key;

		private final String further;

		private final String order;

		Sort(String key, boolean descending, String type) {
			this.which = !name().equals("CLOSED") ? "b.closed_on IS NULL"
					: "b.closed_on > (now() AT TIME ZONE 'Asia/Kolkata')::date - 366";
			this.key = key;
			this.further = "(%s, b.break_id) %s (:key::%s, :id::bigint)".formatted(key, descending ? "<" : ">", type);
			this.order = descending ? key + " DESC, b.break_id DESC" : key + ", b.break_id";
		}

		private Optional<Position> read(String text) {
			int split = text.indexOf('~');
			if (split < 0) {
				return Optional.empty();
			}
			String sortKey = text.substring(0, split);
			try {
				if (this == LARGEST) {
					Long.parseLong(sortKey);
				}
				else if (!(this == DUE && sortKey.equals("infinity"))) {
					NamedDay.parse(sortKey);
				}
				return Optional.of(new Position(sortKey, Long.parseLong(text.substring(split + 1))));
			}
			catch (DateTimeException | NumberFormatException ex) {
				return Optional.empty();
			}
		}

	}

	/** Whether a text names a type of breaks. */
	public static boolean isType(@Nullable String text) {
		return text != null && TYPES.contains(text);
	}

	/** The types of breaks, as the database checks them. */
	public static final List<String> TYPES = List.of("EXPECTED_TIMING", "MISSING_IN_BANK", "MISSING_IN_LEDGER",
			"AMOUNT", "STATUS", "DUPLICATE_DEBIT", "RETURN_UNPOSTED", "BANK_CHARGE", "AMBIGUOUS", "UNKNOWN_CREDIT",
			"LEDGER_AGAINST_PAYOUT", "STATEMENT_GAP");

}
