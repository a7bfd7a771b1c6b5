package dev.hundi.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Records acts, in the transaction of the act, and lists them. */
@Repository
public class AuditTrail {

	private static final int MAX_OBJECT = 200;

	private static final String OLDER_OF_DAYS = """
			 AND (e.happened_at, e.sequence) < ((SELECT b.happened_at FROM audit_event b
			                                      WHERE b.chain = coalesce(:business::uuid::text, 'staff') AND b.sequence = :before),
			                                    :before)
			""";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final JdbcClient jdbc;

	AuditTrail(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records an act in the chain of a business or of the staff.
	 * @param businessId null for the staff
	 * @param object what was acted on; its first {@value #MAX_OBJECT} characters are
	 * recorded, so that no long name keeps the act from being done
	 * @param before values before, without secrets and full account numbers
	 * @param after values after, likewise
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void record(@Nullable UUID businessId, Actor actor, String act, @Nullable String object,
			Map<String, ?> before, Map<String, ?> after) {
		this.jdbc
			.sql("""
					INSERT INTO audit_event (business_id, person_id, session_mark, address, act, object, before_value, after_value)
					VALUES (:business, :person, :session, :address, :act, :object, :before::jsonb, :after::jsonb)
					""")
			.param("business", businessId)
			.param("person", actor.personId())
			.param("session", actor.sessionMark())
			.param("address", actor.address())
			.param("act", act)
			.param("object", cut(object))
			.param("before", before.isEmpty() ? null : json.writeValueAsString(before))
			.param("after", after.isEmpty() ? null : json.writeValueAsString(after))
			.update();
	}

	/** PostgreSQL counts code points, too. */
	private static @Nullable String cut(@Nullable String object) {
		return (object == null || object.codePointCount(0, object.length()) <= MAX_OBJECT) ? object
				: object.substring(0, object.offsetByCodePoints(0, MAX_OBJECT));
	}

	/** All events of a chain, or those of an act or a person, newest first. */
	@Transactional(readOnly = true)
	public List<AuditEvent> list(@Nullable UUID businessId, @Nullable String act, @Nullable UUID personId, long before,
			int limit) {
		return list(businessId, new Filter(act, personId, null, null), before, limit);
	}

	/**
	 * Which events of a chain; each part null for all.
	 *
	 * @param from the first instant
	 * @param until the first instant after them
	 */
	public record Filter(@Nullable String act, @Nullable UUID personId, @Nullable Instant from,
			@Nullable Instant until) {
	}

	/**
	 * Events of a chain, newest first. Those of some days are in the order of their
	 * times, which an index finds; acts at once may have a sequence in another order.
	 * @param businessId null for the staff
	 * @param before only events before that of this sequence; {@link Long#MAX_VALUE} from
	 * the end
	 */
	@Transactional(readOnly = true)
	public List<AuditEvent> list(@Nullable UUID businessId, Filter filter, long before, int limit) {
		boolean ofDays = filter.from != null || filter.until != null;
		return this.jdbc
			.sql("""
					SELECT e.sequence, e.happened_at, e.person_id, p.person_name, e.session_mark, e.address, e.act, e.object,
					       e.before_value, e.after_value
					  FROM audit_event e LEFT JOIN person p ON p.person_id = e.person_id
					 WHERE e.chain = coalesce(:business::uuid::text, 'staff')
					"""
					+ ((before == Long.MAX_VALUE) ? "" : ofDays ? OLDER_OF_DAYS : " AND e.sequence < :before ")
					+ ((filter.act != null) ? " AND e.act = :act " : "")
					+ ((filter.from != null) ? " AND e.happened_at >= :from " : "")
					+ ((filter.until != null) ? " AND e.happened_at < :until " : "") + """
							   AND (:person::uuid IS NULL OR e.person_id = :person)
							 ORDER BY %s e.sequence DESC LIMIT :limit
							""".formatted(ofDays ? "e.happened_at DESC," : ""))
			.param("business", businessId)
			.param("act", filter.act)
			.param("person", filter.personId)
			.param("from", (filter.from != null) ? Timestamps.utc(filter.from) : null)
			.param("until", (filter.until != null) ? Timestamps.utc(filter.until) : null)
			.param("before", before)
			.param("limit", limit)
			.query(AuditTrail::event)
			.list();
	}

	/** What was done to any of some objects, oldest first, 100 events at most. */
	@Transactional(readOnly = true)
	public List<AuditEvent> ofObjects(UUID businessId, Collection<String> objects) {
		return this.jdbc
			.sql("""
					SELECT e.sequence, e.happened_at, e.person_id, p.person_name, e.session_mark, e.address, e.act, e.object,
					       e.before_value, e.after_value
					  FROM audit_event e LEFT JOIN person p ON p.person_id = e.person_id
					 WHERE e.chain = :business::uuid::text AND e.object = ANY (:objects)
					 ORDER BY e.sequence LIMIT 100
					""")
			.param("business", businessId)
			.param("objects", objects.toArray(String[]::new))
			.query(AuditTrail::event)
			.list();
	}

	/**
	 * The newest event of an act on an object.
	 * @param businessId null for the staff
	 */
	@Transactional(readOnly = true)
	public Optional<AuditEvent> newest(@Nullable UUID businessId, String act, String object) {
		return this.jdbc
			.sql("""
					SELECT e.sequence, e.happened_at, e.person_id, p.person_name, e.session_mark, e.address, e.act, e.object,
					       e.before_value, e.after_value
					  FROM audit_event e LEFT JOIN person p ON p.person_id = e.person_id
					 WHERE e.chain = coalesce(:business::uuid::text, 'staff') AND e.object = :object AND e.act = :act
					 ORDER BY e.sequence DESC LIMIT 1
					""")
			.param("business", businessId)
			.param("object", object)
			.param("act", act)
			.query(AuditTrail::event)
			.optional();
	}

	/**
	 * The acts that a chain contains, sorted. Each is looked up, however many events
	 * there are.
	 */
	@Transactional(readOnly = true)
	public List<String> acts(@Nullable UUID businessId) {
		return this.jdbc.sql("""
				WITH RECURSIVE known (act) AS (
				  SELECT min(act) FROM audit_event WHERE chain = coalesce(:business::uuid::text, 'staff')
				  UNION ALL
				  SELECT (SELECT min(e.act) FROM audit_event e
				           WHERE e.chain = coalesce(:business::uuid::text, 'staff') AND e.act > k.act)
				    FROM known k
				   WHERE k.act IS NOT NULL
				)
				SELECT act FROM known WHERE act IS NOT NULL ORDER BY act
				""").param("business", businessId).query(String.class).list();
	}

	/**
	 * Who acted in a chain, at most so many. Each is looked up, however many events there
	 * are.
	 */
	@Transactional(readOnly = true)
	public List<UUID> people(@Nullable UUID businessId, int limit) {
		return this.jdbc.sql("""
				WITH RECURSIVE known (person_id) AS (
				  (SELECT person_id FROM audit_event
				    WHERE chain = coalesce(:business::uuid::text, 'staff') AND person_id IS NOT NULL
				    ORDER BY person_id LIMIT 1)
				  UNION ALL
				  SELECT (SELECT e.person_id FROM audit_event e
				           WHERE e.chain = coalesce(:business::uuid::text, 'staff') AND e.person_id > k.person_id
				           ORDER BY e.person_id LIMIT 1)
				    FROM known k
				   WHERE k.person_id IS NOT NULL
				)
				SELECT person_id FROM known WHERE person_id IS NOT NULL LIMIT :limit
				""").param("business", businessId).param("limit", limit).query(UUID.class).list();
	}

	private static AuditEvent event(ResultSet row, int number) throws SQLException {
		return new AuditEvent(row.getLong("sequence"), Timestamps.instant(row, "happened_at"),
				new Actor(row.getObject("person_id", UUID.class), row.getString("session_mark"),
						row.getString("address")),
				row.getString("person_name"), row.getString("act"), row.getString("object"),
				row.getString("before_value"), row.getString("after_value"));
	}

}
