package dev.hundi.batch.reconciliation;

import java.time.InstantSource;

import dev.hundi.reconciliation.ReconciliationRuns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/**
 * Looks for days that are due. Each look goes on until none is, so that days missed are
 * made up for one after the other.
 */
@Configuration(proxyBeanMethods = false)
class ReconciliationSchedule {

	private static final Logger logger = LoggerFactory.getLogger(ReconciliationSchedule.class);

	@Bean
	static InstantSource reconciliationClock() {
		return InstantSource.system();
	}

	@Bean
	SchedulingConfigurer reconciliationLooks(ReconciliationRuns runs, RunReconciliation run,
			ReconciliationSettings settings, @Qualifier("reconciliationClock") InstantSource clock) {
		return (tasks) -> tasks.addFixedDelayTask(
				new FixedDelayTask(() -> look(runs, run, settings, clock), settings.look(), settings.look()));
	}

	private static void look(ReconciliationRuns runs, RunReconciliation run, ReconciliationSettings settings,
			InstantSource clock) {
		boolean more = true;
		while (more) {
			boolean due = runs.makeNextDayDue(clock.instant(), settings.after(), settings.patience());
			boolean ran = run.runOne();
			if (due || ran) {
				logger.debug("A day was due: {}, one was run: {}", due, ran);
			}
			more = ran;
		}
	}

}
