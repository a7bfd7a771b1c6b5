package dev.hundi.batch.export;

import java.time.Duration;
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
 * When expired files are removed and due statements asked for.
 */
@Configuration(proxyBeanMethods = false)
class ExportSchedule {

	/** A run that failed is repeated this soon. */
	private static final Duration LOOK = Duration.ofSeconds(30);

	private final OneCopyAtATime oneCopyAtATime;

	private final JobOperator jobOperator;

	private final JobRepository jobRepository;

	ExportSchedule(OneCopyAtATime oneCopyAtATime, JobOperator jobOperator, JobRepository jobRepository) {
		this.oneCopyAtATime = oneCopyAtATime;
		this.jobOperator = jobOperator;
		this.jobRepository = jobRepository;
	}

	@Bean
	static InstantSource exportClock() {
		return InstantSource.system();
	}

	@Bean
	SchedulingConfigurer exportLooks(@Qualifier(RemoveExpired.NAME) Job removeExpired,
			@Qualifier(RequestMonthlyExports.NAME) Job requestStatements, ExportSettings settings,
			InstantSource exportClock) {
		RunWhenDue removing = schedule(removeExpired, RemoveExpired.LOCK_KEY, settings.sweepInterval(), exportClock);
		RunWhenDue requesting = schedule(requestStatements, RequestMonthlyExports.LOCK_KEY,
				settings.statementsInterval(), exportClock);
		return (tasks) -> {
			tasks.addFixedDelayTask(new FixedDelayTask(removing::look, LOOK, LOOK));
			tasks.addFixedDelayTask(new FixedDelayTask(requesting::look, Duration.ofSeconds(1), LOOK));
		};
	}

	private RunWhenDue schedule(Job job, long lockKey, Duration interval, InstantSource clock) {
		return new RunWhenDue(this.oneCopyAtATime, this.jobOperator, this.jobRepository, job, lockKey, interval, clock);
	}

}
