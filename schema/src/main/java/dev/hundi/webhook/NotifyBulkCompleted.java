package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hundi.time.IsoTime;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Records the event that notifies a business of a completed bulk file.
 */
@Component
public class NotifyBulkCompleted {

	private final RecordEvent events;

	NotifyBulkCompleted(RecordEvent events) {
		this.events = events;
	}

	/**
	 * A completed file.
	 *
	 * @param status COMPLETED, PARTIALLY_COMPLETED or FAILED
	 * @param outcome what became of the rows
	 * @param completedAt UTC
	 * @param successfulPaise paid amount in paise
	 * @param failedPaise unpaid amount in paise
	 */
	public record Completed(UUID businessId, UUID bulkFileId, String fileName, @Nullable String clientReference,
			String status, String outcome, Instant completedAt, Rows rows, long successfulPaise, long failedPaise) {
	}

	/** Numbers of rows. */
	public record Rows(int read, int valid, int invalid, int duplicate, int successful, int failed) {
	}

	/**
	 * Records the event in the caller's transaction, once per file.
	 * @return whether it was recorded now
	 */
	public boolean enqueue(Completed file) {
		return this.events
			.completed(file.businessId, file.bulkFileId,
					new Data(file.status, file.outcome, IsoTime.text(file.completedAt), file.businessId,
							file.bulkFileId, file.fileName, file.clientReference, file.rows,
							Long.toString(file.successfulPaise), Long.toString(file.failedPaise)))
			.isPresent();
	}

	@JsonPropertyOrder({ "status", "outcome", "timestamp", "businessId", "bulkFileId", "fileName", "clientReference",
			"rows", "successfulPaise", "failedPaise" })
	private record Data(String status, String outcome, String timestamp, UUID businessId, UUID bulkFileId,
			String fileName, @Nullable String clientReference, Rows rows, String successfulPaise, String failedPaise) {
	}

}
