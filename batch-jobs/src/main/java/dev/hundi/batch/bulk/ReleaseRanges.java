package dev.hundi.batch.bulk;

import java.util.HashMap;
import java.util.Map;

import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseBulkRows.Range;

import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.stereotype.Component;

/**
 * Releases a file by ranges of rows, each range by a worker of its own.
 */
@Component
class ReleaseRanges {

	private static final String FROM = "fromRow";

	private static final String TO = "toRow";

	private final ReleaseBulkRows release;

	private final BulkSettings settings;

	ReleaseRanges(ReleaseBulkRows release, BulkSettings settings) {
		this.release = release;
		this.settings = settings;
	}

	/** Cuts the rows of a file into ranges of the same length. */
	Map<String, ExecutionContext> partition(int rows, int parts) {
		Map<String, ExecutionContext> ranges = new HashMap<>();
		int length = Math.max(1, Math.ceilDiv(rows, parts));
		for (int part = 0; part < parts && part * length < rows; part++) {
			ExecutionContext range = new ExecutionContext();
			range.putInt(FROM, part * length + 1);
			range.putInt(TO, Math.min((part + 1) * length, rows) + 1);
			ranges.put("rows-" + part, range);
		}
		return ranges;
	}

	/**
	 * Releases what is left of a worker's range, in one transaction as many rows as
	 * {@link Pace} lets go.
	 */
	int release(Run run, ExecutionContext context) throws InterruptedException {
		ClaimedBulkFile file = run.file();
		Range all = new Range(context.getInt(FROM), context.getInt(TO));
		int released = 0;
		int next = this.release.firstUnreleased(file, all);
		while (next > 0 && next < all.to()) {
			run.check();
			Range chunk = run.pace().await(next, all.to(), run);
			try {
				released += this.release.release(file, chunk, this.settings.lease());
			}
			finally {
				run.pace().released(chunk);
			}
			next = chunk.to();
		}
		return released;
	}

}
