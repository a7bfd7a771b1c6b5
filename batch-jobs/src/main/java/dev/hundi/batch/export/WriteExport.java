package dev.hundi.batch.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

import dev.hundi.export.FileFormat;
import dev.hundi.export.Table;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.wallet.Movement;
import dev.hundi.wallet.MovementSummary;
import dev.hundi.wallet.ReadMovements;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportQueue;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Writes the file of a claimed export: rows of one snapshot into a file without a name,
 * which gets its name once it is complete, its balances agree and it is on disk.
 */
@Component
class WriteExport {

	/** The specification's cap; decisions, "Wallet": the oldest of the window. */
	static final int MAX_ROWS = 50_000;

	private final ReadMovements movements;

	private final ExportQueue queue;

	private final FileStore files;

	private final ExportSettings settings;

	private final StopWriting stop;

	WriteExport(ReadMovements movements, ExportQueue queue, FileStore files, ExportSettings settings,
			StopWriting stop) {
		this.movements = movements;
		this.queue = queue;
		this.files = files;
		this.settings = settings;
		this.stop = stop;
	}

	/**
	 * Writes the file and ends the claim with it.
	 * @return rows written
	 * @throws BooksDisagreeException if the balances do not agree; then there is no file
	 * @throws IllegalStateException if the claim is no longer ours or this copy stops
	 */
	int write(ClaimedExport export) throws IOException {
		try (UnfinishedFile file = this.files.create(export.storedAs()); Writing writing = new Writing(export, file)) {
			this.movements.read(export.businessId(), export.search(), export.window(), export.lastSequence(), MAX_ROWS,
					writing);
			writing.complete();
			StoredFile stored = file.publish();
			if (!this.queue.done(export, writing.check.rows(), writing.check.isTruncated(), stored,
					export.monthly() ? this.settings.keepStatements() : this.settings.keep())) {
				this.files.delete(export.storedAs());
				throw claimLost();
			}
			return writing.check.rows();
		}
	}

	private static IllegalStateException claimLost() {
		return new IllegalStateException("The claim ran out; another copy writes the export");
	}

	private final class Writing implements ReadMovements.Reader, AutoCloseable {

		private final BalanceCheck check;

		private final ClaimedExport export;

		private final UnfinishedFile file;

		private final long beatNanos;

		private @Nullable Table<Movement> table;

		private @Nullable HandOver<Movement> writer;

		private int read;

		private long lastBeat = System.nanoTime();

		private int expected;

		Writing(ClaimedExport export, UnfinishedFile file) {
			this.check = new BalanceCheck(export.search() != null, MAX_ROWS);
			this.export = export;
			this.file = file;
			this.beatNanos = Math.min(WriteExport.this.settings.lease().toNanos() / 4, TimeUnit.SECONDS.toNanos(1));
		}

		@Override
		public void sums(MovementSummary totals) {
			this.check.totals(totals);
			this.expected = (int) Math.min(MAX_ROWS, totals.totalCount());
			beat();
			this.table = Table.start(FileFormat.valueOf(this.export.format().name()),
					MovementReport.of(this.export, totals, MAX_ROWS), MovementColumns.of(this.export.format()),
					this.file.out());
			this.writer = new HandOver<>(this::write);
		}

		@Override
		public void accept(Movement row) {
			known(this.writer).add(row);
			this.read++;
			WriteExport.this.stop.check();
			if (System.nanoTime() - this.lastBeat > this.beatNanos) {
				beat();
			}
		}

		private void write(Movement row) {
			this.check.row(row);
			known(this.table).add(row);
		}

		void complete() {
			known(this.writer).finish();
			this.check.complete();
			try {
				known(this.table).close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() {
			if (this.writer != null) {
				this.writer.close();
			}
		}

		private void beat() {
			this.lastBeat = System.nanoTime();
			if (!WriteExport.this.queue.progress(this.export, this.read, this.expected,
					WriteExport.this.settings.lease())) {
				throw claimLost();
			}
		}

		private static <T> T known(@Nullable T part) {
			if (part == null) {
				throw new IllegalStateException("Rows came before their sums");
			}
			return part;
		}

	}

}
