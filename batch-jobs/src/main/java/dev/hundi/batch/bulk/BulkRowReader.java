package dev.hundi.batch.bulk;

import java.io.IOException;
import java.time.Instant;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RawRow;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.batch.bulkfile.RowSource;
import dev.hundi.batch.bulkfile.RowSource.ControlSum;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.LoadBulkRows;
import dev.hundi.bulk.LoadedBlock;
import dev.hundi.business.PayoutTerms;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.money.Rupees;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Reads, judges and encodes the rows of an upload from the row after the last that is
 * loaded, one block ahead of the database. An item is a block of rows and a chunk is one
 * item: Batch 6 bounds a chunk by its number of items only, and five thousand rows of a
 * hostile workbook may have 300 million characters. All blocks of an execution have the
 * same payout terms.
 */
@Component
@StepScope
class BulkRowReader implements ItemStreamReader<LoadedBlock> {

	/** Rows read so far, committed with the rows themselves. */
	static final String ROWS = "rows";

	private static final String CONTROL_ROWS = "control.rows";

	private static final String CONTROL_PAISE = "control.paise";

	/** No row is added to a block that has as many characters. */
	private static final int BLOCK_CHARS = 2_000_000;

	private final StepExecution step;

	private final ClaimedBulkFile file;

	private final StoredUploads uploads;

	private final BulkQueue queue;

	private final LoadBulkRows loadedRows;

	private final PayoutTerms terms;

	private final int blockRows;

	private @Nullable RowSource source;

	private @Nullable ReadAhead<LoadedBlock> blocks;

	/** The last row of the blocks that the step has. */
	private int position;

	/** Rows read from the source, which is ahead of the position. */
	private int rows;

	private long chars;

	BulkRowReader(@Value("#{stepExecution}") StepExecution step, BulkRuns runs, StoredUploads uploads, BulkQueue queue,
			LoadBulkRows loadedRows, ReadPayoutTerms terms, BulkSettings settings) {
		this.step = step;
		this.file = runs.of(step).file();
		this.uploads = uploads;
		this.queue = queue;
		this.loadedRows = loadedRows;
		this.terms = terms.of(this.file.businessId());
		this.blockRows = settings.loadChunk();
	}

	/**
	 * Continues at the position that Batch recorded. A chunk whose commit failed leaves a
	 * position beyond the loaded rows, because Batch does not restore its context.
	 */
	@Override
	public void open(ExecutionContext context) {
		int loaded = this.loadedRows.loaded(this.file);
		try {
			RowSource opened = RowSource.open(this.file.upload().format(), this.uploads.open(this.file));
			this.source = opened;
			HeadingColumns columns = new HeadingColumns(opened.headings());
			this.queue.headings(this.file, opened.headings());
			for (int position = Math.min(context.getInt(ROWS, loaded), loaded); this.rows < position;) {
				next(opened);
			}
			this.position = this.rows;
			this.blocks = new ReadAhead<>(() -> block(opened, columns));
		}
		catch (RefusedFileException ex) {
			StepOutcome.refuse(this.step, ex);
		}
		catch (IOException ex) {
			throw new ItemStreamException("Bulk file " + this.file.bulkFileId() + " cannot be opened", ex);
		}
	}

	@Override
	public @Nullable LoadedBlock read() throws IOException, InterruptedException {
		RowSource from = this.source;
		ReadAhead<LoadedBlock> ahead = this.blocks;
		if (from == null || ahead == null) {
			return null;
		}
		try {
			LoadedBlock block = ahead.next();
			if (block != null) {
				this.position = block.lastRow();
				return block;
			}
			requireRows();
			recordTotals(from.control());
		}
		catch (RefusedFileException ex) {
			StepOutcome.refuse(this.step, ex);
		}
		return null;
	}

	@Override
	public void update(ExecutionContext context) {
		context.putInt(ROWS, this.position);
	}

	@Override
	public void close() {
		ReadAhead<LoadedBlock> ahead = this.blocks;
		RowSource open = this.source;
		this.blocks = null;
		this.source = null;
		try {
			if (ahead != null) {
				ahead.close();
			}
			if (open != null) {
				open.close();
			}
		}
		catch (IOException ex) {
			throw new ItemStreamException("Bulk file " + this.file.bulkFileId() + " cannot be closed", ex);
		}
	}

	/** Rows that an execution has read. */
	static int rows(ExecutionContext job) {
		return job.getInt(ROWS);
	}

	/** What the file itself declares, or null if it declares nothing. */
	static @Nullable ControlSum control(ExecutionContext job) {
		if (!job.containsKey(CONTROL_ROWS)) {
			return null;
		}
		return new ControlSum(job.getInt(CONTROL_ROWS),
				job.containsKey(CONTROL_PAISE) ? Long.valueOf(job.getLong(CONTROL_PAISE)) : null);
	}

	/** The next rows, judged and encoded; null at the end. */
	private @Nullable LoadedBlock block(RowSource from, HeadingColumns columns) throws IOException {
		JudgeRow judge = new JudgeRow(columns, this.terms, India.dateOf(Instant.now()));
		LoadedBlock block = new LoadedBlock(this.file);
		long full = this.chars + BLOCK_CHARS;
		while (block.rows() < this.blockRows && this.chars < full) {
			RawRow row = next(from);
			if (row == null) {
				break;
			}
			block.add(judge.judge(this.rows, row));
		}
		return (block.rows() > 0) ? block : null;
	}

	private @Nullable RawRow next(RowSource from) throws IOException {
		RawRow row = from.next();
		if (row == null) {
			return null;
		}
		if (this.rows == RowSource.MAX_ROWS) {
			throw new RefusedFileException(FileFault.TOO_MANY_ROWS,
					"The file has more than %s rows".formatted(Rupees.groupCount(RowSource.MAX_ROWS)));
		}
		this.rows++;
		this.chars += row.chars();
		if (this.chars > RowSource.MAX_FILE_CHARS) {
			throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
					"The rows have more than %s characters".formatted(Rupees.groupCount(RowSource.MAX_FILE_CHARS)));
		}
		return row;
	}

	private void requireRows() {
		if (this.rows == 0) {
			throw new RefusedFileException(FileFault.NO_ROWS, "The file has headings and no rows");
		}
	}

	/** For the step that compares them with the loaded rows. */
	private void recordTotals(@Nullable ControlSum control) {
		ExecutionContext job = this.step.getJobExecution().getExecutionContext();
		job.putInt(ROWS, this.rows);
		if (control != null) {
			job.putInt(CONTROL_ROWS, control.rows());
			if (control.paise() != null) {
				job.putLong(CONTROL_PAISE, control.paise());
			}
		}
	}

}
