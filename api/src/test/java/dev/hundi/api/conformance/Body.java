package dev.hundi.api.conformance;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON request body that can be changed field by field.
 */
final class Body {

	private static final JsonMapper JSON = new JsonMapper();

	private final Map<String, @Nullable Object> fields;

	private Body(Map<String, @Nullable Object> fields) {
		this.fields = fields;
	}

	static Body empty() {
		return new Body(new LinkedHashMap<>());
	}

	/** A copy with another value of a field; null is sent as null. */
	Body with(String field, @Nullable Object value) {
		Map<String, @Nullable Object> changed = new LinkedHashMap<>(this.fields);
		changed.put(field, value);
		return new Body(changed);
	}

	Body without(String... names) {
		Map<String, @Nullable Object> changed = new LinkedHashMap<>(this.fields);
		for (String name : names) {
			changed.remove(name);
		}
		return new Body(changed);
	}

	/** The value of a field as text. */
	String text(String field) {
		return String.valueOf(this.fields.get(field));
	}

	/** The JSON. */
	@Override
	public String toString() {
		return JSON.writeValueAsString(this.fields);
	}

}
