package dev.hundi.beneficiary;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Which targets of beneficiaries were registered with which bank, and whether the bank
 * has their holder under the same name. Nothing here keeps a payout back.
 */
@Repository
public class BeneficiaryVerifications {

	private static final String SWEPT = "beneficiary-events";

	private static final int LONGEST_NAME = 200;

	private static final int LONGEST_PROBLEM = 300;

	private final JdbcClient jdbc;

	BeneficiaryVerifications(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Asks for the registration of the targets that events have brought. One that was
	 * asked for before is not asked for again.
	 * @param banksForAccounts names of the banks that register accounts
	 * @param banksForVpas names of the banks that register VPAs
	 * @return how many were not known
	 */
	public int ask(Collection<UUID> eventIds, Collection<String> banksForAccounts, Collection<String> banksForVpas) {
		return this.jdbc
			.sql("""
					INSERT INTO beneficiary_verification (business_id, beneficiary_id, bank, target_version, name, account_number,
					                                      ifsc, vpa)
					SELECT e.business_id, e.beneficiary_id, banks.bank, e.sequence, e.snapshot ->> 'name',
					       e.snapshot ->> 'accountNumber', e.snapshot ->> 'ifsc', e.snapshot ->> 'vpa'
					  FROM beneficiary_event e
					 CROSS JOIN LATERAL unnest(CASE WHEN e.snapshot ->> 'vpa' IS NULL THEN :accounts::text[] ELSE :vpas::text[] END)
					            AS banks (bank)
					 WHERE e.event_id = ANY (:eventIds::uuid[]) AND e.kind <> 'ARCHIVED'
					 ORDER BY e.business_id, e.beneficiary_id, e.sequence, banks.bank
					ON CONFLICT DO NOTHING
					""")
			.param("accounts", banksForAccounts.toArray(String[]::new))
			.param("vpas", banksForVpas.toArray(String[]::new))
			.param("eventIds", eventIds.toArray(UUID[]::new))
			.update();
	}

	/**
	 * Takes registrations at a bank that are due and pushes them ahead by the lease, so
	 * that no other process makes them at the same time.
	 */
	public List<Registration> claim(String bank, int limit, Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT business_id, beneficiary_id, bank, target_key FROM beneficiary_verification
					   WHERE bank = :bank AND due_at <= now()
					   ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
					)
					UPDATE beneficiary_verification v
					   SET due_at = now() + :lease::interval, attempt_count = v.attempt_count + 1
					  FROM due
					 WHERE v.business_id = due.business_id AND v.beneficiary_id = due.beneficiary_id AND v.bank = due.bank
					   AND v.target_key = due.target_key
					RETURNING v.business_id, v.beneficiary_id, v.bank, v.target_key, v.target_version, v.name, v.account_number,
					          v.ifsc, v.vpa, v.attempt_count
					""")
			.param("bank", bank)
			.param("limit", limit)
			.param("lease", lease.toMillis() + " milliseconds")
			.query(BeneficiaryVerifications::read)
			.list();
	}

	/**
	 * The bank has registered the target.
	 * @param registeredName what it calls the holder, or null where it tells no name
	 * @param registrationId the bank's own, or null
	 */
	public void registered(Registration registration, @Nullable String registeredName,
			@Nullable String registrationId) {
		if (registeredName == null) {
			answer(registration, "NOT_OFFERED", null, registrationId, null);
			return;
		}
		String state = switch (NameMatch.of(registration.name(), registeredName)) {
			case SAME -> "VERIFIED";
			case CLOSE -> "CLOSE";
			case DIFFERENT -> "MISMATCH";
		};
		answer(registration, state, cut(registeredName, LONGEST_NAME), registrationId, null);
	}

	/** The bank says that there is no such account or VPA. */
	public void invalid(Registration registration, String message) {
		answer(registration, "INVALID", null, null, message);
	}

	private void answer(Registration registration, String state, @Nullable String name, @Nullable String id,
			@Nullable String problem) {
		row(registration,
				"""
						UPDATE beneficiary_verification
						   SET state = :state, registered_name = :registeredName, registration_id = :registrationId, due_at = NULL,
						       answered_at = now(), problem = :problem
						 WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId AND bank = :bank
						   AND target_key = :targetKey AND state = 'DUE'
						""")
			.param("state", state)
			.param("registeredName", name)
			.param("registrationId", id)
			.param("problem", (problem != null) ? cut(problem, LONGEST_PROBLEM) : null)
			.update();
	}

	/** The bank gave no clear answer; it is asked again. */
	public void again(Registration registration, String problem, Duration pause) {
		row(registration, """
				UPDATE beneficiary_verification SET due_at = now() + :pause::interval, problem = :problem
				 WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId AND bank = :bank
				   AND target_key = :targetKey AND state = 'DUE'
				""").param("pause", pause.toMillis() + " milliseconds")
			.param("problem", cut(problem, LONGEST_PROBLEM))
			.update();
	}

	/**
	 * The next page of events of a span of time that may have brought a target.
	 * @param after the last one of the page before, or null
	 */
	public List<UUID> events(Instant from, Instant to, @Nullable UUID after, int limit) {
		return this.jdbc.sql("""
				SELECT event_id FROM beneficiary_event
				 WHERE event_id > :afterId AND event_id < :toId AND kind <> 'ARCHIVED'
				 ORDER BY event_id LIMIT :limit
				""")
			.param("afterId", (after != null) ? after : firstIdOf(from))
			.param("toId", firstIdOf(to))
			.param("limit", limit)
			.query(UUID.class)
			.list();
	}

	/**
	 * Where the last sweep over events ended; at first, the beginning.
	 * @param overlap how far to go back from there, for transactions that committed late
	 */
	public Instant sweptTo(Duration overlap) {
		return this.jdbc.sql("SELECT swept_to FROM sweep_progress WHERE name = :name")
			.param("name", SWEPT)
			.query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant().minus(overlap))
			.optional()
			.orElse(Instant.EPOCH);
	}

	/** Remembers that the targets of all events before a moment are asked for. */
	public void sweptTo(Instant moment) {
		this.jdbc.sql("""
				INSERT INTO sweep_progress (name, swept_to) VALUES (:name, :moment)
				ON CONFLICT (name) DO UPDATE SET swept_to = greatest(sweep_progress.swept_to, excluded.swept_to)
				""").param("name", SWEPT).param("moment", moment.atOffset(ZoneOffset.UTC)).update();
	}

	private JdbcClient.StatementSpec row(Registration registration, String sql) {
		return this.jdbc.sql(sql)
			.param("businessId", registration.businessId())
			.param("beneficiaryId", registration.beneficiaryId())
			.param("bank", registration.bank())
			.param("targetKey", registration.targetKey());
	}

	private static Registration read(ResultSet row, int number) throws SQLException {
		return new Registration(row.getObject("business_id", UUID.class), row.getObject("beneficiary_id", UUID.class),
				row.getString("bank"), row.getString("target_key"), row.getInt("target_version"), row.getString("name"),
				row.getString("account_number"), row.getString("ifsc"), row.getString("vpa"),
				row.getInt("attempt_count"));
	}

	/** The smallest UUIDv7 of a millisecond: event ids begin with their time. */
	private static UUID firstIdOf(Instant moment) {
		return new UUID(moment.toEpochMilli() << 16, 0);
	}

	private static String cut(String text, int longest) {
		return text.substring(0, Math.min(text.length(), longest));
	}

}
