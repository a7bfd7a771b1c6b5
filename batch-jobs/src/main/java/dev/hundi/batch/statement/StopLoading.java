package dev.hundi.batch.statement;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Ends what is being loaded when this copy stops: its transaction is rolled back, and
 * another copy begins again.
 */
@Component
class StopLoading implements SmartLifecycle {

	private volatile boolean running;

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
