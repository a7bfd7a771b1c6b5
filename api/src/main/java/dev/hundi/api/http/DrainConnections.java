package dev.hundi.api.http;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Delays the shutdown. Meanwhile the application still accepts connections but reports
 * that it is not ready, so that load balancers stop using it.
 */
@Component
class DrainConnections implements SmartLifecycle {

	private final HttpSettings settings;

	private final CountDownLatch never = new CountDownLatch(1);

	private volatile boolean running;

	DrainConnections(HttpSettings settings) {
		this.settings = settings;
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		try {
			this.never.await(this.settings.drain().toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Higher phases stop first. */
	@Override
	public int getPhase() {
		return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
	}

}
