package dev.hundi.batch.export;

import java.util.ArrayList;
import java.util.Collections;
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
 * the next rows while the step writes these. It keeps no restart position: all rows must
 * come from one snapshot, so a restarted step begins with the first row.
 */
final class MovementReader implements ItemStreamReader<ExportedMovement> {

	private static final int BATCH_ROWS = 256;

	/** More rows than a chunk has, so that reading continues while a chunk is written. */
	private static final int BATCHES = 2 * RunExport.CHUNK_ROWS / BATCH_ROWS;

	private final Consumer<ReadMovements.Reader> source;

	private final CompletableFuture<ExportSums> sums = new CompletableFuture<>();

	private final BlockingQueue<List<ExportedMovement>> batches = new ArrayBlockingQueue<>(BATCHES);

	private Iterator<ExportedMovement> current = Collections.emptyIterator();

	private @Nullable Thread thread;

	private volatile @Nullable RuntimeException failure;

	private boolean ended;

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

	@Override
	public @Nullable ExportedMovement read() throws InterruptedException {
		while (!this.ended && !this.current.hasNext()) {
			List<ExportedMovement> batch = this.batches.take();
			this.current = batch.iterator();
			this.ended = batch.isEmpty();
		}
		RuntimeException thrown = this.failure;
		if (this.ended && thrown != null) {
			throw thrown;
		}
		return this.ended ? null : this.current.next();
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
		catch (RuntimeException ex) {
			this.failure = ex;
			this.sums.completeExceptionally(ex);
		}
		rows.end();
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
