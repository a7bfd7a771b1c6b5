package dev.hundi.api.bulk;

import java.time.Duration;

import dev.hundi.bulk.ReceiveBulkFile;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of bulk file uploads: {@code hundi.bulk.*}.
 *
 * @param maxSize maximum size of a file
 * @param uploadTimeout maximum duration of an upload
 * @param leastRate bytes per second that an upload must bring
 * @param uploadsAtOnce maximum number of concurrent uploads per process
 * @param uploadsPerBusiness maximum number of them for one business
 * @param unknownUploadsAtOnce maximum number of concurrent uploads per process, besides
 * these, by callers without a key that may upload
 * @param loadingPerBusiness maximum number of files of one business that wait to be
 * loaded
 */
public record UploadSettings(@DefaultValue("50MB") DataSize maxSize, @DefaultValue("2m") Duration uploadTimeout,
		@DefaultValue("8KB") DataSize leastRate, @DefaultValue("8") int uploadsAtOnce,
		@DefaultValue("2") int uploadsPerBusiness, @DefaultValue("2") int unknownUploadsAtOnce,
		@DefaultValue("" + ReceiveBulkFile.MAX_LOADING) int loadingPerBusiness) {

	public UploadSettings {
		if (maxSize.toBytes() < 1 || maxSize.toGigabytes() > 1) {
			throw new IllegalArgumentException("hundi.bulk.max-size must be from 1B to 1GB");
		}
		if (uploadTimeout.toMillis() < 1 || uploadTimeout.toHours() > 1) {
			throw new IllegalArgumentException("hundi.bulk.upload-timeout must be 1ms to 1h");
		}
		if (leastRate.isNegative() || leastRate.toGigabytes() > 0) {
			throw new IllegalArgumentException("hundi.bulk.least-rate must be 0B to less than 1GB");
		}
		if (Math.min(Math.min(uploadsAtOnce, uploadsPerBusiness),
				Math.min(unknownUploadsAtOnce, loadingPerBusiness)) < 1) {
			throw new IllegalArgumentException(
					"hundi.bulk.uploads-at-once, uploads-per-business, unknown-uploads-at-once"
							+ " and loading-per-business must be 1 or more");
		}
	}

}
