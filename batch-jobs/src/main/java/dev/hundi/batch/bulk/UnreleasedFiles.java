package dev.hundi.batch.bulk;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.bulk.DecideBulkFile;

import org.springframework.stereotype.Component;

/**
 * Cancels files that were not released. The retention of their rows begins with their
 * end.
 */
@Component
class UnreleasedFiles implements HousekeepingStep {

	private final DecideBulkFile decide;

	private final BulkSettings settings;

	UnreleasedFiles(DecideBulkFile decide, BulkSettings settings) {
		this.decide = decide;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "unreleased-bulk-files";
	}

	@Override
	public int removeExpired(int limit) {
		return this.decide.cancelUnreleased(this.settings.releaseWithin(), limit);
	}

	@Override
	public Proof prove() {
		return Proof.of(this.decide.countUnreleased(Proof.overdueAfter(this.settings.releaseWithin())));
	}

}
