package dev.hundi.batch.bulk;

import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.LoadBulkRows;
import dev.hundi.bulk.LoadedBlock;

import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Copies blocks of rows into the database, in the transaction that renews the claim.
 */
@Component
@StepScope
class BulkRowWriter implements ItemWriter<LoadedBlock> {

	private final ClaimedBulkFile file;

	private final BulkQueue queue;

	private final LoadBulkRows rows;

	private final BulkSettings settings;

	BulkRowWriter(@Value("#{stepExecution}") StepExecution step, BulkRuns runs, BulkQueue queue, LoadBulkRows rows,
			BulkSettings settings) {
		this.file = runs.of(step).file();
		this.queue = queue;
		this.rows = rows;
		this.settings = settings;
	}

	@Override
	public void write(Chunk<? extends LoadedBlock> chunk) {
		for (LoadedBlock block : chunk) {
			this.queue.loaded(this.file, block.lastRow(), this.settings.lease());
			this.rows.copy(block);
		}
	}

}
