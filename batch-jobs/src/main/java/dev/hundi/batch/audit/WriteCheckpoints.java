package dev.hundi.batch.audit;

import java.time.Clock;
import java.time.Duration;

import dev.hundi.audit.AuditCheckpoints;
import dev.hundi.audit.CheckpointKey;
import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.filestore.FileStore;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Signs the ends of the audit chains every hour. */
@Component
class WriteCheckpoints implements HousekeepingStep {

	private final JdbcClient jdbc;

	private final FileStore files;

	private final AuditSettings settings;

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
		checkpoints().write(Clock.systemUTC().instant());
		return 0;
	}

	/**
	 * Counts what contradicts the checkpoints of today and yesterday (UTC). The one just
	 * written has what it has just read.
	 */
	@Override
	public Proof prove() {
		return Proof.of(checkpoints().verifySince(Clock.systemUTC().instant().minus(Duration.ofDays(1))).size());
	}

	private AuditCheckpoints checkpoints() {
		return new AuditCheckpoints(this.jdbc, this.files, CheckpointKey.openOrCreate(this.settings.checkpointKey()));
	}

}
