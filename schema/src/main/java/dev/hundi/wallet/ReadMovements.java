package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
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
 * Reads the movements of a window, oldest first, in one snapshot and row by row: sums and
 * rows belong together however long the reading takes, and memory is flat however many
 * there are.
 */
@Component
public class ReadMovements {

	/** Rows fetched, and so held, at a time. */
	private static final int FETCH_ROWS = 1000;

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
	 * @param lastSequence the newest movement that may be read
	 * @param maxRows rows read at most
	 * @param reader told what is read as it comes
	 */
	public void read(UUID businessId, @Nullable SearchPhrase phrase, Window window, long lastSequence, int maxRows,
			Reader reader) {
		this.snapshot.executeWithoutResult((transaction) -> {
			reader.sums(sums(businessId, window, lastSequence));
			this.jdbc
				.sql("""
						SELECT m.movement_id, m.sequence, m.type, m.direction, m.amount_paise, m.commission_paise, m.gst_paise,
						       m.total_paise, m.balance_before_paise, m.balance_after_paise, m.payout_id, p.transaction_id,
						       p.merchant_reference_id, coalesce(p.utr, m.metadata ->> 'utr') AS utr, m.description,
						       m.metadata::text, m.created_at
						  FROM wallet_movement m
						  LEFT JOIN payout p ON p.business_id = m.business_id AND p.payout_id = m.payout_id
						 WHERE m.business_id = :businessId AND m.sequence <= :lastSequence
						   AND (:since::timestamptz IS NULL OR m.created_at >= :since::timestamptz)
						   AND (:until::timestamptz IS NULL OR m.created_at < :until::timestamptz)
						 ORDER BY m.sequence LIMIT :maxRows
						""")
				.param("businessId", businessId)
				.param("lastSequence", lastSequence)
				.param("since", window.sinceParameter())
				.param("until", window.untilParameter())
				.param("maxRows", maxRows)
				.query((row) -> {
					reader.accept(movement(row));
				});
		});
	}

	private MovementSummary sums(UUID businessId, Window window, long lastSequence) {
		return Objects.requireNonNull(this.jdbc.sql("""
				SELECT coalesce(sum(m.total_paise) FILTER (WHERE m.direction = 'CREDIT'), 0)::bigint AS credit_paise,
				       coalesce(sum(m.total_paise) FILTER (WHERE m.direction = 'DEBIT'), 0)::bigint AS debit_paise,
				       count(*) FILTER (WHERE m.direction = 'CREDIT') AS credits,
				       count(*) FILTER (WHERE m.direction = 'DEBIT') AS debits,
				       coalesce((SELECT o.balance_after_paise FROM wallet_movement o
				                  WHERE o.business_id = :businessId AND o.sequence <= :lastSequence
				                    AND o.created_at < :since::timestamptz
				                  ORDER BY o.sequence DESC LIMIT 1), 0) AS opening_paise,
				       coalesce((SELECT c.balance_after_paise FROM wallet_movement c
				                  WHERE c.business_id = :businessId AND c.sequence <= :lastSequence
				                    AND (:until::timestamptz IS NULL OR c.created_at < :until::timestamptz)
				                  ORDER BY c.sequence DESC LIMIT 1), 0) AS closing_paise
				  FROM wallet_movement m
				 WHERE m.business_id = :businessId AND m.sequence <= :lastSequence
				   AND (:since::timestamptz IS NULL OR m.created_at >= :since::timestamptz)
				   AND (:until::timestamptz IS NULL OR m.created_at < :until::timestamptz)
				""")
			.param("businessId", businessId)
			.param("lastSequence", lastSequence)
			.param("since", window.sinceParameter())
			.param("until", window.untilParameter())
			.query((row, number) -> new MovementSummary(row.getLong("opening_paise"), row.getLong("closing_paise"),
					row.getLong("credit_paise"), row.getLong("debit_paise"), row.getLong("credits"),
					row.getLong("debits")))
			.single());
	}

	/** By number, because a name would be looked up for every cell. */
	private static Movement movement(ResultSet row) throws SQLException {
		return new Movement(row.getObject(1, UUID.class), row.getLong(2), Movement.Type.valueOf(row.getString(3)),
				Movement.Direction.valueOf(row.getString(4)), row.getLong(5), row.getLong(6), row.getLong(7),
				row.getLong(8), row.getLong(9), row.getLong(10), row.getObject(11, UUID.class), row.getString(12),
				row.getString(13), row.getString(14), row.getString(15), row.getString(16),
				row.getTimestamp(17).toInstant());
	}

	/**
	 * Who reads along. Whatever it throws ends the reading. What it does in the database
	 * must be in a transaction of its own: this one only reads.
	 */
	public interface Reader extends Consumer<Movement> {

		/**
		 * Told once, before the first row: the sums of the window, totals and counts of
		 * what matches.
		 */
		void sums(MovementSummary sums);

	}

}
