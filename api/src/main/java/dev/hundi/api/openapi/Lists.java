package dev.hundi.api.openapi;

/**
 * The parameters that lists share (specification, "Limits").
 */
public final class Lists {

	/** Page size. */
	public static final Parameter LIMIT = Parameter.query("limit",
			"Page size, 50 where absent; a number outside 1 to 200 is moved to the nearer end.",
			Schema.integer("").with((node) -> node.put("default", 50)), "50");

	public static final Parameter OFFSET = Parameter.query("offset", "Rows to leave out, 0 where absent.",
			Schema.integer("").with((node) -> node.put("default", 0).put("minimum", 0)), "0");

	public static final Parameter SINCE = Parameter.query("since",
			"Only what was created at or after this time, ISO 8601 with an offset or Z.",
			Schema.text("").with("format", "date-time"), "2026-11-01T00:00:00.000Z");

	public static final Parameter UNTIL = Parameter.query("until",
			"Only what was created before this time, ISO 8601 with an offset or Z.",
			Schema.text("").with("format", "date-time"), "2026-12-01T00:00:00.000Z");

	private Lists() {
	}

	public static Parameter search(String description, String example) {
		return Parameter.query("search", description, Schema.text(""), example);
	}

}
