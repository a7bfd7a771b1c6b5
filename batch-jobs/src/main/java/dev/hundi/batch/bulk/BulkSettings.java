package dev.hundi.batch.bulk;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How bulk files are loaded and released: {@code hundi.bulk.*}.
 *
 * @param loadsAtOnce files that one copy loads at once
 * @param releasesAtOnce files that one copy releases at once
 * @param pollInterval how often each copy looks for files that no notification told it of
 * @param lease how long a file that its worker says nothing of is left to it
 * @param attempts how often a load is tried without progress before the file is refused
 * @param retryAfter time between two tries
 * @param loadChunk rows loaded in one transaction
 * @param releaseChunk rows released in one transaction at most
 * @param partitions ranges of rows that are released side by side
 * @param window released rows of a file that nobody has begun to dispatch, at most; a
 * payout of the API waits behind no more than these of its business. 0 is no such limit,
 * which is for measuring only
 * @param passWithin how long released rows take to a bank; where the stream is too slow
 * for that, fewer of them wait
 * @param patience how long a release waits for its window before other files get its
 * place
 * @param countInterval time between two counts of how the payouts of a file ended
 * @param countEndedInterval the same for a file that has ended, for returned payouts
 * @param watchFor how long after its end a file is counted
 * @param duplicatesWithin how far back payouts with the same merchant reference are
 * looked for
 * @param keepUploads how long uploads are kept
 * @param sweepInterval time between two removals of old uploads
 */
public record BulkSettings(@DefaultValue("1") int loadsAtOnce, @DefaultValue("2") int releasesAtOnce,
		@DefaultValue("1s") Duration pollInterval, @DefaultValue("60s") Duration lease, @DefaultValue("5") int attempts,
		@DefaultValue("5s") Duration retryAfter, @DefaultValue("5000") int loadChunk,
		@DefaultValue("250") int releaseChunk, @DefaultValue("2") int partitions, @DefaultValue("500") int window,
		@DefaultValue("400ms") Duration passWithin, @DefaultValue("5s") Duration patience,
		@DefaultValue("2s") Duration countInterval, @DefaultValue("6h") Duration countEndedInterval,
		@DefaultValue("30d") Duration watchFor, @DefaultValue("30d") Duration duplicatesWithin,
		@DefaultValue("90d") Duration keepUploads, @DefaultValue("1h") Duration sweepInterval) {

	public BulkSettings {
		Assert.isTrue(loadsAtOnce >= 1 && loadsAtOnce <= 16, "hundi.bulk.loads-at-once must be from 1 to 16");
		Assert.isTrue(releasesAtOnce >= 1 && releasesAtOnce <= 16, "hundi.bulk.releases-at-once must be from 1 to 16");
		Assert.isTrue(pollInterval.toMillis() >= 10, "hundi.bulk.poll-interval must be 10 ms or more");
		Assert.isTrue(lease.toMillis() >= 1000, "hundi.bulk.lease must be a second or more");
		Assert.isTrue(attempts >= 1, "hundi.bulk.attempts must be 1 or more");
		Assert.isTrue(!retryAfter.isNegative(), "hundi.bulk.retry-after must not be negative");
		Assert.isTrue(loadChunk >= 1 && loadChunk <= 50_000, "hundi.bulk.load-chunk must be from 1 to 50000");
		Assert.isTrue(releaseChunk >= 1 && releaseChunk <= 50_000, "hundi.bulk.release-chunk must be from 1 to 50000");
		Assert.isTrue(partitions >= 1 && partitions <= 16, "hundi.bulk.partitions must be from 1 to 16");
		Assert.isTrue(window >= 0, "hundi.bulk.window must be 0 or more");
		Assert.isTrue(passWithin.toMillis() >= 1, "hundi.bulk.pass-within must be a millisecond or more");
		Assert.isTrue(patience.toMillis() >= 10, "hundi.bulk.patience must be 10 ms or more");
		Assert.isTrue(countInterval.toMillis() >= 10 && countEndedInterval.toMillis() >= 10,
				"hundi.bulk.count-interval and count-ended-interval must be 10 ms or more");
		Assert.isTrue(!watchFor.isNegative() && !duplicatesWithin.isNegative(),
				"hundi.bulk.watch-for and duplicates-within must not be negative");
		Assert.isTrue(keepUploads.toMinutes() >= 1 && sweepInterval.toSeconds() >= 1,
				"hundi.bulk.keep-uploads must be a minute or more, sweep-interval a second");
	}

}
