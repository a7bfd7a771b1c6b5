package dev.hundi.batch.export;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * How wallet exports are written and how long they are kept: {@code hundi.export.*}.
 *
 * @param atOnce exports that one copy writes at once
 * @param xlsAtOnce of these, workbooks at once: each takes up to 160 MB of memory
 * @param look how often each copy looks for exports that no notification told it of
 * @param lease how long an export that its writer says nothing of is left to it
 * @param attempts how often an export is tried before it is given up
 * @param retryAfter time between two tries
 * @param keep how long the file of a request is kept
 * @param keepStatements how long a monthly statement is kept
 * @param sweepInterval time between two removals of expired files
 * @param statementsInterval time between two looks for months without statements
 * @param statementDelay how long after the end of a month its statements are written
 * @param catchUpMonths how many past months without statements are made up for
 */
public record ExportSettings(@DefaultValue("4") int atOnce, @DefaultValue("2") int xlsAtOnce,
		@DefaultValue("1s") Duration look, @DefaultValue("60s") Duration lease, @DefaultValue("3") int attempts,
		@DefaultValue("5s") Duration retryAfter, @DefaultValue("7d") Duration keep,
		@DefaultValue("400d") Duration keepStatements, @DefaultValue("10m") Duration sweepInterval,
		@DefaultValue("15m") Duration statementsInterval, @DefaultValue("1h") Duration statementDelay,
		@DefaultValue("12") int catchUpMonths) {

	public ExportSettings {
		Assert.isTrue(atOnce >= 1 && atOnce <= 64, "hundi.export.at-once must be from 1 to 64");
		Assert.isTrue(xlsAtOnce >= 1, "hundi.export.xls-at-once must be 1 or more");
		Assert.isTrue(look.toMillis() >= 10, "hundi.export.look must be 10 ms or more");
		Assert.isTrue(lease.toSeconds() >= 1, "hundi.export.lease must be a second or more");
		Assert.isTrue(attempts >= 1, "hundi.export.attempts must be 1 or more");
		Assert.isTrue(!retryAfter.isNegative(), "hundi.export.retry-after must not be negative");
		Assert.isTrue(keep.toSeconds() >= 1, "hundi.export.keep must be a second or more");
		Assert.isTrue(keepStatements.toSeconds() >= 1, "hundi.export.keep-statements must be a second or more");
		Assert.isTrue(sweepInterval.toSeconds() >= 1, "hundi.export.sweep-interval must be a second or more");
		Assert.isTrue(statementsInterval.toSeconds() >= 1, "hundi.export.statements-interval must be a second or more");
		Assert.isTrue(!statementDelay.isNegative(), "hundi.export.statement-delay must not be negative");
		Assert.isTrue(catchUpMonths >= 1 && catchUpMonths <= 120, "hundi.export.catch-up-months must be from 1 to 120");
	}

}
