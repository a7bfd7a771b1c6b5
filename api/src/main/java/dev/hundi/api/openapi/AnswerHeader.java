package dev.hundi.api.openapi;

/**
 * A header of answers.
 *
 * @param always whether every answer that names it has it
 */
public record AnswerHeader(String name, boolean always, String description, Schema schema) {

	/** How long to wait before the next try. */
	static final AnswerHeader RETRY_AFTER = new AnswerHeader("Retry-After", true,
			"Whole seconds to wait before the request is sent again, signed anew.",
			Schema.integer("").with((node) -> node.put("minimum", 1)));

	/** Which methods the path has. */
	static final AnswerHeader ALLOW = new AnswerHeader("Allow", true, "The methods that the path supports.",
			Schema.text(""));

}
