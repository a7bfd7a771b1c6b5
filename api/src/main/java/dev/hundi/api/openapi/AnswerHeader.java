package dev.hundi.api.openapi;

import dev.hundi.api.json.Schema;
import dev.hundi.api.observe.RequestTrace;

/**
 * A header of answers.
 *
 * @param always whether every answer that lists the header has it
 */
public record AnswerHeader(String name, boolean always, String description, Schema schema) {

	public static final AnswerHeader NO_SNIFFING = new AnswerHeader("X-Content-Type-Options", true, "Always nosniff.",
			Schema.text("").only("nosniff"));

	static final AnswerHeader REQUEST_ID = new AnswerHeader(RequestTrace.HEADER, true,
			"Id of the request in the logs; quote it to support.", Schema.text("").length(1, 64));

	static final AnswerHeader RETRY_AFTER = new AnswerHeader("Retry-After", true,
			"Seconds to wait before repeating the request with a new signature.", Schema.integer("").min(1));

	static final AnswerHeader ALLOW = new AnswerHeader("Allow", true, "Methods that the path supports.",
			Schema.text(""));

	public static AnswerHeader fileName(String form) {
		return new AnswerHeader("Content-Disposition", true, "File name: " + form, Schema.text(""));
	}

}
