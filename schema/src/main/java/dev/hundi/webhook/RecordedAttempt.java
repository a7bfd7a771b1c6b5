package dev.hundi.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * One try and what follows from it.
 *
 * @param deliveryId the delivery
 * @param claimId the claim it was tried under
 * @param startedAt when it began, UTC
 * @param duration how long it took
 * @param answer what the receiver answered, or null if nothing came
 * @param error why nothing came; null exactly if there is an answer
 * @param next what follows
 */
public record RecordedAttempt(UUID deliveryId, UUID claimId, Instant startedAt, Duration duration,
		@Nullable Answer answer, @Nullable String error, Next next) {

	private static final int ERROR_LENGTH = 500;

	public RecordedAttempt {
		if ((answer == null) == (error == null)) {
			throw new IllegalArgumentException("A try has either an answer or an error");
		}
		if (error != null && error.length() > ERROR_LENGTH) {
			error = error.substring(0, ERROR_LENGTH);
		}
	}

	/**
	 * What the receiver answered.
	 *
	 * @param status HTTP status
	 * @param body the beginning of its body, at most 20 kB
	 */
	@SuppressWarnings("ArrayRecordComponent")
	public record Answer(int status, byte[] body) {
	}

	/** What follows from a try. */
	public sealed interface Next {

		/** The receiver has it. */
		record Delivered() implements Next {
		}

		/** No further try. */
		record Failed() implements Next {
		}

		/**
		 * Another try.
		 *
		 * @param delay time from now until then
		 */
		record Again(Duration delay) implements Next {
		}

		/**
		 * It was a probe: the delivery is charged with nothing and stays due as it was.
		 */
		record Kept() implements Next {
		}

	}

}
