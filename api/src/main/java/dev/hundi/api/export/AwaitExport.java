package dev.hundi.api.export;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hundi.notification.ListenToDatabase;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Blocks a request until its export has ended. Listens for notifications from the
 * database and polls as well, in case one is lost.
 */
@Component
class AwaitExport implements SmartLifecycle {

	private static final long POLL_INTERVAL_MS = 500;

	private final WalletExports exports;

	private final DatabaseSettings database;

	private final ConcurrentHashMap<UUID, CountDownLatch> ends = new ConcurrentHashMap<>();

	private volatile @Nullable ListenToDatabase listening;

	AwaitExport(WalletExports exports, DatabaseSettings database) {
		this.exports = exports;
		this.database = database;
	}

	@Override
	public void start() {
		this.listening = ListenToDatabase.start(this.database, WalletExports.ENDED, this::heard);
	}

	@Override
	public void stop() {
		ListenToDatabase stopped = this.listening;
		if (stopped != null) {
			this.listening = null;
			stopped.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.listening != null;
	}

	/** Waits for the export to end and returns its latest state. */
	WalletExport await(WalletExport asked, Duration atMost) {
		long deadline = System.nanoTime() + atMost.toNanos();
		WalletExport now = asked;
		while (now.status().isOpen() && System.nanoTime() < deadline) {
			// Poll after the latch exists, or an end in between would be missed.
			CountDownLatch end = this.ends.computeIfAbsent(asked.exportId(), (id) -> new CountDownLatch(1));
			now = this.exports.find(asked.businessId(), asked.exportId()).orElse(now);
			if (now.status().isOpen() && !awaitEnd(end, deadline)) {
				break;
			}
		}
		this.ends.remove(asked.exportId());
		return now;
	}

	/** Returns false if the thread was interrupted. */
	private static boolean awaitEnd(CountDownLatch end, long deadline) {
		try {
			long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 1;
			end.await(Math.min(POLL_INTERVAL_MS, leftMs), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void heard(String payload) {
		if (payload.isEmpty()) {
			this.ends.keySet().forEach(this::end);
		}
		else {
			end(UUID.fromString(payload));
		}
	}

	private void end(UUID exportId) {
		CountDownLatch end = this.ends.remove(exportId);
		if (end != null) {
			end.countDown();
		}
	}

}
