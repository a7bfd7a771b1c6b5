package dev.hundi.wallet;

import java.util.UUID;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads the movements that {@link WalletMovements} lists, oldest first, in one snapshot
 * and row by row: sums and rows are consistent however long the reading takes, and memory
 * use is constant.
 */
@Component
public class ReadMovements {

	/** Rows fetched at a time. */
	private static final int FETCH_ROWS = 1000;

	private static final String CHARGES = """
			SELECT coalesce(sum(CASE m.direction WHEN 'DEBIT' THEN m.commission_paise ELSE -m.commission_paise END), 0),
			       coalesce(sum(CASE m.direction WHEN 'DEBIT' THEN m.gst_paise ELSE -m.gst_paise END), 0)
			""";

	private final JdbcClient jdbc;

	private final TransactionTemplate snapshot;

	ReadMovements(DataSource dataSource, PlatformTransactionManager transactionManager) {
		JdbcTemplate template = new JdbcTemplate(dataSource);
		template.setFetchSize(FETCH_ROWS);
		this.jdbc = JdbcClient.create(template);
		this.snapshot = new TransactionTemplate(transactionManager);
		this.snapshot.setReadOnly(true);
		this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
	}

	/**
	 * Reads a window: its sums first, then its oldest rows.
	 * @param phrase what the movements have in a field or in their metadata, or
	 * {@code null} for all
	 * @param lastSequence the newest movement to read
	 * @param maxRows maximum number of rows
	 */
	public void read(UUID businessId, @Nullable SearchPhrase phrase, Window window, long lastSequence, int maxRows,
			Reader reader) {
		this.snapshot.executeWithoutResult((transaction) -> {
			MovementRange range = range(businessId, window, lastSequence);
			if (phrase == null) {
				reader.sums(sums(businessId, range));
				rows(businessId, range, maxRows, reader);
			}
			else {
				MovementSearch search = new MovementSearch(businessId, phrase, range.after(), range.last());
				reader.sums(found(search, range.summary()));
				rows(search, maxRows, reader);
			}
		});
	}

	private void rows(UUID businessId, MovementRange range, int maxRows, Reader reader) {
		this.jdbc.sql("SELECT " + MovementRows.COLUMNS + " FROM " + MovementRows.TABLES + """
				 WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last
				 ORDER BY m.sequence
				 LIMIT :maxRows
				""")
			.param("businessId", businessId)
			.param("after", range.after())
			.param("last", range.last())
			.param("maxRows", maxRows)
			.query((row) -> {
				reader.accept(MovementRows.movement(row, 0));
			});
	}

	private void rows(MovementSearch search, int maxRows, Reader reader) {
		search.bind(this.jdbc.sql(search.withHits() + " SELECT " + MovementRows.COLUMNS + """
				FROM (SELECT sequence FROM hits ORDER BY sequence LIMIT :maxRows) AS oldest
				JOIN (""" + MovementRows.TABLES + """
				) ON m.business_id = :businessId AND m.sequence = oldest.sequence
				 ORDER BY m.sequence
				""")).param("maxRows", maxRows).query((row) -> {
			reader.accept(MovementRows.movement(row, 0));
		});
	}

	private ExportSums sums(UUID businessId, MovementRange range) {
		return this.jdbc.sql(CHARGES + """
				  FROM wallet_movement m
				 WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last
				""")
			.param("businessId", businessId)
			.param("after", range.after())
			.param("last", range.last())
			.query((row, number) -> new ExportSums(range.summary(), row.getLong(1), row.getLong(2)))
			.single();
	}

	private ExportSums found(MovementSearch search, MovementSummary window) {
		return search.bind(this.jdbc.sql(search.withHits() + CHARGES + """
				       , coalesce(sum(m.total_paise) FILTER (WHERE m.direction = 'CREDIT'), 0),
				       coalesce(sum(m.total_paise) FILTER (WHERE m.direction = 'DEBIT'), 0),
				       count(*) FILTER (WHERE m.direction = 'CREDIT'), count(*) FILTER (WHERE m.direction = 'DEBIT')
				  FROM hits
				  JOIN wallet_movement m ON m.business_id = :businessId AND m.sequence = hits.sequence
				"""))
			.query((row,
					number) -> new ExportSums(
							new MovementSummary(window.openingBalancePaise(), window.closingBalancePaise(),
									row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)),
							row.getLong(1), row.getLong(2)))
			.single();
	}

	/** The range of a window, up to a movement. */
	private MovementRange range(UUID businessId, Window window, long lastSequence) {
		return this.jdbc
			.sql("""
					SELECT bounds.after,
					       coalesce(opening.balance_after_paise, 0) AS opening_paise,
					       coalesce(closing.balance_after_paise, 0) AS closing_paise,
					       coalesce(closing.total_credit_paise, 0) - coalesce(opening.total_credit_paise, 0) AS credit_paise,
					       coalesce(closing.credit_count, 0) - coalesce(opening.credit_count, 0) AS credit_count
					  FROM (SELECT CASE WHEN :since::timestamptz IS NULL THEN 0
					                    ELSE least(movements_before(:businessId, :since), :last) END AS after) AS bounds
					  LEFT JOIN wallet_movement opening ON opening.business_id = :businessId AND opening.sequence = bounds.after
					  LEFT JOIN wallet_movement closing ON closing.business_id = :businessId AND closing.sequence = :last
					""")
			.param("businessId", businessId)
			.param("since", window.sinceParameter())
			.param("last", lastSequence)
			.query((row, number) -> MovementRange.of(row.getLong("after"), lastSequence, row.getLong("opening_paise"),
					row.getLong("closing_paise"), row.getLong("credit_paise"), row.getLong("credit_count")))
			.single();
	}

	/**
	 * Receives movements. An exception ends the reading. Writes need a transaction of
	 * their own: this one only reads.
	 */
	public interface Reader extends Consumer<ExportedMovement> {

		/**
		 * Called once, before the first row: the sums of the window; totals and counts of
		 * the hits.
		 */
		void sums(ExportSums sums);

	}

}
