package dev.hundi.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The chains as they are stored, for verification and checkpoints. */
@Repository
class AuditChains {

	private static final int ROWS_AT_ONCE = 1000;

	private final JdbcClient jdbc;

	AuditChains(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The last event of every chain, by name of the chain. */
	List<Head> heads() {
		return this.jdbc.sql("SELECT chain, last_sequence, last_hash FROM audit_chain ORDER BY chain")
			.query((row, number) -> new Head(row.getString("chain"), row.getLong("last_sequence"),
					row.getBytes("last_hash")))
			.list();
	}

	/** Chains with events but without a row in {@code audit_chain}. */
	List<String> headless() {
		return this.jdbc.sql("""
				SELECT DISTINCT chain FROM audit_event e
				 WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.chain = e.chain) ORDER BY chain
				""").query(String.class).list();
	}

	/** Passes claimed events in their order, with the stored hash or null. */
	void compare(List<Head> claimed, BiConsumer<Head, byte @Nullable []> consumer) {
		this.jdbc.sql("""
				SELECT c.place, e.hash
				  FROM unnest(:chains::text[], :sequences::bigint[]) WITH ORDINALITY AS c (chain, sequence, place)
				  LEFT JOIN audit_event e ON e.chain = c.chain AND e.sequence = c.sequence
				 ORDER BY c.place
				""")
			.param("chains", claimed.stream().map(Head::chain).toArray(String[]::new))
			.param("sequences", claimed.stream().map(Head::sequence).toArray(Long[]::new))
			.query((RowCallbackHandler) (row) -> consumer.accept(claimed.get(row.getInt("place") - 1),
					row.getBytes("hash")));
	}

	/** Passes all events of a chain, by sequence. */
	void forEach(String chain, Consumer<ChainedEvent> consumer) {
		long after = Long.MIN_VALUE;
		List<ChainedEvent> page;
		do {
			page = this.jdbc
				.sql("""
						SELECT sequence, business_id::text AS business,
						       to_char(happened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time, person_id::text AS person,
						       session_mark, address, act, object, before_value::text AS before, after_value::text AS after,
						       previous_hash, hash
						  FROM audit_event WHERE chain = :chain AND sequence > :after ORDER BY sequence LIMIT :limit
						""")
				.param("chain", chain)
				.param("after", after)
				.param("limit", ROWS_AT_ONCE)
				.query((row, number) -> event(chain, row))
				.list();
			page.forEach(consumer);
			after = page.isEmpty() ? after : page.getLast().sequence();
		}
		while (page.size() == ROWS_AT_ONCE);
	}

	private static ChainedEvent event(String chain, ResultSet row) throws SQLException {
		List<@Nullable String> values = new ArrayList<>(List.of(chain, row.getString("sequence")));
		for (String column : List.of("business", "time", "person", "session_mark", "address", "act", "object", "before",
				"after")) {
			values.add(row.getString(column));
		}
		return new ChainedEvent(row.getLong("sequence"), values, row.getBytes("previous_hash"), row.getBytes("hash"));
	}

	/** The last event of a chain. */
	@SuppressWarnings("ArrayRecordComponent")
	record Head(String chain, long sequence, byte[] hash) {
	}

}
