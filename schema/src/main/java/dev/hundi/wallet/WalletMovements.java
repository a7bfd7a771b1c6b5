package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.list.IdPrefix;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;

import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The movements of every wallet, by business.
 */
@Repository
public class WalletMovements {

	/** Columns of a search before those of a movement. */
	private static final int SUMS = 4;

	private final JdbcClient jdbc;

	WalletMovements(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A page of the movements of a window, newest first, with the window's summary. The
	 * cost does not depend on window and offset: a position is a sequence, and the sums
	 * are differences of running totals.
	 */
	public MovementPage list(UUID businessId, Window window, Page page) {
		MovementRange range = range(businessId, window);
		List<Movement> rows = this.jdbc.sql("SELECT " + MovementRows.COLUMNS + " FROM " + MovementRows.TABLES + """
				 WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last
				 ORDER BY m.sequence DESC
				 LIMIT :limit
				""")
			.param("businessId", businessId)
			.param("after", range.after())
			.param("last", range.last() - page.offset())
			.param("limit", page.limit())
			.query((row, number) -> MovementRows.movement(row, 0).movement())
			.list();
		return new MovementPage(rows, range.summary());
	}

	/**
	 * A page of the movements of a window with a phrase in a field or in their metadata,
	 * newest first. The summary's totals and counts cover all hits. OFFSET 0 forces a key
	 * lookup per movement; a plan for any page would hash all movements for the few of
	 * this one.
	 */
	public MovementPage search(UUID businessId, SearchPhrase phrase, Window window, Page page) {
		MovementRange range = range(businessId, window);
		ResultSetExtractor<MovementPage> answer = (row) -> found(row, range.summary());
		MovementSearch search = new MovementSearch(businessId, phrase, range.after(), range.last());
		return search.bind(this.jdbc.sql("""
				%s, sums AS (
				  SELECT coalesce(sum(total_paise) FILTER (WHERE direction = 'CREDIT'), 0) AS total_credit_paise,
				         coalesce(sum(total_paise) FILTER (WHERE direction = 'DEBIT'), 0) AS total_debit_paise,
				         count(*) FILTER (WHERE direction = 'CREDIT') AS credit_count,
				         count(*) FILTER (WHERE direction = 'DEBIT') AS debit_count
				    FROM hits
				)
				SELECT sums.*, movement.*
				  FROM sums
				  LEFT JOIN (
				    SELECT whole.*
				      FROM (SELECT sequence FROM hits ORDER BY sequence DESC LIMIT :limit OFFSET :offset) AS page
				     CROSS JOIN LATERAL (SELECT %s FROM %s
				                          WHERE m.business_id = :businessId AND m.sequence = page.sequence
				                         OFFSET 0) AS whole) AS movement ON true
				 ORDER BY movement.sequence DESC
				""".formatted(search.withHits(), MovementRows.COLUMNS, MovementRows.TABLES)))
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(answer);
	}

	/** The movements of a payout, oldest first. */
	public List<Movement> ofPayout(UUID businessId, UUID payoutId) {
		return this.jdbc.sql("SELECT " + MovementRows.COLUMNS + " FROM " + MovementRows.TABLES + """
				 WHERE m.business_id = :businessId AND m.payout_id = :payoutId
				 ORDER BY m.sequence
				""")
			.param("businessId", businessId)
			.param("payoutId", payoutId)
			.query((row, number) -> MovementRows.movement(row, 0).movement())
			.list();
	}

	/**
	 * Movements whose id begins with a text, and those without a payout with the text in
	 * their description or UTR, newest first of each.
	 */
	public List<NamedMovement> named(UUID businessId, String text, int limit) {
		List<NamedMovement> found = new ArrayList<>(this.jdbc
			.sql("""
					SELECT movement_id, description || coalesce(': ' || (metadata ->> 'utr'), '') AS label FROM wallet_movement
					 WHERE business_id = :businessId AND payout_id IS NULL
					   AND (position(lower(:text) IN lower(description)) > 0
					        OR position(lower(:text) IN lower(metadata ->> 'utr')) > 0)
					 ORDER BY sequence DESC LIMIT :limit
					""")
			.param("businessId", businessId)
			.param("text", text)
			.param("limit", limit)
			.query(NamedMovement.class)
			.list());
		IdPrefix.of(text)
			.ifPresent((prefix) -> found.addAll(this.jdbc.sql("""
					SELECT movement_id, description AS label FROM wallet_movement
					 WHERE business_id = :businessId AND movement_id BETWEEN :first AND :last
					 ORDER BY movement_id DESC LIMIT :limit
					""")
				.param("businessId", businessId)
				.param("first", prefix.first())
				.param("last", prefix.last())
				.param("limit", limit)
				.query(NamedMovement.class)
				.list()));
		return found;
	}

	/** The range of a window; empty if the business has no wallet. */
	MovementRange range(UUID businessId, Window window) {
		return this.jdbc
			.sql("""
					SELECT bounds.after, bounds.last,
					       coalesce(opening.balance_after_paise, 0) AS opening_balance_paise,
					       coalesce(closing.balance_after_paise, 0) AS closing_balance_paise,
					       coalesce(closing.total_credit_paise, 0) - coalesce(opening.total_credit_paise, 0) AS credit_paise,
					       coalesce(closing.credit_count, 0) - coalesce(opening.credit_count, 0) AS credit_count
					  FROM (SELECT w.business_id,
					               CASE WHEN :since::timestamptz IS NULL THEN 0
					                    ELSE movements_before(w.business_id, :since) END AS after,
					               CASE WHEN :until::timestamptz IS NULL THEN w.last_sequence
					                    ELSE movements_before(w.business_id, :until) END AS last
					          FROM wallet w
					         WHERE w.business_id = :businessId) AS bounds
					  LEFT JOIN wallet_movement opening
					         ON opening.business_id = bounds.business_id AND opening.sequence = bounds.after
					  LEFT JOIN wallet_movement closing
					         ON closing.business_id = bounds.business_id AND closing.sequence = bounds.last
					""")
			.param("businessId", businessId)
			.param("since", window.sinceParameter())
			.param("until", window.untilParameter())
			.query((row, number) -> range(row))
			.optional()
			.orElse(MovementRange.EMPTY);
	}

	private static MovementRange range(ResultSet row) throws SQLException {
		return MovementRange.of(row.getLong("after"), row.getLong("last"), row.getLong("opening_balance_paise"),
				row.getLong("closing_balance_paise"), row.getLong("credit_paise"), row.getLong("credit_count"));
	}

	private static MovementPage found(ResultSet row, MovementSummary window) throws SQLException {
		MovementSummary summary = window;
		List<Movement> rows = new ArrayList<>();
		while (row.next()) {
			summary = new MovementSummary(window.openingBalancePaise(), window.closingBalancePaise(),
					row.getLong("total_credit_paise"), row.getLong("total_debit_paise"), row.getLong("credit_count"),
					row.getLong("debit_count"));
			if (row.getObject("movement_id") != null) {
				rows.add(MovementRows.movement(row, SUMS).movement());
			}
		}
		return new MovementPage(rows, summary);
	}

	/** A movement with the text that people know it by. */
	public record NamedMovement(UUID movementId, String label) {
	}

}
