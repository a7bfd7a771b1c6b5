package dev.hundi.stream.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * What a bank says of a beneficiary.
 */
sealed interface RegistrationAnswer {

	/**
	 * It is registered.
	 *
	 * @param holder the name the bank has, or null where the rail tells none
	 */
	record Registered(@Nullable String holder, @Nullable String registrationId) implements RegistrationAnswer {
	}

	/** There is no such account or VPA. */
	record Invalid(String message) implements RegistrationAnswer {
	}

	/** No answer, or none that can be understood. */
	record Unclear(String reason) implements RegistrationAnswer {
	}

}
