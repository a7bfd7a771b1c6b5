package dev.hundi.batch.export;

import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;

import dev.hundi.export.FileFormat;
import dev.hundi.export.Table;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.ExportedMovement;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.work.Claim;
import dev.hundi.work.ClaimEndedException;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamWriter;

/**
 * Writes movements to the unfinished file of a claimed export, checks their balances and
 * publishes the file.
 */
final class ExportWriter implements ItemStreamWriter<Iterator<ExportedMovement>> {

	private final Claim<ClaimedExport> claim;

	private final MovementReader reader;

	private final UnfinishedFile file;

	private final ExportQueue queue;

	private final ExportSettings settings;

	private final BalanceCheck check;

	private @Nullable Table<ExportedMovement> table;

	private int expected;

	ExportWriter(Claim<ClaimedExport> claim, MovementReader reader, UnfinishedFile file, ExportQueue queue,
			ExportSettings settings) {
		this.claim = claim;
		this.reader = reader;
		this.file = file;
		this.queue = queue;
		this.settings = settings;
		this.check = new BalanceCheck(claim.item().search() != null, RunExport.MAX_ROWS);
	}

	@Override
	public void open(ExecutionContext context) {
		ClaimedExport export = this.claim.item();
		ExportSums sums = this.reader.sums();
		this.check.sums(sums);
		this.expected = (int) Math.min(RunExport.MAX_ROWS, sums.movements().totalCount());
		update(context);
		this.table = Table.start(FileFormat.valueOf(export.format().name()), MovementReport.of(export, sums),
				MovementColumns.of(export.format()), this.file.out());
	}

	@Override
	public void write(Chunk<? extends Iterator<ExportedMovement>> slices) {
		this.claim.check();
		Table<ExportedMovement> started = Objects.requireNonNull(this.table);
		for (Iterator<ExportedMovement> slice : slices) {
			slice.forEachRemaining((row) -> {
				this.check.row(row.movement());
				started.add(row);
			});
		}
	}

	/** Records progress, which callers see, and renews the lease. */
	@Override
	public void update(ExecutionContext context) {
		if (!this.queue.progress(this.claim.item(), this.check.rows(), this.expected, this.settings.lease())) {
			throw new ClaimEndedException("The lease has expired");
		}
	}

	/**
	 * Publishes the file and ends the claim.
	 * @param written the step that wrote the rows; its counts must agree with those of
	 * the reader (Spring Batch issue 5509), and the rows with the sums
	 * @return whether the claim was still held; if not, the file belongs to no export
	 * @throws BooksDisagreeException if the balances do not agree
	 */
	boolean publish(StepExecution written) throws IOException {
		int slices = this.reader.slices();
		if (written.getReadCount() != slices || written.getWriteCount() != slices) {
			throw new IllegalStateException("The step read %d slices of rows and wrote %d of %d"
				.formatted(written.getReadCount(), written.getWriteCount(), slices));
		}
		this.check.complete();
		Table<ExportedMovement> finished = Objects.requireNonNull(this.table);
		if (this.check.isTruncated()) {
			finished.addNote(MovementReport.truncated(this.reader.sums()));
		}
		finished.close();
		ClaimedExport export = this.claim.item();
		StoredFile stored = this.file.publish();
		return this.queue.done(export, this.check.rows(), this.check.isTruncated(), stored,
				export.monthly() ? this.settings.keepStatements() : this.settings.keep());
	}

}
