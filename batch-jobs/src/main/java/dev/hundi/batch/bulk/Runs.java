package dev.hundi.batch.bulk;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/**
 * The runs under way in this copy, by their claim.
 */
@Component
class Runs {

	private final Map<UUID, Run> runs = new ConcurrentHashMap<>();

	private volatile boolean stopped;

	/** The run of a claim of this copy. */
	Run of(UUID claimId) {
		Run run = this.runs.get(claimId);
		if (run == null) {
			throw new IllegalStateException("No run of this copy has the claim " + claimId);
		}
		return run;
	}

	void begin(Run run) {
		this.runs.put(run.file().claimId(), run);
		if (this.stopped) {
			run.stop();
		}
	}

	void end(Run run) {
		this.runs.remove(run.file().claimId());
	}

	/** Ends every run, those that begin later too, at its next chunk. */
	void stop() {
		this.stopped = true;
		this.runs.values().forEach(Run::stop);
	}

	void start() {
		this.stopped = false;
	}

	boolean isStopped() {
		return this.stopped;
	}

}
