package dev.hundi.batch.export;

import java.time.Duration;
import java.time.InstantSource;
import java.time.YearMonth;

import dev.hundi.time.India;
import dev.hundi.walletexport.MonthlyExports;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The job {@value #NAME}: requests the statements of every business for each past month
 * that has none. Each statement is an export that is written and retried independently,
 * so the failure of one business does not affect the others.
 */
@Configuration(proxyBeanMethods = false)
class RequestMonthlyExports {

	static final String NAME = "monthly-statements";

	/** The advisory lock of this job; 922 is used by no other lock of Hundi. */
	static final long LOCK_KEY = 0x48554E44_00000000L + 922;

	private static final int CHUNK = 1000;

	/** An operator may have corrected the cause of a failure meanwhile. */
	private static final Duration FAILED_AGAIN_AFTER = Duration.ofHours(1);

	private final MonthlyExports statements;

	private final ExportSettings settings;

	private final InstantSource clock;

	RequestMonthlyExports(MonthlyExports statements, ExportSettings settings, InstantSource exportClock) {
		this.statements = statements;
		this.settings = settings;
		this.clock = exportClock;
	}

	@Bean(NAME)
	Job monthlyStatementsJob(JobRepository jobRepository) {
		Step request = new StepBuilder("request-statements", jobRepository).tasklet((contribution, context) -> {
			int requested = requestChunk();
			contribution.incrementWriteCount(requested);
			return RepeatStatus.continueIf(requested > 0);
		}, new ResourcelessTransactionManager()).build();
		return new JobBuilder(NAME, jobRepository).start(request).build();
	}

	/**
	 * Requests statements of the oldest month with missing ones.
	 * @return how many were requested; 0 if no month has missing ones
	 */
	int requestChunk() {
		YearMonth last = YearMonth.from(this.clock.instant().minus(this.settings.statementDelay()).atZone(India.ZONE))
			.minusMonths(1);
		for (int back = this.settings.catchUpMonths() - 1; back >= 0; back--) {
			YearMonth month = last.minusMonths(back);
			int requested = this.statements.request(month, CHUNK)
					+ this.statements.requestFailedAgain(month, FAILED_AGAIN_AFTER, CHUNK);
			if (requested > 0) {
				return requested;
			}
		}
		return 0;
	}

}
