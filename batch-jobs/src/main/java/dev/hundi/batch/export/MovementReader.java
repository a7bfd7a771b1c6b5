package dev.hundi.batch.export;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.ExportedMovement;
import dev.hundi.wallet.ReadMovements;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamReader;

/**
 * Reads the movements of an export on a thread of its own, so that the database works on
 * the next rows while the step writes these. An item is a slice: an iterator over the
 * rows that one chunk writes, which arrive while it is written, so that memory holds no
 * whole chunk. It keeps no restart position: all rows must come from one snapshot, so a
 * restarted step begins with the first row.
 */
final class MovementReader implements ItemStreamReader<Iterator<ExportedMovement>> {

	private static final int BATCH_ROWS = 256;

	/** Enough that reading continues while progress is recorded. */
	private static final int BATCHES = 6;

	private static final int SLICE_BATCHES = 10;

	private final Consumer<ReadMovements.Reader> source;

	private final CompletableFuture<ExportSums> sums = new CompletableFuture<>();

	private final BlockingQueue<List<ExportedMovement>> batches = new ArrayBlockingQueue<>(BATCHES);

	private @Nullable Thread thread;

	private volatile @Nullable RuntimeException failure;

	private int slices;

	/**
	 * Creates a reader.
	 * @param source reads all movements in one transaction
	 */
	MovementReader(Consumer<ReadMovements.Reader> source) {
		this.source = source;
	}

	@Override
	public void open(ExecutionContext context) {
		this.thread = Thread.ofPlatform().name(Thread.currentThread().getName() + "-reader").start(this::readAll);
	}

	/** The sums of the window, which precede the rows. */
	ExportSums sums() {
		return this.sums.join();
	}

	/** The number of slices so far. */
	int slices() {
		return this.slices;
	}

	/** The next slice, which the caller must exhaust before it asks for another. */
	@Override
	public @Nullable Iterator<ExportedMovement> read() {
		List<ExportedMovement> first = take();
		if (first.isEmpty()) {
			return null;
		}
		this.slices++;
		return new Slice(first);
	}

	/** The next batch; an empty one at the end. */
	private List<ExportedMovement> take() {
		try {
			List<ExportedMovement> batch = this.batches.take();
			RuntimeException thrown = this.failure;
			if (batch.isEmpty()) {
				// For a read after the end.
				this.batches.add(batch);
				if (thrown != null) {
					throw thrown;
				}
			}
			return batch;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while reading movements", ex);
		}
	}

	@Override
	public void close() {
		Thread reading = this.thread;
		if (reading != null) {
			reading.interrupt();
			try {
				reading.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void readAll() {
		Batches rows = new Batches();
		try {
			this.source.accept(rows);
			rows.flush();
		}
		catch (Throwable ex) {
			// The step waits for sums and rows, so that an Error must reach it too.
			this.failure = (ex instanceof RuntimeException failed) ? failed
					: new IllegalStateException("Failed to read movements", ex);
			this.sums.completeExceptionally(ex);
		}
		rows.end();
	}

	private final class Slice implements Iterator<ExportedMovement> {

		private Iterator<ExportedMovement> batch;

		private int batchesLeft = SLICE_BATCHES - 1;

		Slice(List<ExportedMovement> first) {
			this.batch = first.iterator();
		}

		@Override
		public boolean hasNext() {
			if (!this.batch.hasNext() && this.batchesLeft > 0) {
				List<ExportedMovement> next = take();
				this.batchesLeft = next.isEmpty() ? 0 : this.batchesLeft - 1;
				this.batch = next.iterator();
			}
			return this.batch.hasNext();
		}

		@Override
		public ExportedMovement next() {
			return this.batch.next();
		}

	}

	private final class Batches implements ReadMovements.Reader {

		private List<ExportedMovement> filling = new ArrayList<>(BATCH_ROWS);

		@Override
		public void sums(ExportSums sums) {
			MovementReader.this.sums.complete(sums);
		}

		@Override
		public void accept(ExportedMovement row) {
			this.filling.add(row);
			if (this.filling.size() == BATCH_ROWS) {
				flush();
			}
		}

		void flush() {
			if (!this.filling.isEmpty()) {
				put(this.filling);
				this.filling = new ArrayList<>(BATCH_ROWS);
			}
		}

		/**
		 * An empty batch marks the end, unless the step has already closed the reader.
		 */
		void end() {
			if (!Thread.currentThread().isInterrupted()) {
				put(List.of());
			}
		}

		private void put(List<ExportedMovement> batch) {
			try {
				MovementReader.this.batches.put(batch);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException("The step has ended", ex);
			}
		}

	}

}
