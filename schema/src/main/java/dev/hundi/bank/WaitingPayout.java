package dev.hundi.bank;

import java.time.Instant;
import java.util.Set;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A payout that is debited and not in flight at any bank.
 *
 * @param onlyBank the bank at which it was once in doubt and the only one that may get it
 * again; null if every bank may
 * @param banksInBackOff banks that could not be reached and may not be retried yet
 */
public record WaitingPayout(PayoutKey payout, Rail rail, @Nullable String onlyBank, Set<String> banksInBackOff,
		Instant createdAt) {

	public WaitingPayout {
		banksInBackOff = Set.copyOf(banksInBackOff);
	}

}
