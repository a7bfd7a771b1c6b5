package dev.hundi.batch.bulk;

import java.util.HashMap;
import java.util.Map;

import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Partitions the rows of a file into ranges of equal length.
 */
@Component
@StepScope
class ReleaseRanges implements Partitioner {

	/** The first row of a partition that is still to be released. */
	static final String FROM = "fromRow";

	/** The row after the last of a partition. */
	static final String TO = "toRow";

	private final int rows;

	ReleaseRanges(@Value("#{stepExecution}") StepExecution step, BulkRuns runs) {
		this.rows = runs.of(step).file().rowsRead();
	}

	@Override
	public Map<String, ExecutionContext> partition(int gridSize) {
		Map<String, ExecutionContext> ranges = new HashMap<>();
		int length = Math.max(1, Math.ceilDiv(this.rows, gridSize));
		for (int part = 0; part < gridSize && part * length < this.rows; part++) {
			ExecutionContext range = new ExecutionContext();
			range.putInt(FROM, part * length + 1);
			range.putInt(TO, Math.min((part + 1) * length, this.rows) + 1);
			ranges.put("rows-" + part, range);
		}
		return ranges;
	}

}
