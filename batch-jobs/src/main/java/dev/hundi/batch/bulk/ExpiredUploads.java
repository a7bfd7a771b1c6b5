package dev.hundi.batch.bulk;

import java.util.List;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.filestore.FileStore;

import org.springframework.stereotype.Component;

/**
 * Removes uploads after their retention. A file is deleted after its row was updated; a
 * crash in between leaves an abandoned file.
 */
@Component
class ExpiredUploads implements HousekeepingStep {

	private final BulkQueue queue;

	private final FileStore files;

	private final BulkSettings settings;

	ExpiredUploads(BulkQueue queue, FileStore files, BulkSettings settings) {
		this.queue = queue;
		this.files = files;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "expired-bulk-uploads";
	}

	@Override
	public int removeExpired(int limit) {
		List<String> names = this.queue.expireUploads(this.settings.keepUploads(), limit);
		names.forEach(this.files::delete);
		return names.size();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.queue.uploadsOlderThan(Proof.overdueAfter(this.settings.keepUploads())));
	}

}
