package dev.hundi.bank;

import java.util.Set;

import dev.hundi.payout.Rail;

/**
 * Where waiting payouts can be sent at present.
 *
 * @param rails rails that a bank takes orders for
 * @param banks names of the banks that take orders. A payout that only one bank may get
 * goes there even if the bank is no longer configured for its rail
 */
public record OpenRoutes(Set<Rail> rails, Set<String> banks) {

	public OpenRoutes {
		rails = Set.copyOf(rails);
		banks = Set.copyOf(banks);
	}

	boolean areNone() {
		return this.rails.isEmpty() && this.banks.isEmpty();
	}

}
