package dev.hundi.approval;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param kind what kind of act, such as {@code BULK_RELEASE}
 * @param businessId null for what concerns Hundi itself
 * @param contentHash SHA-256 of exactly what is asked for
 * @param summary one sentence for the checkers
 * @param rule the rule that made the approval necessary
 * @param peopleNeeded checkers who must approve, 1 to 5
 * @param validFor until when it can be decided
 */
@SuppressWarnings("ArrayRecordComponent")
public record NewApproval(String kind, @Nullable UUID businessId, byte[] contentHash, String summary, Maker maker,
		String rule, int peopleNeeded, Duration validFor) {

	public NewApproval {
		if (peopleNeeded < 1 || peopleNeeded > 5) {
			throw new IllegalArgumentException("peopleNeeded must be 1 to 5");
		}
		if (validFor.toSeconds() < 1) {
			throw new IllegalArgumentException("validFor must be at least one second");
		}
	}

}
