package dev.hundi.batch.housekeeping;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * When housekeeping runs and what it keeps: {@code hundi.housekeeping.*}.
 *
 * @param interval time between two runs, regardless of the number of instances
 * @param pollInterval how often each instance checks for a run that is due or has failed
 * @param nonceAge how long a nonce is kept
 * @param webhookAge how long webhook attempts and the bodies of deliveries are kept
 * @param historyAge how long Spring Batch's records of a run are kept
 * @param chunkSize rows deleted in one transaction at most
 */
public record HousekeepingSettings(@DefaultValue("5m") Duration interval, @DefaultValue("1m") Duration pollInterval,
		@DefaultValue("15m") Duration nonceAge, @DefaultValue("400d") Duration webhookAge,
		@DefaultValue("7d") Duration historyAge, @DefaultValue("5000") int chunkSize) {

	/**
	 * A timestamp is accepted from 300 s before to 300 s after it, so a request can be
	 * replayed for 600 s.
	 */
	static final Duration REPLAY_WINDOW = Duration.ofMinutes(10);

	private static final int MAX_CHUNK_SIZE = 100_000;

	public HousekeepingSettings {
		Assert.isTrue(interval.compareTo(Duration.ofSeconds(1)) >= 0,
				"hundi.housekeeping.interval must be a second or more");
		Assert.isTrue(pollInterval.compareTo(Duration.ofSeconds(1)) >= 0,
				"hundi.housekeeping.poll-interval must be a second or more");
		Assert.isTrue(nonceAge.compareTo(REPLAY_WINDOW) > 0,
				"hundi.housekeeping.nonce-age must be more than 10 minutes, or a signed request could be replayed");
		Assert.isTrue(webhookAge.compareTo(Duration.ofDays(30)) >= 0,
				"hundi.housekeeping.webhook-age must be 30 days or more");
		Assert.isTrue(historyAge.compareTo(Duration.ofHours(1)) >= 0,
				"hundi.housekeeping.history-age must be an hour or more");
		Assert.isTrue(chunkSize >= 1 && chunkSize <= MAX_CHUNK_SIZE,
				"hundi.housekeeping.chunk-size must be from 1 to " + MAX_CHUNK_SIZE);
	}

}
