package dev.hundi.batch.export;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.batch.schedule.SingleInstanceLock;
import dev.hundi.batch.schedule.RunWhenDue;
import dev.hundi.filestore.FileStore;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportQueue;
import dev.hundi.walletexport.WalletExports;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.WorkQueue;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/** When exports are written, requested monthly, and their abandoned files removed. */
@Configuration(proxyBeanMethods = false)
class ExportConfiguration {

	/** Interval at which a failed request of monthly statements is retried. */
	private static final Duration POLL = Duration.ofSeconds(30);

	private static final Duration FIRST_POLL = Duration.ofSeconds(1);

	@Bean
	static InstantSource exportClock() {
		return InstantSource.system();
	}

	@Bean
	LeasedWork<ExportFormat, ClaimedExport> exports(ExportQueue queue, RunExport run, DatabaseSettings database,
			ExportSettings settings) {
		Map<ExportFormat, Integer> permits = Map.of(ExportFormat.CSV, settings.atOnce(), ExportFormat.PDF,
				settings.atOnce(), ExportFormat.XLS, settings.xlsAtOnce());
		return new LeasedWork<>(
				new LeaseTerms<>("export", permits, settings.atOnce(), settings.lease(), settings.pollInterval()),
				WorkQueue.of(ClaimedExport::format, queue::claim, queue::renew, queue::giveBack), run::run)
			.listen(database, WalletExports.DUE);
	}

	@Bean
	AbandonedFiles abandonedExports(FileStore files, ExportQueue queue) {
		return new AbandonedFiles(ClaimedExport.FOLDER, files, queue::unreferenced);
	}

	@Bean
	RunWhenDue monthlyStatementRuns(@Qualifier(RequestMonthlyExports.NAME) Job job, SingleInstanceLock singleInstance,
			JobOperator jobOperator, JobRepository jobRepository, ExportSettings settings, InstantSource exportClock) {
		return new RunWhenDue(singleInstance, jobOperator, jobRepository, job, RequestMonthlyExports.LOCK_KEY,
				settings.statementsInterval(), exportClock);
	}

	@Bean
	SchedulingConfigurer monthlyStatementSchedule(@Qualifier("monthlyStatementRuns") RunWhenDue due) {
		return (tasks) -> tasks.addFixedDelayTask(pollTask(due::poll));
	}

	static FixedDelayTask pollTask(Runnable poll) {
		return new FixedDelayTask(poll, POLL, FIRST_POLL);
	}

}
