package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.time.India;
import dev.hundi.wallet.DebitPlan.DuePayout;
import dev.hundi.wallet.DebitPlan.LockedWallet;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Holds payouts that need an approval by a rule of their business. Called under the lock
 * of the wallet, so that payouts that arrive at once cannot pass below the limit of a day
 * together.
 */
final class HoldForApproval {

	private final JdbcClient jdbc;

	HoldForApproval(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Holds those of some payouts for which a rule has not its people yet, each for one
	 * such rule. Once its approval is given, the payout is debited, or held for the next
	 * rule. Only what is debited counts toward the limit of a day.
	 * @param due at least one, oldest first
	 * @param debit debits a payout that is not held if it fits, and says whether it did
	 */
	void hold(LockedWallet wallet, List<DuePayout> due, Predicate<DuePayout> debit) {
		UUID businessId = wallet.businessId();
		List<Rule> rules = rules(businessId);
		long ofDayPaise = rules.stream().anyMatch(Rule::ofDay) ? debitsOfDay(businessId, wallet.debitsPaise()) : 0;
		Map<UUID, Candidate> candidates = candidates(businessId, due.stream().map(DuePayout::payoutId).toList());
		List<UUID> held = new ArrayList<>();
		List<UUID> by = new ArrayList<>();
		for (DuePayout payout : due) {
			long withThisPaise = ofDayPaise + payout.totalPaise();
			Optional<Rule> rule = Optional.ofNullable(candidates.get(payout.payoutId()))
				.flatMap((candidate) -> candidate.ruleOf(rules, withThisPaise));
			if (rule.isPresent()) {
				held.add(payout.payoutId());
				by.add(rule.get().ruleId);
			}
			else if (debit.test(payout)) {
				ofDayPaise = withThisPaise;
			}
		}
		if (!held.isEmpty()) {
			write(businessId, held, by);
		}
	}

	private List<Rule> rules(UUID businessId) {
		return this.jdbc.sql("""
				SELECT rule_id, scope = 'DAY' AS of_day, above_paise, people_needed, checkers
				  FROM payout_rule WHERE business_id = :businessId AND ended_at IS NULL
				""")
			.param("businessId", businessId)
			.query((row, number) -> new Rule(row.getObject("rule_id", UUID.class), row.getBoolean("of_day"),
					row.getLong("above_paise"), row.getInt("people_needed"), people(row, "checkers")))
			.list();
	}

	/**
	 * The first call on an Indian day begins the day. The clocks of two processes may
	 * disagree about it: a day that has begun does not end because one of them is behind.
	 */
	private long debitsOfDay(UUID businessId, long debitsPaise) {
		long beforePaise = this.jdbc.sql("""
				INSERT INTO payout_day AS d (business_id, day, debits_before_paise) VALUES (:businessId, :day, :debits)
				ON CONFLICT (business_id) DO UPDATE
				   SET day = greatest(d.day, excluded.day),
				       debits_before_paise = CASE WHEN excluded.day > d.day THEN excluded.debits_before_paise
				                                  ELSE d.debits_before_paise END
				RETURNING debits_before_paise
				""")
			.param("businessId", businessId)
			.param("day", India.dateOf(Instant.now()))
			.param("debits", debitsPaise)
			.query(Long.class)
			.single();
		return debitsPaise - beforePaise;
	}

	/**
	 * With the people who agreed, those of each approval by themselves: by whose right it
	 * was given, and of a bulk file the person besides the one who uploaded it. An API
	 * key that released a file is no person.
	 */
	private Map<UUID, Candidate> candidates(UUID businessId, Collection<UUID> payoutIds) {
		return this.jdbc.sql("""
				SELECT p.payout_id, p.amount_paise, given.people
				  FROM unnest((SELECT :payoutIds::uuid[])) AS wanted (payout_id)
				 CROSS JOIN LATERAL (SELECT business_id, payout_id, amount_paise, bulk_file_id, status, held
				                       FROM payout
				                      WHERE payout.business_id = :businessId AND payout.payout_id = wanted.payout_id
				                     OFFSET 0) AS p
				  LEFT JOIN LATERAL (
				    SELECT array(SELECT coalesce(d.on_behalf_of, d.checker_id)
				                   FROM approval_decision d
				                  WHERE d.approval_id = a.approval_id AND d.decision = 'AGREE') AS people
				      FROM payout_hold h
				     CROSS JOIN unnest(h.earlier_approvals || h.approval_id) AS id (approval_id)
				      JOIN approval a ON a.approval_id = id.approval_id AND a.state = 'AGREED'
				     WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id
				     UNION ALL
				    SELECT array[substr(f.released_by, 8)::uuid]
				      FROM bulk_file f
				     WHERE f.business_id = p.business_id AND f.bulk_file_id = p.bulk_file_id
				       AND f.people_needed > 1 AND f.released_by LIKE 'person:%'
				  ) AS given ON true
				 WHERE p.status = 3 AND NOT p.held
				""")
			.param("businessId", businessId)
			.param("payoutIds", payoutIds.toArray(UUID[]::new))
			.query((row, number) -> new Candidate(row.getObject("payout_id", UUID.class), row.getLong("amount_paise"),
					(row.getArray("people") != null) ? List.of(people(row, "people")) : List.of()))
			.stream()
			.collect(Collectors.toMap(Candidate::payoutId, Function.identity(), Candidate::with));
	}

	private static Set<UUID> people(ResultSet row, String column) throws SQLException {
		return Set.copyOf(Arrays.asList((UUID[]) row.getArray(column).getArray()));
	}

	/** Triggers ask for the approvals, and keep those that were given before. */
	private void write(UUID businessId, List<UUID> payoutIds, List<UUID> ruleIds) {
		this.jdbc.sql("""
				INSERT INTO payout_hold (business_id, payout_id, reason, rule_id)
				SELECT :businessId, payout_id, 'APPROVAL', rule_id
				  FROM unnest(:payoutIds::uuid[], :ruleIds::uuid[]) AS held (payout_id, rule_id)
				ON CONFLICT (business_id, payout_id) DO UPDATE
				   SET reason = excluded.reason, rule_id = excluded.rule_id, approval_id = NULL, decide_until = NULL,
				       ended_at = NULL
				""")
			.param("businessId", businessId)
			.param("payoutIds", payoutIds.toArray(UUID[]::new))
			.param("ruleIds", ruleIds.toArray(UUID[]::new))
			.update();
		int held = this.jdbc.sql("""
				UPDATE payout SET held = true, queued = false, updated_at = clock_timestamp()
				 WHERE business_id = :businessId AND payout_id = ANY (:payoutIds) AND status = 3
				""").param("businessId", businessId).param("payoutIds", payoutIds.toArray(UUID[]::new)).update();
		if (held != payoutIds.size()) {
			throw new IllegalStateException("Held " + held + " payouts instead of " + payoutIds.size());
		}
	}

	/**
	 * A rule.
	 *
	 * @param people of its checkers who must agree
	 * @param checkers empty for every checker of the business
	 */
	private record Rule(UUID ruleId, boolean ofDay, long abovePaise, int people, Set<UUID> checkers) {

		/**
		 * Whether the people of one approval suffice. Those of several are not added: one
		 * person may have decided them by different rights.
		 */
		boolean isMetBy(Set<UUID> agreed) {
			return agreed.stream()
				.filter((person) -> this.checkers.isEmpty() || this.checkers.contains(person))
				.count() >= this.people;
		}

	}

	/**
	 * A payout.
	 *
	 * @param agreed the people of each approval
	 */
	private record Candidate(UUID payoutId, long amountPaise, List<Set<UUID>> agreed) {

		/** The same payout with the approvals of another row. */
		Candidate with(Candidate other) {
			return new Candidate(this.payoutId, this.amountPaise,
					Stream.concat(this.agreed.stream(), other.agreed.stream()).toList());
		}

		/**
		 * The strictest of the rules that apply and have not their people yet. Of equal
		 * ones first that which names its people, because they may count for the other.
		 */
		Optional<Rule> ruleOf(List<Rule> rules, long ofDayPaise) {
			return rules.stream()
				.filter((rule) -> (rule.ofDay ? ofDayPaise : this.amountPaise) > rule.abovePaise)
				.filter((rule) -> this.agreed.stream().noneMatch(rule::isMetBy))
				.max(Comparator.comparingInt(Rule::people)
					.thenComparing((rule) -> !rule.checkers.isEmpty())
					.thenComparingLong(Rule::abovePaise)
					.thenComparing((rule) -> !rule.ofDay));
		}

	}

}
