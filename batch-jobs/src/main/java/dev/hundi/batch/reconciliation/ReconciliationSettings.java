package dev.hundi.batch.reconciliation;

import java.time.Duration;

import dev.hundi.reconciliation.ResolutionCaps;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * When and how days are closed: {@code hundi.reconciliation.*}.
 *
 * @param pollInterval how often each instance polls for a day that is due
 * @param lease how long a claim is valid unless it is renewed
 * @param attempts attempts before a run is marked as failed; a person must request it
 * again
 * @param retryAfter back-off after the first failed attempt; it grows by as much with
 * each further one
 * @param after how long after midnight in India a day is closed at the earliest
 * @param patience how long after midnight the statement of the day is awaited
 * @param writeOffCapPaise largest gross amount that two people may write off at once
 * @param walletCapPaise largest gross amount by which they may adjust a wallet at once
 * @param suspenseCapPaise largest gross amount that they may post to suspense at once
 */
public record ReconciliationSettings(@DefaultValue("5s") Duration pollInterval, @DefaultValue("2m") Duration lease,
		@DefaultValue("5") int attempts, @DefaultValue("10s") Duration retryAfter, @DefaultValue("1h") Duration after,
		@DefaultValue("12h") Duration patience, @DefaultValue("10000") long writeOffCapPaise,
		@DefaultValue("10000000") long walletCapPaise, @DefaultValue("100000000") long suspenseCapPaise) {

	public ReconciliationSettings {
		Assert.isTrue(pollInterval.toMillis() >= 10, "hundi.reconciliation.poll-interval must be 10 ms or more");
		Assert.isTrue(lease.toMillis() >= 1_000, "hundi.reconciliation.lease must be 1 s or more");
		Assert.isTrue(attempts >= 1, "hundi.reconciliation.attempts must be 1 or more");
		Assert.isTrue(!retryAfter.isNegative(), "hundi.reconciliation.retry-after must not be negative");
		Assert.isTrue(!after.isNegative(), "hundi.reconciliation.after must not be negative");
		Assert.isTrue(patience.compareTo(after) >= 0,
				"hundi.reconciliation.patience must not be shorter than hundi.reconciliation.after");
		Assert.isTrue(writeOffCapPaise >= 0, "hundi.reconciliation.write-off-cap-paise must not be negative");
		Assert.isTrue(walletCapPaise >= 0, "hundi.reconciliation.wallet-cap-paise must not be negative");
		Assert.isTrue(suspenseCapPaise >= 0, "hundi.reconciliation.suspense-cap-paise must not be negative");
	}

	ResolutionCaps caps() {
		return new ResolutionCaps(this.writeOffCapPaise, this.walletCapPaise, this.suspenseCapPaise);
	}

}
