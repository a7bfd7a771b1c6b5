package dev.hundi.operator;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.UUID;

import tools.jackson.databind.JsonNode;

/**
 * A request that this process carries out.
 *
 * @param claimId of this claim; a result counts only while it is the last one
 * @param arguments JSON object
 * @param askedBy e-mail address of the person who asked
 * @param attempt 1 for the first claim
 */
public record ClaimedRequest(UUID requestId, UUID claimId, RequestKind kind, JsonNode arguments, String askedBy,
		int attempt) {

	/**
	 * An argument that is a text.
	 * @throws IllegalArgumentException if it is missing or blank
	 */
	public String text(String name) {
		JsonNode value = this.arguments.path(name);
		if (!value.isString() || value.asString().isBlank()) {
			throw new IllegalArgumentException(name + " is required");
		}
		return value.asString();
	}

	/**
	 * An argument that is a whole number.
	 * @throws IllegalArgumentException if it is none
	 */
	public long number(String name) {
		JsonNode value = this.arguments.path(name);
		if (!value.isIntegralNumber() || !value.canConvertToLong()) {
			throw new IllegalArgumentException(name + " must be a whole number");
		}
		return value.asLong();
	}

	/**
	 * An argument that is a day, Asia/Kolkata.
	 * @throws IllegalArgumentException if it is none
	 */
	public LocalDate day(String name) {
		try {
			return LocalDate.parse(text(name));
		}
		catch (DateTimeParseException ex) {
			throw new IllegalArgumentException(name + " must be a day such as 2026-11-20", ex);
		}
	}

	@Override
	public String toString() {
		return "operator request " + this.requestId + " (" + this.kind + ")";
	}

}
