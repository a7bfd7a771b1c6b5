package dev.hundi.batch.housekeeping;

import java.time.InstantSource;

import dev.hundi.batch.schedule.OneCopyAtATime;
import dev.hundi.batch.schedule.RunWhenDue;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/**
 * Looks for due housekeeping again and again. A look that fails is logged by the
 * scheduler and does not end the looking.
 */
@Configuration(proxyBeanMethods = false)
class HousekeepingSchedule {

	@Bean
	SchedulingConfigurer housekeepingLooks(OneCopyAtATime oneCopyAtATime, JobOperator jobOperator,
			JobRepository jobRepository, @Qualifier(PurgeExpiredNonces.NAME) Job job, HousekeepingSettings settings) {
		RunWhenDue runWhenDue = new RunWhenDue(oneCopyAtATime, jobOperator, jobRepository, job,
				PurgeExpiredNonces.LOCK_KEY, settings.interval(), InstantSource.system());
		return (tasks) -> tasks
			.addFixedDelayTask(new FixedDelayTask(runWhenDue::look, settings.look(), settings.look()));
	}

}
