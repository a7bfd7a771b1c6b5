package dev.hundi.batch.reconciliation;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How days are closed: {@code hundi.reconciliation.*}.
 *
 * @param look how often each copy looks for a day that is due
 * @param lease how long a run that its copy says nothing of is left to it
 * @param attempts how often a run is tried before a person must ask for it again
 * @param retryAfter time between two tries
 * @param after how long after midnight in Asia/Kolkata a day is closed at the earliest
 * @param patience how long after midnight its statement is waited for
 * @param writeOffCapPaise most that two people may write off at once
 */
public record ReconciliationSettings(@DefaultValue("5s") Duration look, @DefaultValue("2m") Duration lease,
		@DefaultValue("5") int attempts, @DefaultValue("10s") Duration retryAfter, @DefaultValue("1h") Duration after,
		@DefaultValue("12h") Duration patience, @DefaultValue("10000") long writeOffCapPaise) {

	public ReconciliationSettings {
		Assert.isTrue(look.toMillis() >= 10, "hundi.reconciliation.look must be 10 ms or more");
		Assert.isTrue(lease.toMillis() >= 1_000, "hundi.reconciliation.lease must be 1 s or more");
		Assert.isTrue(attempts >= 1, "hundi.reconciliation.attempts must be 1 or more");
		Assert.isTrue(!retryAfter.isNegative(), "hundi.reconciliation.retry-after must not be negative");
		Assert.isTrue(!after.isNegative(), "hundi.reconciliation.after must not be negative");
		Assert.isTrue(patience.compareTo(after) >= 0,
				"hundi.reconciliation.patience must not be shorter than hundi.reconciliation.after");
		Assert.isTrue(writeOffCapPaise >= 0, "hundi.reconciliation.write-off-cap-paise must not be negative");
	}

}
