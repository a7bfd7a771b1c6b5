package dev.hundi.business;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.Charge;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Price plans. A plan never changes: other prices are another plan with a start of its
 * own. The API reads plans at most five seconds after they start.
 */
@Repository
public class PricePlans {

	/** Slabs of one plan. */
	public static final int MAX_SLABS = 60;

	/** Plans that are listed. */
	private static final int MAX_LISTED = 50;

	private final JdbcClient jdbc;

	PricePlans(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Plans of a business, latest start first. Those above the one that applies have not
	 * started.
	 */
	@Transactional(readOnly = true)
	public List<PricePlan> ofBusiness(UUID businessId) {
		return plans(businessId, null, MAX_LISTED);
	}

	/**
	 * The plan that applies to a business at a moment, as far as plans are approved now;
	 * empty if none does, so that the platform's prices apply.
	 */
	@Transactional(readOnly = true)
	public Optional<PricePlan> applyingAt(UUID businessId, Instant moment) {
		return plans(businessId, moment, 1).stream().findFirst();
	}

	/** Plans that start until a moment, or at any time; latest start first. */
	private List<PricePlan> plans(UUID businessId, @Nullable Instant until, int limit) {
		Map<Long, PricePlan> plans = new LinkedHashMap<>();
		Map<Long, List<CommissionSlab>> slabs = new LinkedHashMap<>();
		this.jdbc
			.sql("""
					SELECT p.price_plan_id, p.starts_at, p.verification_paise, p.price_plan_id = current_price_plan(p.business_id) AS applies,
					       s.rail, s.above_paise, s.flat_paise, s.percent, s.min_paise, s.max_paise
					  FROM (SELECT * FROM price_plan WHERE business_id = :businessId AND (:until::timestamptz IS NULL OR starts_at <= :until::timestamptz)
					         ORDER BY starts_at DESC, price_plan_id DESC LIMIT :limit) p
					  LEFT JOIN commission_slab s ON s.price_plan_id = p.price_plan_id
					 ORDER BY p.starts_at DESC, p.price_plan_id DESC, s.rail, s.above_paise
					""")
			.param("businessId", businessId)
			.param("until", (until != null) ? Timestamps.utc(until) : null)
			.param("limit", limit)
			.query((row) -> {
				long id = row.getLong("price_plan_id");
				plans.put(id, new PricePlan(id, Timestamps.instant(row, "starts_at"), row.getBoolean("applies"),
						List.of(), row.getObject("verification_paise", Long.class)));
				List<CommissionSlab> own = slabs.computeIfAbsent(id, (unused) -> new ArrayList<>());
				if (row.getString("rail") != null) {
					own.add(ReadPayoutTerms.slab(row, 0));
				}
			});
		return plans.entrySet()
			.stream()
			.map((entry) -> new PricePlan(entry.getKey(), entry.getValue().startsAt(), entry.getValue().applies(),
					slabs.getOrDefault(entry.getKey(), List.of()), entry.getValue().verificationPaise()))
			.toList();
	}

	/**
	 * Adds a plan. For an application it must be in the transaction that executes the
	 * approval.
	 * @param startsAt not in the past; null for the beginning of this transaction
	 * @param slabs at most {@value #MAX_SLABS}, and one per rail and bound
	 * @param verificationPaise fee in paise for one name verification, without GST; null
	 * for the platform's
	 * @param approvalId by two people; null for the owner of the database
	 * @throws IllegalArgumentException if there are too many slabs, or two with the same
	 * rail and bound
	 * @throws org.springframework.dao.DataIntegrityViolationException if the start is in
	 * the past, or an application has no executed approval
	 */
	@Transactional
	public void add(UUID businessId, @Nullable Instant startsAt, List<CommissionSlab> slabs,
			@Nullable Long verificationPaise, @Nullable UUID approvalId) {
		if (slabs.size() > MAX_SLABS) {
			throw new IllegalArgumentException("A price plan has at most " + MAX_SLABS + " slabs: " + slabs.size());
		}
		List<CommissionSlab> sorted = slabs.stream()
			.sorted(Comparator.comparing(CommissionSlab::rail).thenComparing(CommissionSlab::abovePaise))
			.toList();
		for (int i = 1; i < sorted.size(); i++) {
			if (isSame(sorted.get(i - 1), sorted.get(i))) {
				throw new IllegalArgumentException("Two slabs begin at the same amount: " + sorted.get(i));
			}
		}
		long plan = this.jdbc.sql("""
				INSERT INTO price_plan (business_id, starts_at, verification_paise, approval_id)
				VALUES (:businessId, coalesce(:startsAt::timestamptz, now()), :verificationPaise, :approvalId)
				RETURNING price_plan_id
				""")
			.param("businessId", businessId)
			.param("startsAt", (startsAt != null) ? Timestamps.utc(startsAt) : null)
			.param("verificationPaise", verificationPaise)
			.param("approvalId", approvalId)
			.query(Long.class)
			.single();
		sorted.forEach((slab) -> insert(plan, businessId, slab));
	}

	/** Whether two slabs have the same rail and bound. */
	public static boolean isSame(CommissionSlab one, CommissionSlab other) {
		return one.rail() == other.rail() && one.abovePaise() == other.abovePaise();
	}

	/** What a business pays for one name verification at present, in paise. */
	public Charge verificationCharge(UUID businessId) {
		return CommissionPlan.withGst(this.jdbc
			.sql("""
					SELECT coalesce((SELECT verification_paise FROM price_plan WHERE price_plan_id = current_price_plan(:businessId)), :platform)
					""")
			.param("businessId", businessId)
			.param("platform", PricePlan.DEFAULT_VERIFICATION_PAISE)
			.query(Long.class)
			.single());
	}

	boolean hasAny(UUID businessId) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM price_plan WHERE business_id = :businessId)")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

	private void insert(long plan, UUID businessId, CommissionSlab slab) {
		this.jdbc
			.sql("""
					INSERT INTO commission_slab (price_plan_id, business_id, rail, above_paise, flat_paise, percent, min_paise, max_paise)
					VALUES (:plan, :businessId, :rail, :above, :flat, :percent, :min, :max)
					""")
			.param("plan", plan)
			.param("businessId", businessId)
			.param("rail", slab.rail().code())
			.param("above", slab.abovePaise())
			.param("flat", slab.flatPaise())
			.param("percent", slab.percent())
			.param("min", slab.minPaise())
			.param("max", slab.maxPaise())
			.update();
	}

}
