package dev.hundi.batch.bulk;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.notification.ListenToDatabase;
import dev.hundi.startup.DatabaseSettings;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Claims bulk files while this copy has room for what is due for them. Woken by a
 * notification, by the end of a run, and by the clock.
 */
@Component
class ClaimBulkFiles implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(ClaimBulkFiles.class);

	private static final Set<BulkStatus> COUNTED = EnumSet.of(BulkStatus.PROCESSING, BulkStatus.COMPLETED,
			BulkStatus.PARTIALLY_COMPLETED);

	private final BulkQueue queue;

	private final RunBulkFile runs;

	private final BulkRuns underWay;

	private final DatabaseSettings database;

	private final BulkSettings settings;

	private final Semaphore loads;

	private final Semaphore releases;

	private final Semaphore counts = new Semaphore(1);

	private final Semaphore wake = new Semaphore(0);

	private volatile @Nullable Running running;

	ClaimBulkFiles(BulkQueue queue, RunBulkFile runs, BulkRuns underWay, DatabaseSettings database, BulkSettings settings) {
		this.queue = queue;
		this.runs = runs;
		this.underWay = underWay;
		this.database = database;
		this.settings = settings;
		this.loads = new Semaphore(settings.loadsAtOnce());
		this.releases = new Semaphore(settings.releasesAtOnce());
	}

	@Override
	public void start() {
		this.underWay.start();
		Running started = new Running(Thread.ofPlatform().name("claim-bulk-files").unstarted(this::claimWhileRunning),
				Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("bulk-", 1).factory()),
				ListenToDatabase.start(this.database, BulkFiles.DUE, (nothing) -> this.wake.release()));
		this.running = started;
		started.claiming.start();
	}

	/** Files under way are given back after their chunk, for another copy to go on. */
	@Override
	public void stop() {
		Running stopped = this.running;
		if (stopped == null) {
			return;
		}
		this.running = null;
		this.underWay.stop();
		this.wake.release();
		stopped.listening.close();
		try {
			stopped.claiming.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		stopped.workers.close();
	}

	@Override
	public boolean isRunning() {
		return this.running != null;
	}

	private void claimWhileRunning() {
		try {
			for (Running now = this.running; now != null; now = this.running) {
				claimAll(now);
				this.wake.tryAcquire(this.settings.pollInterval().toMillis(), TimeUnit.MILLISECONDS);
				this.wake.drainPermits();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void claimAll(Running now) {
		try {
			boolean claimed = true;
			while (this.running != null && claimed) {
				claimed = claimOne(now, this.loads, EnumSet.of(BulkStatus.LOADING));
				claimed |= claimOne(now, this.releases, EnumSet.of(BulkStatus.RELEASING));
				claimed |= claimOne(now, this.counts, COUNTED);
			}
		}
		catch (RuntimeException ex) {
			logger.warn("Bulk files could not be claimed; the next look tries again", ex);
		}
	}

	private boolean claimOne(Running now, Semaphore room, Set<BulkStatus> statuses) {
		if (!room.tryAcquire()) {
			return false;
		}
		Optional<ClaimedBulkFile> claimed = Optional.empty();
		try {
			claimed = this.queue.claim(statuses, this.settings.lease());
		}
		finally {
			if (claimed.isEmpty()) {
				room.release();
			}
		}
		claimed.ifPresent((file) -> now.workers.execute(() -> work(file, room)));
		return claimed.isPresent();
	}

	private void work(ClaimedBulkFile file, Semaphore room) {
		try {
			this.runs.run(file);
		}
		catch (RuntimeException ex) {
			logger.warn("Bulk file " + file.bulkFileId() + " was left to its lease", ex);
		}
		finally {
			room.release();
			this.wake.release();
		}
	}

	private record Running(Thread claiming, ExecutorService workers, ListenToDatabase listening) {
	}

}
