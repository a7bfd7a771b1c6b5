package dev.hundi.api.openapi;

import dev.hundi.api.json.Schema;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;

/**
 * The parameters that lists share (docs/specification.md, "Limits").
 */
public final class Lists {

	public static final Parameter LIMIT = Parameter.query("limit",
			"Page size; %d by default, clamped to 1 to %d.".formatted(Page.DEFAULT_LIMIT, Page.MAX_LIMIT),
			Schema.integer("").with((node) -> node.put("default", Page.DEFAULT_LIMIT)), "50");

	public static final Parameter OFFSET = Parameter.query("offset", "Number of rows to skip; 0 by default.",
			Schema.integer("").with((node) -> node.put("default", 0)).min(0), "0");

	public static final Parameter SINCE = Parameter.query("since",
			"Only rows created at or after this time, in ISO 8601 with an offset or Z.",
			Schema.text("").with("format", "date-time"), "2026-11-01T00:00:00.000Z");

	public static final Parameter UNTIL = Parameter.query("until",
			"Only rows created before this time, in ISO 8601 with an offset or Z.",
			Schema.text("").with("format", "date-time"), "2026-12-01T00:00:00.000Z");

	public static final Parameter SEARCH_MOVEMENTS = search(
			"Matches part of the type, direction, description, transactionId, payoutTransactionId, merchantReferenceId "
					+ "or utr; of the bank's reference of a payout; of the beneficiary's name, account number, IFSC or VPA "
					+ "in the metadata of a payout, and of every value in the metadata of other movements; and a whole "
					+ "movementId. It does not match amounts, balances, sequence, transactionType and times.",
			"ORD-1001");

	private Lists() {
	}

	public static Parameter search(String description, String example) {
		return Parameter.query("search", description + " Case-insensitive; blank means no search.",
				Schema.text("").length(0, SearchPhrase.MAX_LENGTH), example);
	}

}
