package dev.hundi.batch.statement.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.filestore.FileStore;
import dev.hundi.retention.RetentionPeriods;
import dev.hundi.statement.StatementFiles;

import org.springframework.stereotype.Component;

/**
 * Removes the files of bank statements when their books may be removed. Statements and
 * lines stay, without counterparties.
 */
@Component
class ExpiredStatementFiles implements HousekeepingStep {

	private final StatementFiles statements;

	private final FileStore files;

	private final RetentionPeriods periods;

	ExpiredStatementFiles(StatementFiles statements, StatementStore store, RetentionPeriods periods) {
		this.statements = statements;
		this.files = store.files();
		this.periods = periods;
	}

	@Override
	public String name() {
		return "expired-statement-files";
	}

	@Override
	public Duration interval() {
		return Duration.ofDays(1);
	}

	/** A file is removed before its row says so; a crash in between repeats it. */
	@Override
	public int removeExpired(int limit) {
		List<String> names = this.statements.receivedBefore(before(), limit);
		names.forEach(this.files::delete);
		this.statements.removed(names);
		return names.size();
	}

	@Override
	public Proof prove() {
		return Proof.of(this.statements.receivedBefore(before().minus(Proof.SLACK), Integer.MAX_VALUE).size());
	}

	private Instant before() {
		return this.periods.expiredBefore(RetentionPeriods.Basis.BOOKS, Instant.now());
	}

}
