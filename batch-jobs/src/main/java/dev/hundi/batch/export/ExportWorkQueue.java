package dev.hundi.batch.export;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.work.WorkQueue;

/** Exports as leased work, by format. */
record ExportWorkQueue(ExportQueue queue) implements WorkQueue<ExportFormat, ClaimedExport> {

	@Override
	public Optional<ClaimedExport> claim(Set<ExportFormat> kinds, Duration lease) {
		return this.queue.claim(kinds, lease);
	}

	@Override
	public ExportFormat kindOf(ClaimedExport export) {
		return export.format();
	}

	@Override
	public boolean renew(ClaimedExport export, Duration lease) {
		return this.queue.renew(export, lease);
	}

	@Override
	public void giveBack(ClaimedExport export) {
		this.queue.release(export);
	}

}
