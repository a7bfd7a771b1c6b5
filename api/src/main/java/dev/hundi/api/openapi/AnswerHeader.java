package dev.hundi.api.openapi;

import dev.hundi.api.observe.RequestTrace;

/**
 * A header of answers.
 *
 * @param always whether every answer that names it has it
 */
public record AnswerHeader(String name, boolean always, String description, Schema schema) {

	/** Names a request in our logs. */
	static final AnswerHeader REQUEST_ID = new AnswerHeader(RequestTrace.HEADER, true,
			"Id of the request in our logs; give it to support.", Schema.text("").length(1, 64));

	/** How long to wait before the next try. */
	static final AnswerHeader RETRY_AFTER = new AnswerHeader("Retry-After", true,
			"Whole seconds to wait before the request is sent again, signed anew.",
			Schema.integer("").with((node) -> node.put("minimum", 1)));

	/** Which methods the path has. */
	static final AnswerHeader ALLOW = new AnswerHeader("Allow", true, "The methods that the path supports.",
			Schema.text(""));

}
