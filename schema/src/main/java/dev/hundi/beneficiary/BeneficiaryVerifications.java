package dev.hundi.beneficiary;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.sweep.SweepProgress;
import dev.hundi.text.Beginning;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.work.DueCondition;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Registrations of beneficiaries' targets at banks, and whether the bank's holder name
 * matches. They never block a payout.
 */
@Repository
public class BeneficiaryVerifications {

	private static final int LONGEST_NAME = 200;

	private static final int LONGEST_PROBLEM = 300;

	/** So that a day without requests does not count. */
	private static final int ENOUGH_ATTEMPTS = 100;

	/** Why a registration ended that a reactivation requests again. */
	private static final String ARCHIVED = "The beneficiary was archived";

	private final JdbcClient jdbc;

	private final SweepProgress progress;

	BeneficiaryVerifications(JdbcClient jdbc) {
		this.jdbc = jdbc;
		this.progress = new SweepProgress(jdbc, "beneficiary-events", "beneficiary_event");
	}

	/**
	 * Requests registrations for the targets that events introduced, once per target; a
	 * reactivation requests those again that ended because their beneficiary was
	 * archived. An event whose data was erased has no target.
	 * @param banksForAccounts names of the banks that register accounts
	 * @param banksForVpas names of the banks that register VPAs
	 * @return the number of new requests
	 */
	public int request(Collection<UUID> eventIds, Collection<String> banksForAccounts,
			Collection<String> banksForVpas) {
		return this.jdbc
			.sql("""
					WITH reopened AS (
					  UPDATE beneficiary_verification v
					     SET state = 'DUE', due_at = now(), answered_at = NULL, problem = NULL, attempt_count = 0
					    FROM beneficiary_event e
					   WHERE e.event_id = ANY (:eventIds::uuid[]) AND e.kind = 'REACTIVATED'
					     AND v.business_id = e.business_id AND v.beneficiary_id = e.beneficiary_id
					     AND v.state = 'NOT_OFFERED' AND v.problem = :archived
					)
					INSERT INTO beneficiary_verification (business_id, beneficiary_id, bank, target_version, name, account_number,
					                                      ifsc, vpa)
					SELECT e.business_id, e.beneficiary_id, banks.bank, e.sequence, e.snapshot ->> 'name',
					       e.snapshot ->> 'accountNumber', e.snapshot ->> 'ifsc', e.snapshot ->> 'vpa'
					  FROM beneficiary_event e
					 CROSS JOIN LATERAL unnest(CASE WHEN e.snapshot ->> 'vpa' IS NULL THEN :accounts::text[] ELSE :vpas::text[] END)
					            AS banks (bank)
					 WHERE e.event_id = ANY (:eventIds::uuid[]) AND e.kind <> 'ARCHIVED'
					   AND e.snapshot ->> 'name' IS NOT NULL
					 ORDER BY e.business_id, e.beneficiary_id, e.sequence, banks.bank
					ON CONFLICT DO NOTHING
					""")
			.param("archived", ARCHIVED)
			.param("accounts", banksForAccounts.toArray(String[]::new))
			.param("vpas", banksForVpas.toArray(String[]::new))
			.param("eventIds", eventIds.toArray(UUID[]::new))
			.update();
	}

	/** Whether a registration is due at one of the banks. */
	public boolean areDue(Collection<String> banks) {
		return whenDue(banks).isTrue(this.jdbc);
	}

	/** The same condition, for {@link dev.hundi.work.LookForWork}. */
	public DueCondition whenDue(Collection<String> banks) {
		return new DueCondition("""
				EXISTS (SELECT FROM beneficiary_verification
				         WHERE bank = ANY (:registering_banks::text[]) AND due_at <= now())
				""", Map.of("registering_banks", banks.toArray(String[]::new)));
	}

	/**
	 * Claims due registrations at a bank and postpones them by the lease, so that no
	 * other process attempts them at the same time. Registrations of archived
	 * beneficiaries end unasked.
	 */
	public List<BankRegistration> claim(String bank, int limit, Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT business_id, beneficiary_id, bank, target_key FROM beneficiary_verification
					   WHERE bank = :bank AND due_at <= now()
					   ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
					), asked AS (
					  SELECT due.*, (SELECT e.snapshot ->> 'status' FROM beneficiary_event e
					                  WHERE e.business_id = due.business_id AND e.beneficiary_id = due.beneficiary_id
					                  ORDER BY e.sequence DESC LIMIT 1) = 'inactive' AS archived
					    FROM due
					), ended AS (
					  UPDATE beneficiary_verification v
					     SET state = 'NOT_OFFERED', due_at = NULL, answered_at = now(), problem = :archived
					    FROM asked
					   WHERE asked.archived AND v.business_id = asked.business_id AND v.beneficiary_id = asked.beneficiary_id
					     AND v.bank = asked.bank AND v.target_key = asked.target_key
					)
					UPDATE beneficiary_verification v
					   SET due_at = now() + :lease::interval, attempt_count = v.attempt_count + 1
					  FROM asked
					 WHERE NOT asked.archived AND v.business_id = asked.business_id AND v.beneficiary_id = asked.beneficiary_id
					   AND v.bank = asked.bank AND v.target_key = asked.target_key
					RETURNING v.business_id, v.beneficiary_id, v.bank, v.target_key, v.target_version, v.name, v.account_number,
					          v.ifsc, v.vpa, v.attempt_count,
					          v.attempt_count > :enough AND v.asked_at < now() - interval '1 day' AS tried_for_long
					""")
			.param("archived", ARCHIVED)
			.param("enough", ENOUGH_ATTEMPTS)
			.param("bank", bank)
			.param("limit", limit)
			.param("lease", lease.toMillis() + " milliseconds")
			.query(BeneficiaryVerifications::read)
			.list();
	}

	/**
	 * Records that the bank has registered the target.
	 * @param registeredName the bank's name of the holder, or null if it returns none
	 * @param registrationId the bank's own, or null
	 */
	public void registered(BankRegistration registration, @Nullable String registeredName,
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
		answer(registration, state, Beginning.of(registeredName, LONGEST_NAME), registrationId, null);
	}

	/** Records that the bank knows no such account or VPA. */
	public void invalid(BankRegistration registration, String message) {
		answer(registration, "INVALID", null, null, message);
	}

	/** Records that the bank offers no registration that Hundi understands. */
	public void notOffered(BankRegistration registration, String problem) {
		answer(registration, "NOT_OFFERED", null, null, problem);
	}

	private void answer(BankRegistration registration, String state, @Nullable String name, @Nullable String id,
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
			.param("problem", (problem != null) ? Beginning.of(problem, LONGEST_PROBLEM) : null)
			.update();
	}

	/** Schedules a retry after an unclear answer. */
	public void retryLater(BankRegistration registration, String problem, Duration pause) {
		row(registration, """
				UPDATE beneficiary_verification SET due_at = now() + :pause::interval, problem = :problem
				 WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId AND bank = :bank
				   AND target_key = :targetKey AND state = 'DUE'
				""").param("pause", pause.toMillis() + " milliseconds")
			.param("problem", Beginning.of(problem, LONGEST_PROBLEM))
			.update();
	}

	/**
	 * The next page of events of a span of time that may have introduced a target.
	 * @param after the last one of the previous page, or null
	 */
	public List<UUID> events(Instant from, Instant to, @Nullable UUID after, int limit) {
		return this.jdbc.sql("""
				SELECT event_id FROM beneficiary_event
				 WHERE event_id > :afterId AND event_id < :toId AND kind <> 'ARCHIVED'
				 ORDER BY event_id LIMIT :limit
				""")
			.param("afterId", (after != null) ? after : TimeOrderedIds.first(from))
			.param("toId", TimeOrderedIds.first(to))
			.param("limit", limit)
			.query(UUID.class)
			.list();
	}

	/** Up to when registrations for all events are requested. */
	public SweepProgress progress() {
		return this.progress;
	}

	private JdbcClient.StatementSpec row(BankRegistration registration, String sql) {
		return this.jdbc.sql(sql)
			.param("businessId", registration.businessId())
			.param("beneficiaryId", registration.beneficiaryId())
			.param("bank", registration.bank())
			.param("targetKey", registration.targetKey());
	}

	private static BankRegistration read(ResultSet row, int number) throws SQLException {
		return new BankRegistration(row.getObject("business_id", UUID.class),
				row.getObject("beneficiary_id", UUID.class), row.getString("bank"), row.getString("target_key"),
				row.getInt("target_version"), row.getString("name"), row.getString("account_number"),
				row.getString("ifsc"), row.getString("vpa"), row.getInt("attempt_count"),
				row.getBoolean("tried_for_long"));
	}

}
