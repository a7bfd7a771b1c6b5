package dev.hundi.batch.bulk;

import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.work.Claim;

import org.springframework.batch.core.step.StepExecution;

/**
 * One execution of a job for a claimed file.
 *
 * @param pace shared by the partitions of a release
 */
record BulkRun(Claim<ClaimedBulkFile> claim, ReleasePace pace) {

	ClaimedBulkFile file() {
		return this.claim.item();
	}

	/** Ends the step if this process may no longer work on the file. */
	void endIfClaimEnded(StepExecution step) {
		if (this.claim.isStopping()) {
			StepOutcome.SHUTDOWN.end(step);
		}
		else if (this.claim.isLost()) {
			StepOutcome.CLAIM_LOST.end(step);
		}
	}

	boolean isEnded() {
		return this.claim.isStopping() || this.claim.isLost();
	}

}
