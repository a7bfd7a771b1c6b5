package dev.hundi.approval;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A stored approval.
 *
 * @param makerId the person who asked; null if an API key did
 * @param approved people who approved so far
 * @param executed whether what was approved is done
 */
@SuppressWarnings("ArrayRecordComponent")
public record Approval(UUID approvalId, String kind, @Nullable UUID businessId, byte[] contentHash, String summary,
		@Nullable UUID makerId, int peopleNeeded, int approved, ApprovalState state, Instant expiresAt,
		boolean executed) {
}
