package dev.hundi.batch.bulk;

import java.util.Optional;

import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseBulkRows.Range;

import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Releases the rows of one partition, in each call and transaction as many as
 * {@link ReleasePace} permits. A tasklet and not a chunk: the wait for the pace must not
 * happen in the transaction of the rows, whose {@code now()} would be that of its start.
 */
@Component
@StepScope
class ReleaseRange implements Tasklet {

	private final StepExecution step;

	private final BulkRun run;

	private final ReleaseBulkRows release;

	private final BulkSettings settings;

	private final int to;

	private int next;

	ReleaseRange(@Value("#{stepExecution}") StepExecution step, BulkRuns runs, ReleaseBulkRows release,
			BulkSettings settings) {
		this.step = step;
		this.run = runs.of(step);
		this.release = release;
		this.settings = settings;
		ExecutionContext partition = step.getExecutionContext();
		this.to = partition.getInt(ReleaseRanges.TO);
		// Batch records its position after the commit of the rows.
		this.next = release.firstUnreleased(this.run.file(), new Range(partition.getInt(ReleaseRanges.FROM), this.to));
	}

	@Override
	public RepeatStatus execute(StepContribution contribution, ChunkContext context) throws InterruptedException {
		if (this.next == 0) {
			return RepeatStatus.FINISHED;
		}
		Optional<Range> range = this.run.pace().await(this.next, this.to, this.run::isEnded);
		if (range.isEmpty()) {
			StepOutcome.WINDOW_FULL.end(this.step);
			return RepeatStatus.FINISHED;
		}
		try {
			contribution.incrementWriteCount(this.release.release(this.run.file(), range.get(), this.settings.lease()));
		}
		finally {
			this.run.pace().released(range.get());
		}
		this.next = range.get().to();
		this.step.getExecutionContext().putInt(ReleaseRanges.FROM, this.next);
		return RepeatStatus.continueIf(this.next < this.to);
	}

}
