package dev.hundi.portal.operation;

import java.util.ArrayList;
import java.util.List;

import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.payout.Charge;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * What proposed prices change at their start. A plan that is approved and has not started
 * counts, because they end it.
 */
@StaffOnly
@Component
class PreviewPrices {

	/** In paise: both sides of the platform's bounds, and round amounts. */
	private static final long[] SAMPLES = { 100_00, 1_000_00, 1_000_01, 5_000_00, 25_000_00, 25_000_01, 1_00_000_00,
			2_00_000_00, 5_00_000_00, 25_00_000_00 };

	private final PricePlans plans;

	private final ReadPayoutTerms terms;

	PreviewPrices(PricePlans plans, ReadPayoutTerms terms) {
		this.plans = plans;
		this.terms = terms;
	}

	Preview of(ProposedPrices prices) {
		PricePlan base = base(prices);
		return new Preview(base, lines((base != null) ? base.plan() : CommissionPlan.DEFAULT,
				CommissionPlan.of(prices.slabs()), this.terms.of(prices.businessId()).railLimits()));
	}

	/** The plan that the prices replace; null for the platform's prices. */
	@Nullable PricePlan base(ProposedPrices prices) {
		return this.plans.applyingAt(prices.businessId(), prices.startsAt()).orElse(null);
	}

	/** Sample amounts that the limits of a rail permit. */
	private static List<Line> lines(CommissionPlan before, CommissionPlan after, RailLimits limits) {
		List<Line> lines = new ArrayList<>();
		for (Rail rail : Rail.values()) {
			for (long amount : SAMPLES) {
				if (amount >= limits.minPaise(rail) && amount <= limits.maxPaise(rail)) {
					lines.add(new Line(rail, amount, before.charge(rail, amount), after.charge(rail, amount)));
				}
			}
		}
		return lines;
	}

	/**
	 * A comparison.
	 *
	 * @param base null for the platform's prices
	 */
	record Preview(@Nullable PricePlan base, List<Line> lines) {
	}

	/** What a sample amount costs, in paise. */
	record Line(Rail rail, long amountPaise, Charge before, Charge after) {

		public long totalPaise() {
			return this.amountPaise + this.after.commissionPaise() + this.after.gstPaise();
		}

		public boolean differs() {
			return !this.before.equals(this.after);
		}

	}

}
