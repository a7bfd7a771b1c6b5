package dev.hundi.payout;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.Window;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Carries payouts into the search index, behind the accepts and many at a time. It
 * follows {@code payout_event} by event id and never passes an event that a transaction
 * under way may still commit, so none is missed. Any number of copies may call it: the
 * row of its progress lets one work.
 */
@Component
public class IndexPayouts {

	/** Events of one round at most. */
	static final int MAX_EVENTS = 10_000;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	IndexPayouts(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * One round.
	 * @return whether there is more to do at once
	 */
	public boolean index() {
		return Objects.requireNonNullElse(this.transaction.execute((status) -> indexInTransaction()), false);
	}

	private boolean indexInTransaction() {
		Optional<UUID> indexedTo = this.jdbc
			.sql("SELECT indexed_to FROM search_progress WHERE name = 'payout' FOR UPDATE SKIP LOCKED")
			.query(UUID.class)
			.optional();
		if (indexedTo.isEmpty()) {
			return false;
		}
		UUID from = indexedTo.get();
		UUID horizon = new Window(null, settledUntil()).toId();
		Optional<UUID> last = lastOfFullRound(from, horizon);
		UUID to = last.orElse(horizon);
		if (from.compareTo(to) >= 0) {
			return false;
		}
		if (write(from, to) > 0) {
			// Together they go into the index at a fraction of the cost of one by one.
			this.jdbc.sql("SELECT gin_clean_pending_list('payout_search_text')").query(Long.class).single();
		}
		this.jdbc.sql("UPDATE search_progress SET indexed_to = :to WHERE name = 'payout'").param("to", to).update();
		return last.isPresent();
	}

	/**
	 * Every event from before this moment is committed or never will be. Ids are drawn
	 * from the clock after their transaction has begun, and order by its millisecond, so
	 * the whole millisecond it began in is left; two seconds are left for transactions
	 * that have drawn one and have no xid yet.
	 */
	private Instant settledUntil() {
		return this.jdbc.sql("""
				SELECT date_trunc('milliseconds', least(clock_timestamp() - interval '2 seconds', min(xact_start)))
				  FROM pg_stat_activity
				 WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()
				""").query(OffsetDateTime.class).single().toInstant();
	}

	private Optional<UUID> lastOfFullRound(UUID from, UUID horizon) {
		return this.jdbc.sql("""
				SELECT event_id
				  FROM payout_event
				 WHERE event_id > :from AND event_id < :horizon
				 ORDER BY event_id
				OFFSET :before LIMIT 1
				""")
			.param("from", from)
			.param("horizon", horizon)
			.param("before", MAX_EVENTS - 1)
			.query(UUID.class)
			.optional();
	}

	private int write(UUID from, UUID to) {
		this.jdbc.sql("SET LOCAL gin_pending_list_limit = '64MB'").update();
		return this.jdbc.sql("""
				INSERT INTO payout_search (business_id, payout_id, part, text)
				SELECT p.business_id, p.payout_id, part.number, part.text
				  FROM (SELECT business_id, payout_id, bool_or(stage = 'CREATED') AS is_new
				          FROM payout_event
				         WHERE event_id > :from AND event_id <= :to
				         GROUP BY business_id, payout_id) AS changed
				  JOIN payout p ON p.business_id = changed.business_id AND p.payout_id = changed.payout_id
				 CROSS JOIN LATERAL payout_search_text(p) AS present
				 CROSS JOIN LATERAL (VALUES (0, present.accepted), (1, present.bank)) AS part (number, text)
				 WHERE CASE part.number WHEN 0 THEN changed.is_new ELSE part.text <> '' END
				 ORDER BY p.payout_id, part.number
				ON CONFLICT (business_id, payout_id, part) DO UPDATE
				   SET text = excluded.text
				 WHERE payout_search.text <> excluded.text
				""").param("from", from).param("to", to).update();
	}

}
