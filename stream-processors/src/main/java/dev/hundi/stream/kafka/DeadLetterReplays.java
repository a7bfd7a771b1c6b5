package dev.hundi.stream.kafka;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Records which dead letters have been replayed or discarded. */
@Repository
class DeadLetterReplays {

	private final JdbcClient jdbc;

	DeadLetterReplays(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Identifies a dead letter.
	 *
	 * @param topic the topic without {@code .dlt}
	 * @param putOffset offset in the dead-letter topic
	 * @param putAt timestamp of the record, UTC, whole milliseconds
	 */
	record Letter(String topic, long putOffset, Instant putAt) {
	}

	void add(Collection<Letter> letters) {
		this.jdbc.sql("""
				INSERT INTO dead_letter_replay (topic, put_offset, put_at)
				SELECT * FROM unnest(:topics::text[], :offsets::bigint[], :times::timestamptz[])
				ON CONFLICT (topic, put_offset, put_at) DO UPDATE SET replayed_at = now()
				""")
			.param("topics", letters.stream().map(Letter::topic).toArray(String[]::new))
			.param("offsets", letters.stream().map(Letter::putOffset).toArray(Long[]::new))
			.param("times", times(letters))
			.update();
	}

	/** Records that a letter needs no replay. */
	void discard(Letter letter) {
		this.jdbc.sql("""
				INSERT INTO dead_letter_discard (topic, put_offset, put_at) VALUES (:topic, :offset, :time::timestamptz)
				ON CONFLICT (topic, put_offset, put_at) DO NOTHING
				""")
			.param("topic", letter.topic())
			.param("offset", letter.putOffset())
			.param("time", letter.putAt().toString())
			.update();
	}

	/** Returns when each letter was discarded. Letters that were not are absent. */
	Map<Letter, Instant> discarded(Collection<Letter> letters) {
		return read("dead_letter_discard", "discarded_at", letters);
	}

	/** Returns when each letter was last replayed. Letters that never were are absent. */
	Map<Letter, Instant> replayed(Collection<Letter> letters) {
		return read("dead_letter_replay", "replayed_at", letters);
	}

	private Map<Letter, Instant> read(String table, String column, Collection<Letter> letters) {
		Map<Letter, Instant> found = new HashMap<>();
		this.jdbc
			.sql("""
					SELECT r.topic, r.put_offset, r.put_at, r.%s AS at
					  FROM %s r
					  JOIN unnest(:topics::text[], :offsets::bigint[], :times::timestamptz[]) AS l (topic, put_offset, put_at)
					    ON l.topic = r.topic AND l.put_offset = r.put_offset AND l.put_at = r.put_at
					"""
				.formatted(column, table))
			.param("topics", letters.stream().map(Letter::topic).toArray(String[]::new))
			.param("offsets", letters.stream().map(Letter::putOffset).toArray(Long[]::new))
			.param("times", times(letters))
			.query((row) -> {
				found.put(
						new Letter(row.getString("topic"), row.getLong("put_offset"),
								row.getObject("put_at", OffsetDateTime.class).toInstant()),
						row.getObject("at", OffsetDateTime.class).toInstant());
			});
		return found;
	}

	private static String[] times(Collection<Letter> letters) {
		return letters.stream().map((letter) -> letter.putAt().toString()).toArray(String[]::new);
	}

}
