package dev.hundi.batch.export;

import java.time.Duration;
import java.util.List;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.filestore.FileStore;
import dev.hundi.walletexport.ExpiredExports;

import org.springframework.stereotype.Component;

/**
 * Removes the files of expired exports. A file is deleted after its row is marked
 * EXPIRED, so that no caller is offered a file that is missing.
 */
@Component
class RemoveExpiredExports implements HousekeepingStep {

	private final ExpiredExports expired;

	private final FileStore files;

	RemoveExpiredExports(ExpiredExports expired, FileStore files) {
		this.expired = expired;
		this.files = files;
	}

	@Override
	public String name() {
		return "expired-exports";
	}

	@Override
	public int removeExpired(int limit) {
		List<String> names = this.expired.expire(limit);
		names.forEach(this.files::delete);
		this.expired.removed(names);
		return names.size();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.expired.overdue(Proof.overdueAfter(Duration.ZERO)));
	}

}
