package dev.hundi.batch;

import dev.hundi.batch.audit.AuditSettings;
import dev.hundi.batch.bulk.BulkSettings;
import dev.hundi.batch.export.ExportSettings;
import dev.hundi.batch.housekeeping.HousekeepingSettings;
import dev.hundi.batch.reconciliation.ReconciliationSettings;
import dev.hundi.batch.statement.intake.StatementSettings;
import dev.hundi.filestore.FileStore;
import dev.hundi.port.QuietServer;
import dev.hundi.retention.RetentionPeriods;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.SchemaConfiguration;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The batch application. Its settings are in {@code hundi-batch.yaml}, so that it can
 * share a JVM with the other applications.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(BatchSettings.class)
@EnableScheduling
@Import(SchemaConfiguration.class)
public class BatchJobsApplication {

	public static void main(String[] args) {
		MachineLanguage.ignore();
		builder().run(args);
	}

	/**
	 * Creates a builder to which a caller may add properties before it runs.
	 */
	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(BatchJobsApplication.class).properties("spring.config.name=hundi-batch");
	}

	@Bean
	DatabaseSettings databaseSettings(BatchSettings settings) {
		return settings.database();
	}

	@Bean
	HousekeepingSettings housekeepingSettings(BatchSettings settings) {
		return settings.housekeeping();
	}

	@Bean
	RetentionPeriods retentionPeriods(BatchSettings settings) {
		return settings.retention();
	}

	@Bean
	ExportSettings exportSettings(BatchSettings settings) {
		return settings.export();
	}

	@Bean
	ReconciliationSettings reconciliationSettings(BatchSettings settings) {
		return settings.reconciliation();
	}

	@Bean
	StatementSettings statementSettings(BatchSettings settings) {
		return settings.statement();
	}

	@Bean
	BulkSettings bulkSettings(BatchSettings settings) {
		return settings.bulk();
	}

	@Bean
	AuditSettings auditSettings(BatchSettings settings) {
		return settings.audit();
	}

	@Bean
	QuietServer quietServer() {
		return new QuietServer();
	}

	@Bean
	FileStore fileStore(BatchSettings settings) {
		return new FileStore(settings.fileStore());
	}

}
