package dev.hundi.batch.export;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How wallet exports are written and how long they are kept: {@code hundi.export.*}.
 *
 * @param atOnce exports that one copy writes at once
 * @param xlsAtOnce how many of these may be workbooks, of which each takes up to 160 MB
 * of memory
 * @param pollInterval how often each copy polls for exports without a notification; a
 * fifth as often once nothing has run for 30 s
 * @param lease how long a claim is valid unless it is renewed
 * @param attempts attempts before an export is marked as failed
 * @param retryAfter back-off after the first failed attempt; it grows by as much with
 * each further one
 * @param keep how long a requested file is kept
 * @param keepStatements how long a monthly statement is kept
 * @param statementsInterval time between two checks for months without statements
 * @param statementDelay how long after the end of a month its statements are requested
 * @param catchUpMonths how many past months without statements are caught up on
 */
public record ExportSettings(@DefaultValue("4") int atOnce, @DefaultValue("2") int xlsAtOnce,
		@DefaultValue("1s") Duration pollInterval, @DefaultValue("60s") Duration lease, @DefaultValue("3") int attempts,
		@DefaultValue("5s") Duration retryAfter, @DefaultValue("7d") Duration keep,
		@DefaultValue("400d") Duration keepStatements, @DefaultValue("15m") Duration statementsInterval,
		@DefaultValue("1h") Duration statementDelay, @DefaultValue("12") int catchUpMonths) {

	public ExportSettings {
		Assert.isTrue(atOnce >= 1 && atOnce <= 64, "hundi.export.at-once must be from 1 to 64");
		Assert.isTrue(xlsAtOnce >= 1, "hundi.export.xls-at-once must be 1 or more");
		Assert.isTrue(pollInterval.toMillis() >= 10, "hundi.export.poll-interval must be 10 ms or more");
		Assert.isTrue(lease.toSeconds() >= 1, "hundi.export.lease must be a second or more");
		Assert.isTrue(attempts >= 1, "hundi.export.attempts must be 1 or more");
		Assert.isTrue(!retryAfter.isNegative(), "hundi.export.retry-after must not be negative");
		Assert.isTrue(keep.toSeconds() >= 1, "hundi.export.keep must be a second or more");
		Assert.isTrue(keepStatements.toSeconds() >= 1, "hundi.export.keep-statements must be a second or more");
		Assert.isTrue(statementsInterval.toSeconds() >= 1, "hundi.export.statements-interval must be a second or more");
		Assert.isTrue(!statementDelay.isNegative(), "hundi.export.statement-delay must not be negative");
		Assert.isTrue(catchUpMonths >= 1 && catchUpMonths <= 120, "hundi.export.catch-up-months must be from 1 to 120");
	}

}
