package dev.hundi.api.testing;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP answer.
 *
 * @param headers by lower-case name
 */
public record Answer(int status, Map<String, List<String>> headers, String body) {

	private static final JsonMapper JSON = new JsonMapper();

	public JsonNode json() {
		return JSON.readTree(this.body);
	}

	public JsonNode data() {
		return json().path("data");
	}

	/** HTTP status and the envelope's code, such as {@code 401 signature_invalid}. */
	public String refusal() {
		JsonNode json = json();
		if (json.path("status").asInt() != this.status || !json.path("meta").isNull()
				|| !json.path("message").isString()) {
			throw new AssertionError("No envelope of an error: " + this);
		}
		return this.status + " " + json.path("code").asString();
	}

	/** Field and code of every field error, such as {@code amount required}. */
	public List<String> fieldErrors() {
		return data().path("errors")
			.valueStream()
			.map((error) -> error.path("field").asString() + " " + error.path("code").asString())
			.toList();
	}

	/** The values of a header, or an empty string. */
	public String header(String name) {
		return String.join(", ", this.headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
	}

}
