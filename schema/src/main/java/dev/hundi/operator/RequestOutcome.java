package dev.hundi.operator;

import java.util.Map;

/** How a request ended. */
public sealed interface RequestOutcome {

	/**
	 * It was carried out.
	 *
	 * @param result fields of a JSON object
	 */
	record Done(Map<String, ?> result) implements RequestOutcome {
	}

	/**
	 * It is not possible.
	 *
	 * @param reason a sentence for the person who asked
	 */
	record Refused(String reason) implements RequestOutcome {
	}

}
