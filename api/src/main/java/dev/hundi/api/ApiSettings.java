package dev.hundi.api;

import java.nio.file.Path;

import dev.hundi.api.bulk.UploadSettings;
import dev.hundi.api.export.ExportLimitSettings;
import dev.hundi.api.http.HttpSettings;
import dev.hundi.api.limit.RateLimitSettings;
import dev.hundi.api.observe.ObserveSettings;
import dev.hundi.port.ManagementPort;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the API. Unknown {@code hundi.*} keys prevent startup.
 *
 * @param keyEncryption the key file
 * @param management the port of health and metrics
 * @param rateLimits limits per business and per address
 * @param fileStore directory of exported and uploaded files, shared with batch-jobs
 */
@ConfigurationProperties("hundi")
public record ApiSettings(DatabaseSettings database, @DefaultValue KeyEncryption keyEncryption,
		@DefaultValue HttpSettings http, ManagementPort management, @DefaultValue RateLimitSettings rateLimits,
		@DefaultValue ObserveSettings observe, @DefaultValue("var/files") Path fileStore,
		@DefaultValue ExportLimitSettings export, @DefaultValue UploadSettings bulk) {
}
