package dev.hundi.batch.bulk;

import java.util.Optional;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;

import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Ends a step early without failing it, which Batch would log with a stack trace. The
 * step stops with an exit code; a refusal of the file is kept in the execution context of
 * the job.
 */
enum StepOutcome {

	/** The file is refused as a whole. */
	REFUSED,
	/** The release window stayed full, or the claim ended while waiting for it. */
	WINDOW_FULL,
	/** Another process has claimed the file, or it was cancelled. */
	CLAIM_LOST,
	/** This process is stopping. */
	SHUTDOWN;

	private static final String FAULT = "refusal.fault";

	private static final String REASON = "refusal.reason";

	/** Why a file was refused. */
	record Refusal(FileFault fault, String reason) {
	}

	void end(StepExecution step) {
		step.setExitStatus(new ExitStatus(name()));
		step.setTerminateOnly();
	}

	static void refuse(StepExecution step, RefusedFileException refused) {
		ExecutionContext context = step.getJobExecution().getExecutionContext();
		context.putString(FAULT, refused.fault().name());
		context.putString(REASON, refused.reason());
		REFUSED.end(step);
	}

	static Optional<Refusal> refusal(JobExecution job) {
		ExecutionContext context = job.getExecutionContext();
		return context.containsKey(FAULT)
				? Optional.of(new Refusal(FileFault.valueOf(context.getString(FAULT)), context.getString(REASON)))
				: Optional.empty();
	}

}
