package dev.hundi.batch.bulk;

import java.util.concurrent.atomic.AtomicReference;

import dev.hundi.batch.bulkfile.RowSource.ControlSum;
import dev.hundi.bulk.ClaimedBulkFile;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job for a claimed file: what its steps tell each other, and the first
 * thing that went wrong in any of them.
 */
final class Run {

	private final ClaimedBulkFile file;

	private final Pace pace;

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private volatile int rowsRead;

	private volatile @Nullable ControlSum control;

	private volatile boolean stopped;

	Run(ClaimedBulkFile file, Pace pace) {
		this.file = file;
		this.pace = pace;
	}

	ClaimedBulkFile file() {
		return this.file;
	}

	Pace pace() {
		return this.pace;
	}

	/** What the file turned out to hold. */
	void read(int rows, @Nullable ControlSum declared) {
		this.rowsRead = rows;
		this.control = declared;
	}

	int rowsRead() {
		return this.rowsRead;
	}

	@Nullable ControlSum control() {
		return this.control;
	}

	void stop() {
		this.stopped = true;
	}

	/**
	 * Ends the run where this copy is told to stop.
	 * @throws RestException then
	 */
	void check() {
		if (this.stopped) {
			throw new RestException("This copy stops");
		}
	}

	void failed(Throwable thrown) {
		this.failure.compareAndSet(null, thrown);
	}

	@Nullable Throwable failure() {
		return this.failure.get();
	}

}
