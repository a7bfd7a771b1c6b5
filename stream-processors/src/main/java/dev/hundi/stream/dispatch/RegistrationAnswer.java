package dev.hundi.stream.dispatch;

import org.jspecify.annotations.Nullable;

/** A bank's answer to the registration of a beneficiary. */
sealed interface RegistrationAnswer {

	/** Its label in metrics. */
	default String label() {
		return switch (this) {
			case Registered _ -> "registered";
			case Invalid _ -> "invalid";
			case Unclear _ -> "unclear";
		};
	}

	/**
	 * Registered.
	 *
	 * @param holder the account holder's name, or null if the rail does not report it
	 */
	record Registered(@Nullable String holder, @Nullable String registrationId) implements RegistrationAnswer {
	}

	/** There is no such account or VPA. */
	record Invalid(String message) implements RegistrationAnswer {
	}

	/**
	 * No answer or an incomprehensible one.
	 *
	 * @param answered whether there was one
	 */
	record Unclear(String reason, boolean answered) implements RegistrationAnswer {
	}

}
