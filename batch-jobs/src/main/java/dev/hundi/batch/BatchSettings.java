package dev.hundi.batch;

import java.nio.file.Path;

import dev.hundi.batch.audit.AuditSettings;
import dev.hundi.batch.bulk.BulkSettings;
import dev.hundi.batch.export.ExportSettings;
import dev.hundi.batch.housekeeping.HousekeepingSettings;
import dev.hundi.batch.reconciliation.ReconciliationSettings;
import dev.hundi.batch.statement.intake.StatementSettings;
import dev.hundi.port.ManagementPort;
import dev.hundi.retention.RetentionPeriods;
import dev.hundi.startup.DatabaseSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Every {@code hundi.*} key of this application. Unknown keys prevent startup.
 *
 * @param database how to reach PostgreSQL
 * @param management the port of health and metrics, its only one
 * @param housekeeping when expired records are purged
 * @param retention how long personal data is kept
 * @param fileStore directory of exported and uploaded files, shared with the api
 * @param export how wallet exports are written and how long they are kept
 * @param statement where bank statements come from and how they are read
 * @param bulk how bulk files are loaded and released
 * @param reconciliation when days are closed
 * @param audit how checkpoints of the audit chains are signed
 */
@ConfigurationProperties("hundi")
record BatchSettings(DatabaseSettings database, ManagementPort management,
		@DefaultValue HousekeepingSettings housekeeping, @DefaultValue RetentionPeriods retention,
		@DefaultValue("var/files") Path fileStore, @DefaultValue ExportSettings export,
		@DefaultValue StatementSettings statement,
		@DefaultValue BulkSettings bulk, @DefaultValue ReconciliationSettings reconciliation,
		@DefaultValue AuditSettings audit) {
}
