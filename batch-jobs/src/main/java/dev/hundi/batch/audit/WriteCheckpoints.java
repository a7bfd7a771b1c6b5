package dev.hundi.batch.audit;

import java.time.Clock;
import java.time.Duration;

import dev.hundi.audit.AuditCheckpoints;
import dev.hundi.audit.CheckpointKey;
import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.filestore.FileStore;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Signs the ends of the audit chains every hour. */
@Component
class WriteCheckpoints implements HousekeepingStep {

	private final JdbcClient jdbc;

	private final FileStore files;

	private final AuditSettings settings;

	private volatile @Nullable String last;

	WriteCheckpoints(JdbcClient jdbc, FileStore files, AuditSettings settings) {
		this.jdbc = jdbc;
		this.files = files;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "audit-checkpoint";
	}

	@Override
	public Duration interval() {
		return this.settings.checkpointInterval();
	}

	/** Removes nothing: the step of housekeeping is where hourly work belongs. */
	@Override
	public int removeExpired(int limit) {
		this.last = checkpoints().write(Clock.systemUTC().instant());
		return 0;
	}

	/** Counts what the file just written contradicts. */
	@Override
	public Proof prove() {
		return Proof.of((this.last != null) ? checkpoints().verify(this.last).size() : 0);
	}

	private AuditCheckpoints checkpoints() {
		return new AuditCheckpoints(this.jdbc, this.files, CheckpointKey.openOrCreate(this.settings.checkpointKey()));
	}

}
