package dev.hundi.batch.export;

import java.util.Map;
import java.util.UUID;

import dev.hundi.walletexport.ClaimedExport;
import dev.hundi.walletexport.ExportQueue;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The job {@value #NAME}: one step that writes one export. Not in chunks: a file must
 * come from one snapshot, and a run that was cut short begins again from nothing.
 */
@Configuration(proxyBeanMethods = false)
class WriteExportJob {

	static final String NAME = "wallet-export";

	/** The identifying parameter. */
	static final String EXPORT_ID = "exportId";

	private static final String BUSINESS_ID = "businessId";

	private static final String CLAIM_ID = "claimId";

	static JobParameters parameters(ClaimedExport export) {
		return new JobParametersBuilder().addString(EXPORT_ID, export.exportId().toString())
			.addString(BUSINESS_ID, export.businessId().toString(), false)
			.addString(CLAIM_ID, export.claimId().toString(), false)
			.toJobParameters();
	}

	@Bean(NAME)
	Job walletExportJob(JobRepository jobRepository, ExportQueue queue, WriteExport writeExport) {
		// The writer has its own read-only snapshot; Batch's records of the step are
		// written beside it.
		Step write = new StepBuilder("write-file", jobRepository)
			.tasklet(tasklet(queue, writeExport), new ResourcelessTransactionManager())
			.build();
		return new JobBuilder(NAME, jobRepository).start(write).build();
	}

	private static Tasklet tasklet(ExportQueue queue, WriteExport writeExport) {
		return (contribution, context) -> {
			Map<String, Object> parameters = context.getStepContext().getJobParameters();
			ClaimedExport export = queue
				.held(uuid(parameters, BUSINESS_ID), uuid(parameters, EXPORT_ID), uuid(parameters, CLAIM_ID))
				.orElseThrow(() -> new IllegalStateException("The claim ran out before its job began"));
			contribution.incrementWriteCount(writeExport.write(export));
			return RepeatStatus.FINISHED;
		};
	}

	private static UUID uuid(Map<String, Object> parameters, String name) {
		return UUID.fromString(String.valueOf(parameters.get(name)));
	}

}
