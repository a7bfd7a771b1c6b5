package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.RepeatedWork;
import dev.hundi.work.WorkQueue;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** When days become due, are closed, and their status is measured. */
@Configuration(proxyBeanMethods = false)
class ReconciliationConfiguration {

	private static final String RUN = "run";

	/**
	 * The clock of the database, which generates the ids that say on which day a
	 * transaction was posted. A faster clock here would close a day too early.
	 */
	@Bean
	static InstantSource reconciliationClock(JdbcClient jdbc) {
		return () -> jdbc.sql("SELECT clock_timestamp()")
			.query((row, number) -> row.getTimestamp(1).toInstant())
			.single();
	}

	@Bean
	LeasedWork<String, ClaimedRun> reconciliations(ReconciliationRuns runs, RunReconciliation run,
			ReconciliationSettings settings) {
		LeaseTerms<String> terms = new LeaseTerms<>("reconciliation", Map.of(RUN, 1), settings.lease(),
				settings.pollInterval());
		return new LeasedWork<>(terms,
				WorkQueue.of((claimed) -> RUN, (kinds, lease) -> runs.claim(lease), runs::renew, runs::giveBack),
				run::run);
	}

	/**
	 * Missed days become due one after the other: each after the one before is closed.
	 */
	@Bean
	RepeatedWork reconciliationDays(ReconciliationRuns runs, LeasedWork<String, ClaimedRun> reconciliations,
			ReconciliationSettings settings, @Qualifier("reconciliationClock") InstantSource clock) {
		return new RepeatedWork("reconciliation-days", settings.pollInterval(), true, () -> {
			if (runs.makeNextDayDue(clock.instant(), settings.after(), settings.patience())) {
				reconciliations.wake();
			}
		});
	}

	@Bean
	RepeatedWork reconciliationStatus(ReconciliationGauges gauges) {
		return new RepeatedWork("reconciliation-status", Duration.ofSeconds(15), true, gauges::refresh);
	}

}
