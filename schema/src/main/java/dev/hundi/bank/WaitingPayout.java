package dev.hundi.bank;

import java.time.Instant;
import java.util.Set;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A payout that is debited and under way at no bank.
 *
 * @param rail the rail it must go by
 * @param onlyBank the bank at which it was once in doubt, the only one that may ever be
 * sent it again; null where every bank may
 * @param banksInBackOff banks that it could not be sent to and that are not to be tried
 * yet
 * @param createdAt when it was accepted
 */
public record WaitingPayout(PayoutKey payout, Rail rail, @Nullable String onlyBank, Set<String> banksInBackOff,
		Instant createdAt) {

	public WaitingPayout {
		banksInBackOff = Set.copyOf(banksInBackOff);
	}

}
