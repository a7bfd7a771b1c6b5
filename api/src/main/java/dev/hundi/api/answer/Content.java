package dev.hundi.api.answer;

import tools.jackson.core.JsonGenerator;

/**
 * Writes the {@code data} of an envelope: exactly one JSON value.
 */
@FunctionalInterface
public interface Content {

	void write(JsonGenerator json);

}
