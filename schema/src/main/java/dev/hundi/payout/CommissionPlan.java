package dev.hundi.payout;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The price of a payout by rail and amount (docs/api-decisions.md, "Payouts").
 */
public final class CommissionPlan {

	public static final int GST_PERCENT = 18;

	/** The platform's plan, for businesses without their own. */
	public static final CommissionPlan DEFAULT = new CommissionPlan(List.of(CommissionSlab.flat(Rail.IMPS, 0, 2_00),
			CommissionSlab.flat(Rail.IMPS, 1_000_00, 4_00), CommissionSlab.flat(Rail.IMPS, 25_000_00, 8_00),
			CommissionSlab.flat(Rail.NEFT, 0, 1_50), CommissionSlab.flat(Rail.RTGS, 0, 10_00),
			CommissionSlab.flat(Rail.UPI, 0, 2_00), CommissionSlab.flat(Rail.SELF, 0, 0)));

	/** Slabs of each rail, highest bound first. */
	private final Map<Rail, List<CommissionSlab>> slabs = new EnumMap<>(Rail.class);

	private CommissionPlan(Collection<CommissionSlab> slabs) {
		for (Rail rail : Rail.values()) {
			this.slabs.put(rail,
					slabs.stream()
						.filter((slab) -> slab.rail() == rail)
						.sorted(Comparator.comparingLong(CommissionSlab::abovePaise).reversed())
						.toList());
		}
	}

	/**
	 * A business's own slabs over the platform's: they price their rails from their
	 * lowest slab on; below it the platform's apply.
	 */
	public static CommissionPlan of(Collection<CommissionSlab> own) {
		return own.isEmpty() ? DEFAULT : new CommissionPlan(own);
	}

	/**
	 * The slabs of this plan by rail and amount, without those of the platform that apply
	 * below them.
	 */
	public List<CommissionSlab> slabs() {
		return this.slabs.values().stream().flatMap((ofRail) -> ofRail.reversed().stream()).toList();
	}

	/**
	 * Commission and GST of one payout, in paise; GST is rounded half up.
	 * @throws IllegalArgumentException if the amount is not above zero
	 */
	public Charge charge(Rail rail, long amountPaise) {
		if (amountPaise <= 0) {
			throw new IllegalArgumentException("An amount must be above zero paise: " + amountPaise);
		}
		CommissionSlab own = slab(rail, amountPaise);
		CommissionSlab slab = (own != null) ? own : DEFAULT.slab(rail, amountPaise);
		return withGst(Objects.requireNonNull(slab).commissionPaise(amountPaise));
	}

	/** The highest slab below the amount, or null. */
	private @Nullable CommissionSlab slab(Rail rail, long amountPaise) {
		for (CommissionSlab slab : this.slabs.getOrDefault(rail, List.of())) {
			if (amountPaise > slab.abovePaise()) {
				return slab;
			}
		}
		return null;
	}

	/** A fee in paise with its GST, rounded half up. */
	public static Charge withGst(long feePaise) {
		return new Charge(feePaise, gstPaise(feePaise));
	}

	private static long gstPaise(long commissionPaise) {
		return Math.addExact(Math.multiplyExact(commissionPaise, GST_PERCENT), 50) / 100;
	}

}
