package dev.hundi.api.openapi;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;

/**
 * The parameters that lists share (specification, "Limits").
 */
public final class Lists {

	/** Page size. */
	public static final Parameter LIMIT = Parameter.query("limit",
			"Page size, %d where absent; a number outside 1 to %d is moved to the nearer end."
				.formatted(Page.DEFAULT_LIMIT, Page.MAX_LIMIT),
			Schema.integer("").with((node) -> node.put("default", Page.DEFAULT_LIMIT)), "50");

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
		return Parameter.query("search", description + " In either case; blank is as absent.",
				Schema.text("").length(0, SearchPhrase.MAX_LENGTH), example);
	}

}
