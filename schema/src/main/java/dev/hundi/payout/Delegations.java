package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Checkers who are away and hand their right to approve payouts to colleagues for a
 * period. The right counts once for each approval, and never for a payout that its holder
 * or the delegate made.
 */
@Repository
public class Delegations {

	/** Longest period of a delegation. */
	public static final Duration LONGEST = Duration.ofDays(93);

	private static final int SHOWN = 100;

	private final JdbcClient jdbc;

	Delegations(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A delegation that has not ended.
	 *
	 * @param startsAt UTC
	 * @param endsAt UTC
	 */
	public record Delegation(UUID delegationId, UUID fromPerson, String fromName, UUID toPerson, String toName,
			Instant startsAt, Instant endsAt) {
	}

	/** The delegations of a business that apply or will apply, by their begin. */
	public List<Delegation> present(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT d.delegation_id, d.from_person, f.person_name AS from_name, d.to_person, t.person_name AS to_name,
					       d.starts_at, d.ends_at
					  FROM approval_delegation d
					  JOIN person f ON f.person_id = d.from_person
					  JOIN person t ON t.person_id = d.to_person
					 WHERE d.business_id = :business AND d.ended_at IS NULL AND d.ends_at > now()
					 ORDER BY d.starts_at, d.delegation_id LIMIT :shown
					""")
			.param("business", businessId)
			.param("shown", SHOWN)
			.query((row, number) -> new Delegation(row.getObject("delegation_id", UUID.class),
					row.getObject("from_person", UUID.class), row.getString("from_name"),
					row.getObject("to_person", UUID.class), row.getString("to_name"),
					Timestamps.instant(row, "starts_at"), Timestamps.instant(row, "ends_at")))
			.list();
	}

	/** The name of the delegate of a delegation that has ended. */
	public Optional<String> ended(UUID businessId, UUID delegationId) {
		return this.jdbc
			.sql("""
					SELECT t.person_name FROM approval_delegation d JOIN person t ON t.person_id = d.to_person
					 WHERE d.business_id = :business AND d.delegation_id = :id AND (d.ended_at IS NOT NULL OR d.ends_at <= now())
					""")
			.param("business", businessId)
			.param("id", delegationId)
			.query(String.class)
			.optional();
	}

	/** Whether a checker hands the right to a colleague for a part of a time already. */
	public boolean overlaps(UUID businessId, UUID fromPerson, UUID toPerson, Instant startsAt, Instant endsAt) {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM approval_delegation
					                WHERE business_id = :business AND from_person = :from AND to_person = :to AND ended_at IS NULL
					                  AND starts_at < :ends AND ends_at > :starts)
					""")
			.param("business", businessId)
			.param("from", fromPerson)
			.param("to", toPerson)
			.param("starts", Timestamps.utc(startsAt))
			.param("ends", Timestamps.utc(endsAt))
			.query(Boolean.class)
			.single();
	}

	/**
	 * Hands the right of a checker to a colleague.
	 * @param startsAt begin, UTC
	 * @param endsAt later by at most {@link #LONGEST}, UTC
	 * @throws org.springframework.dao.DuplicateKeyException if it {@link #overlaps}
	 * @throws org.springframework.dao.DataIntegrityViolationException if the first person
	 * is no checker of the business, or the second one does not read its payouts
	 */
	public UUID delegate(UUID businessId, UUID fromPerson, UUID toPerson, Instant startsAt, Instant endsAt) {
		return this.jdbc.sql("""
				INSERT INTO approval_delegation (business_id, from_person, to_person, starts_at, ends_at)
				VALUES (:business, :from, :to, :starts, :ends) RETURNING delegation_id
				""")
			.param("business", businessId)
			.param("from", fromPerson)
			.param("to", toPerson)
			.param("starts", Timestamps.utc(startsAt))
			.param("ends", Timestamps.utc(endsAt))
			.query(UUID.class)
			.single();
	}

	/**
	 * Ends a delegation; false if there is none.
	 * @param fromPerson only one of this person; null for any
	 */
	public boolean end(UUID businessId, UUID delegationId, @Nullable UUID fromPerson) {
		return this.jdbc.sql("""
				UPDATE approval_delegation SET ended_at = clock_timestamp()
				 WHERE business_id = :business AND delegation_id = :id AND ended_at IS NULL
				   AND (:from::uuid IS NULL OR from_person = :from)
				""").param("business", businessId).param("id", delegationId).param("from", fromPerson).update() == 1;
	}

}
