package dev.hundi.portal.developer;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** What became of an act. */
sealed interface Outcome {

	/** It is done. */
	record Done() implements Outcome {
	}

	/** A second person must approve first. */
	record Asked() implements Outcome {
	}

	/**
	 * It is done, and there is a secret to show once.
	 *
	 * @param name what the secret belongs to: the id of a key, or an address
	 * @param from when it takes effect, UTC; null at once
	 */
	record Secret(String name, String secret, @Nullable Instant from) implements Outcome {

		/** Omits the secret, which must not reach a log. */
		@Override
		public String toString() {
			return "Secret[" + this.name + "]";
		}

	}

	/** The same form has acted before. */
	record Repeated() implements Outcome {
	}

	/**
	 * It is done only if the person insists.
	 *
	 * @param text key of the warning
	 */
	record Warned(String text) implements Outcome {
	}

	/**
	 * It is not done.
	 *
	 * @param text key of the reason
	 */
	record Refused(String text) implements Outcome {
	}

	/**
	 * It was removed or revoked before.
	 *
	 * @param name an address, a network or the id of a key
	 */
	record Gone(String name) implements Outcome {
	}

	/** There is no such thing in this business. */
	record Unknown() implements Outcome {
	}

}
