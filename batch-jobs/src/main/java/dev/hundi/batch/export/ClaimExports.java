package dev.hundi.batch.export;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.hundi.notification.ListenToDatabase;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.walletexport.WalletExports;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Claims exports while this copy has room and has them written, each by a run of the job
 * {@value WriteExportJob#NAME}. Woken by a notification, by the end of an export, and by
 * the clock.
 */
@Component
class ClaimExports implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(ClaimExports.class);

	private final ExportQueue queue;

	private final RunExport runs;

	private final DatabaseSettings database;

	private final ExportSettings settings;

	private final Semaphore room;

	private final Semaphore xlsRoom;

	private final Semaphore wake = new Semaphore(0);

	private volatile @Nullable Running running;

	ClaimExports(ExportQueue queue, RunExport runs, DatabaseSettings database, ExportSettings settings) {
		this.queue = queue;
		this.runs = runs;
		this.database = database;
		this.settings = settings;
		this.room = new Semaphore(settings.atOnce());
		this.xlsRoom = new Semaphore(Math.min(settings.xlsAtOnce(), settings.atOnce()));
	}

	@Override
	public void start() {
		Running started = new Running(Thread.ofPlatform().name("claim-exports").unstarted(this::claimWhileRunning),
				Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("export-", 1).factory()),
				ListenToDatabase.start(this.database, WalletExports.DUE, (nothing) -> this.wake.release()));
		this.running = started;
		started.claiming.start();
	}

	/** Exports under way are given back, for another copy to write from the start. */
	@Override
	public void stop() {
		Running stopped = this.running;
		if (stopped == null) {
			return;
		}
		this.running = null;
		this.runs.stop();
		this.wake.release();
		stopped.listening.close();
		try {
			stopped.claiming.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		stopped.writers.close();
	}

	@Override
	public boolean isRunning() {
		return this.running != null;
	}

	private void claimWhileRunning() {
		try {
			for (Running now = this.running; now != null; now = this.running) {
				claimAll(now);
				this.wake.tryAcquire(this.settings.look().toMillis(), TimeUnit.MILLISECONDS);
				this.wake.drainPermits();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void claimAll(Running now) {
		try {
			while (this.running != null && claimOne(now)) {
				logger.trace("Claimed an export");
			}
		}
		catch (RuntimeException ex) {
			logger.warn("Exports could not be claimed; the next look tries again", ex);
		}
	}

	private boolean claimOne(Running now) {
		if (!this.room.tryAcquire()) {
			return false;
		}
		boolean xls = this.xlsRoom.tryAcquire();
		Optional<ClaimedExport> claimed = Optional.empty();
		try {
			Set<ExportFormat> formats = xls ? EnumSet.allOf(ExportFormat.class)
					: EnumSet.complementOf(EnumSet.of(ExportFormat.XLS));
			claimed = this.queue.claim(formats, this.settings.lease());
		}
		finally {
			if (xls && claimed.filter((export) -> export.format() == ExportFormat.XLS).isEmpty()) {
				this.xlsRoom.release();
			}
			if (claimed.isEmpty()) {
				this.room.release();
			}
		}
		claimed.ifPresent((export) -> now.writers.execute(() -> write(export)));
		return claimed.isPresent();
	}

	private void write(ClaimedExport export) {
		try {
			this.runs.run(export);
		}
		catch (RuntimeException ex) {
			logger.warn("Export " + export.exportId() + " was left to its lease", ex);
		}
		finally {
			if (export.format() == ExportFormat.XLS) {
				this.xlsRoom.release();
			}
			this.room.release();
			this.wake.release();
		}
	}

	private record Running(Thread claiming, ExecutorService writers, ListenToDatabase listening) {
	}

}
