package dev.hundi.batch.bulk;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How bulk files are loaded and released: {@code hundi.bulk.*}.
 *
 * @param loadsAtOnce files that one process loads at once
 * @param releasesAtOnce files that one process releases at once
 * @param pollInterval time between two polls for due files without a notification; five
 * times as long once nothing has run for 30 s, and always for planned releases
 * @param lease how long a claim is valid unless it is renewed
 * @param attempts attempts to load a file without progress before it is refused
 * @param retryAfter time between two attempts
 * @param loadChunk rows loaded in one transaction
 * @param releaseChunk rows released in one transaction at most
 * @param partitions ranges of rows that are released in parallel
 * @param window maximum number of released rows of a file that wait for dispatch, so that
 * an API payout of the business queues behind no more; 0 disables the limit, for
 * measurements only
 * @param passWithin target time from release to a bank; the window shrinks when the
 * stream is slower
 * @param patience how long a release waits for its window before it yields to other files
 * @param countInterval time between two counts of a file's payout outcomes
 * @param countEndedInterval the same for an ended file, whose payouts may be returned
 * @param watchFor how long outcomes are counted after the end of a file
 * @param duplicatesWithin age up to which payouts with the same merchant reference are
 * duplicates
 * @param keepUploads how long uploads are kept
 * @param releaseWithin how long a loaded file waits for its release before it is
 * cancelled
 */
public record BulkSettings(@DefaultValue("1") int loadsAtOnce, @DefaultValue("2") int releasesAtOnce,
		@DefaultValue("1s") Duration pollInterval, @DefaultValue("60s") Duration lease, @DefaultValue("5") int attempts,
		@DefaultValue("5s") Duration retryAfter, @DefaultValue("10000") int loadChunk,
		@DefaultValue("250") int releaseChunk, @DefaultValue("2") int partitions, @DefaultValue("500") int window,
		@DefaultValue("400ms") Duration passWithin, @DefaultValue("5s") Duration patience,
		@DefaultValue("2s") Duration countInterval, @DefaultValue("6h") Duration countEndedInterval,
		@DefaultValue("30d") Duration watchFor, @DefaultValue("30d") Duration duplicatesWithin,
		@DefaultValue("90d") Duration keepUploads, @DefaultValue("90d") Duration releaseWithin) {

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
		Assert.isTrue(keepUploads.toMinutes() >= 1, "hundi.bulk.keep-uploads must be a minute or more");
		Assert.isTrue(releaseWithin.toDays() >= 1, "hundi.bulk.release-within must be a day or more");
	}

}
