package dev.hundi.batch.schedule;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.operator.CarriedOutKinds;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.EmptyResultDataAccessException;

/** Restarts failed jobs that the staff asks for. */
@Configuration(proxyBeanMethods = false)
class RestartJobs {

	private final JobRepository jobRepository;

	private final List<JobRestart> restarts;

	RestartJobs(JobRepository jobRepository, List<JobRestart> restarts) {
		this.jobRepository = jobRepository;
		this.restarts = restarts;
	}

	@Bean
	CarriedOutKinds jobRequests() {
		return new CarriedOutKinds(Map.of(RequestKind.RESTART_JOB, this::restart), Map.of());
	}

	private RequestOutcome restart(ClaimedRequest request) {
		long id = request.number("execution");
		JobExecution last = lastOfTheSameInstance(id);
		if (last == null) {
			return new RequestOutcome.Refused("There is no run " + id);
		}
		String job = last.getJobInstance().getJobName();
		boolean hasFailed = last.getStatus() == BatchStatus.FAILED || last.getStatus() == BatchStatus.STOPPED;
		if (last.getId() != id) {
			// Also after a crash between a restart and its result.
			if (hasFailed) {
				return new RequestOutcome.Refused(
						"Run %d, which repeats it, ended as %s too".formatted(last.getId(), last.getStatus()));
			}
			return new RequestOutcome.Done(Map.of("job", job, "run", last.getId(), "status", last.getStatus().name()));
		}
		if (!hasFailed) {
			return new RequestOutcome.Refused("Run %d of %s has not failed: %s".formatted(id, job, last.getStatus()));
		}
		return restart(job, last, request);
	}

	private @Nullable JobExecution lastOfTheSameInstance(long id) {
		try {
			JobExecution run = this.jobRepository.getJobExecution(id);
			return (run != null) ? this.jobRepository.getLastJobExecution(run.getJobInstance()) : null;
		}
		catch (EmptyResultDataAccessException ex) {
			return null;
		}
	}

	private RequestOutcome restart(String job, JobExecution last, ClaimedRequest request) {
		Optional<JobRestart> restart = this.restarts.stream().filter((one) -> one.jobName().equals(job)).findFirst();
		if (restart.isEmpty()) {
			return new RequestOutcome.Refused(job + " is repeated by itself as long as its work is due");
		}
		try {
			return restart.get().restart(last, request.askedBy())
					? new RequestOutcome.Done(Map.of("job", job, "due", true)) : new RequestOutcome.Refused(
							"The work of run %d is not to be repeated: it is due, or done".formatted(last.getId()));
		}
		catch (IllegalStateException ex) {
			return new RequestOutcome.Refused(String.valueOf(ex.getMessage()));
		}
	}

}
