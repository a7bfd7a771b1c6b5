package dev.hundi.bulk;

import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A rule that a row breaks, or a warning about it or one of its cells.
 *
 * @param column heading of the column, or {@code Row} for the whole row
 * @param code stable upper-case code of the rule
 * @param message text for people
 * @param value the cell, masked, or null if it was empty
 */
public record RowError(String column, String code, String message, @Nullable String value) {

	private static final JsonMapper json = JsonMapper.builder().build();

	private static final TypeReference<List<RowError>> LIST = new TypeReference<>() {
	};

	static @Nullable String write(List<RowError> errors) {
		return errors.isEmpty() ? null : json.writeValueAsString(errors);
	}

	static List<RowError> read(@Nullable String text) {
		return (text == null) ? List.of() : json.readValue(text, LIST);
	}

}
