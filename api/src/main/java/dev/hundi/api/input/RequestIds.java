package dev.hundi.api.input;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;

/**
 * UUIDs in requests: 36 characters, in either case.
 */
public final class RequestIds {

	private static final Pattern FORM = Pattern
		.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

	private RequestIds() {
	}

	/** Parses a UUID. Java's own parser would also accept shortened groups. */
	public static Optional<UUID> parse(String text) {
		return FORM.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
	}

	/**
	 * Parses the UUID of a path parameter.
	 * @throws Refusal {@code validation_error} if it is not a UUID
	 */
	public static UUID ofPath(String parameter, String text) {
		return parse(text).orElseThrow(() -> Refusal.field(parameter, Rule.INVALID, parameter + " must be a UUID"));
	}

}
