package dev.hundi.batch.export;

import org.springframework.stereotype.Component;

/**
 * Tells everything that writes an export in this copy to end.
 */
@Component
class StopWriting {

	private volatile boolean stopped;

	void stop() {
		this.stopped = true;
	}

	boolean isStopped() {
		return this.stopped;
	}

	/**
	 * Ends the writer that asks, once everything is to end.
	 * @throws IllegalStateException then
	 */
	void check() {
		if (this.stopped) {
			throw new IllegalStateException("This copy is stopping");
		}
	}

}
