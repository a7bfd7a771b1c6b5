package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

import dev.hundi.reconciliation.ReconciliationRuns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedRateTask;

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
			ReconciliationSettings settings, @Qualifier("reconciliationClock") InstantSource clock, ShowStanding show) {
		ReentrantLock looking = new ReentrantLock();
		// A day may take minutes, and tasks with a fixed delay share one thread.
		Runnable look = () -> {
			if (looking.tryLock()) {
				try {
					look(runs, run, settings, clock);
				}
				finally {
					looking.unlock();
				}
			}
		};
		return (tasks) -> {
			tasks.addFixedRateTask(new FixedRateTask(look, settings.look(), settings.look()));
			tasks.addFixedRateTask(new FixedRateTask(show::look, ShowStanding.INTERVAL, Duration.ZERO));
		};
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
