package dev.hundi.api;

import java.nio.file.Path;

import dev.hundi.api.auth.UploadSettings;
import dev.hundi.api.export.ExportSettings;
import dev.hundi.api.http.HttpSettings;
import dev.hundi.api.limit.RateLimitSettings;
import dev.hundi.api.observe.ObserveSettings;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RelaySettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set for this application; any other {@code hundi.*} key fails
 * its start.
 *
 * @param database PostgreSQL
 * @param relay role and slot of the change stream, which the migrations make
 * @param keyFile file with the key-encryption key
 * @param http the HTTP server
 * @param rateLimits how often one key may call
 * @param observe what is written about requests
 * @param fileStore directory of exported and uploaded files, shared with batch-jobs
 * @param export how long exports are waited for, and how many there may be
 * @param bulk how large and how many uploads there may be
 */
@ConfigurationProperties("hundi")
public record ApiSettings(DatabaseSettings database, @DefaultValue RelaySettings relay,
		@DefaultValue("var/key-encryption-key.json") Path keyFile, @DefaultValue HttpSettings http,
		@DefaultValue RateLimitSettings rateLimits, @DefaultValue ObserveSettings observe,
		@DefaultValue("var/files") Path fileStore, @DefaultValue ExportSettings export,
		@DefaultValue UploadSettings bulk) {
}
