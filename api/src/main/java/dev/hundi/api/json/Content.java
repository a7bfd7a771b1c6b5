package dev.hundi.api.json;

import tools.jackson.core.JsonGenerator;

/**
 * Writes exactly one JSON value, such as the {@code data} of an envelope.
 */
@FunctionalInterface
public interface Content {

	void write(JsonGenerator json);

}
