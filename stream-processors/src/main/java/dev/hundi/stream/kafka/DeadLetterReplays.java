package dev.hundi.stream.kafka;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Records which dead letters have been replayed. */
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

	/** Returns when each letter was last replayed. Letters that never were are absent. */
	Map<Letter, Instant> of(Collection<Letter> letters) {
		Map<Letter, Instant> replayed = new HashMap<>();
		this.jdbc
			.sql("""
					SELECT r.topic, r.put_offset, r.put_at, r.replayed_at
					  FROM dead_letter_replay r
					  JOIN unnest(:topics::text[], :offsets::bigint[], :times::timestamptz[]) AS l (topic, put_offset, put_at)
					    ON l.topic = r.topic AND l.put_offset = r.put_offset AND l.put_at = r.put_at
					""")
			.param("topics", letters.stream().map(Letter::topic).toArray(String[]::new))
			.param("offsets", letters.stream().map(Letter::putOffset).toArray(Long[]::new))
			.param("times", times(letters))
			.query((row) -> {
				replayed.put(
						new Letter(row.getString("topic"), row.getLong("put_offset"),
								row.getObject("put_at", OffsetDateTime.class).toInstant()),
						row.getObject("replayed_at", OffsetDateTime.class).toInstant());
			});
		return replayed;
	}

	private static String[] times(Collection<Letter> letters) {
		return letters.stream().map((letter) -> letter.putAt().toString()).toArray(String[]::new);
	}

}
