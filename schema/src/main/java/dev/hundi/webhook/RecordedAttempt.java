package dev.hundi.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;

/**
 * An attempt and what follows from it.
 *
 * @param claimId the claim of the attempt
 * @param startedAt UTC
 * @param answer the response, or null if there was none
 * @param error why there was no response; null if and only if there is one
 */
public record RecordedAttempt(UUID deliveryId, UUID claimId, Instant startedAt, Duration duration,
		@Nullable Answer answer, @Nullable String error, Next next) {

	private static final int ERROR_LENGTH = 500;

	public RecordedAttempt {
		if ((answer == null) == (error == null)) {
			throw new IllegalArgumentException("An attempt has either a response or an error");
		}
		if (error != null) {
			error = Beginning.of(error, ERROR_LENGTH);
		}
	}

	/**
	 * A response.
	 *
	 * @param status HTTP status
	 * @param body the beginning of its body, at most 20 kB
	 */
	@SuppressWarnings("ArrayRecordComponent")
	public record Answer(int status, byte[] body) {
	}

	/** What follows from an attempt. */
	public sealed interface Next {

		/** The receiver acknowledged the webhook. */
		record Delivered() implements Next {
		}

		/** No further attempt. */
		record Failed() implements Next {
		}

		/**
		 * Another attempt.
		 *
		 * @param delay time from now until then
		 */
		record Again(Duration delay) implements Next {
		}

		/** It was a probe: the delivery stays due, and the attempt is not counted. */
		record Kept() implements Next {
		}

	}

}
