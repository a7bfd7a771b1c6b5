package dev.hundi.batch.housekeeping;

import java.sql.SQLException;
import java.time.InstantSource;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/**
 * Looks for due housekeeping again and again. A look that fails is logged by the
 * scheduler and does not end the looking.
 */
@Configuration(proxyBeanMethods = false)
class HousekeepingSchedule {

	@Bean
	SchedulingConfigurer housekeepingLooks(RunWhenDue runWhenDue, HousekeepingSettings settings) {
		return (tasks) -> tasks
			.addFixedDelayTask(new FixedDelayTask(() -> look(runWhenDue), settings.look(), settings.look()));
	}

	@Bean
	InstantSource housekeepingClock() {
		return InstantSource.system();
	}

	private static void look(RunWhenDue runWhenDue) {
		try {
			JobExecution run = runWhenDue.runIfDue();
			if (run != null && run.getStatus() != BatchStatus.COMPLETED) {
				throw new IllegalStateException("Housekeeping run " + run.getId() + " ended as " + run.getStatus()
						+ ": " + run.getExitStatus().getExitDescription());
			}
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException("Housekeeping could not reach the database", ex);
		}
	}

}
