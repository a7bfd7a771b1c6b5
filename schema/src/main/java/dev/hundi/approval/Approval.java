package dev.hundi.approval;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A stored approval.
 *
 * @param makerId the person who asked; null if an API key did
 * @param agreed people who agreed so far
 * @param executed whether what was agreed is done
 */
@SuppressWarnings("ArrayRecordComponent")
public record Approval(UUID approvalId, String kind, @Nullable UUID businessId, byte[] contentHash, String summary,
		@Nullable UUID makerId, int peopleNeeded, int agreed, ApprovalState state, Instant expiresAt,
		boolean executed) {
}
