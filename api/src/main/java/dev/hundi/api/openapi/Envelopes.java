package dev.hundi.api.openapi;

import java.util.Arrays;
import java.util.Set;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError;
import dev.hundi.list.Page;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The envelope around data, in schemas and examples.
 */
final class Envelopes {

	static final JsonMapper json = JsonMapper.builder().build();

	/** Codes whose data names the fields that are wrong. */
	private static final Set<ErrorCode> FIELD_ERRORS = Set.of(ErrorCode.VALIDATION_ERROR,
			ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM, ErrorCode.AMOUNT_ABOVE_RAIL_MAXIMUM);

	private static final Schema META = Schema.nothing("Always null.");

	private static final Schema PAGINATION = Schema.object("Where the page lies in the whole list.")
		.field("limit", Schema.integer("Page size that was used, after clamping.").range(1, Page.MAX_LIMIT))
		.field("offset", Schema.integer("Rows left out before the page.").with((node) -> node.put("minimum", 0)))
		.field("total", Schema.integer("Rows of the whole list.").with((node) -> node.put("minimum", 0)))
		.named("Pagination");

	private static final Schema FIELD_ERROR = Schema.object("One field that breaks its rule.")
		.field("field", Schema.text("Name in the JSON body, or of a header, path or query parameter."))
		.field("code",
				Schema.oneOf("The rule that it breaks.",
						Arrays.stream(FieldError.Rule.values()).map(FieldError.Rule::code).toList()))
		.field("message", Schema.text("For a person; not to be parsed."))
		.named("FieldError");

	private static final Schema ERROR_DATA = Schema.object("Every field that is wrong, at once.")
		.field("errors", Schema.arrayOf(FIELD_ERROR, ""))
		.named("FieldErrors");

	private static final Schema CODE = Schema
		.oneOf("What went wrong. Stable, unlike the message. Cause and remedy of each are in its example.",
				Arrays.stream(ErrorCode.values()).map(ErrorCode::code).toList())
		.named("ErrorCode");

	private Envelopes() {
	}

	static Schema success(int status, Schema data, @Nullable String message) {
		return envelope(status, data, (message != null) ? Schema.text("").only(message) : Schema.nothing(""));
	}

	static String successExample(int status, String data, @Nullable String message) {
		return example(status, data, message).toString();
	}

	static Schema page(Schema data) {
		return success(200, data, null).field("pagination", PAGINATION);
	}

	static String pageExample(String data, String pagination) {
		return example(200, data, null).set("pagination", json.readTree(pagination)).toString();
	}

	/** An error with the usual data: null, or the field errors. */
	static Schema error() {
		return error(ERROR_DATA.orNull()).named("Error");
	}

	/** An error with data of its own. */
	static Schema error(Schema data) {
		return Schema.object("")
			.field("status", Schema.integer("The HTTP status."))
			.field("data", data)
			.field("message", Schema.text("For a person; not to be parsed."))
			.field("meta", META)
			.field("code", CODE);
	}

	static ObjectNode errorExample(ErrorCode code, @Nullable String data) {
		String usual = FIELD_ERRORS.contains(code) ? """
				{"errors":[{"field":"amount","code":"%s","message":"%s"}]}""".formatted(
				(code == ErrorCode.VALIDATION_ERROR) ? FieldError.Rule.INVALID.code() : code.code(), fieldMessage(code))
				: "null";
		ObjectNode example = example(code.status(), (data != null) ? data : usual,
				FIELD_ERRORS.contains(code) && code != ErrorCode.VALIDATION_ERROR ? fieldMessage(code)
						: code.message());
		return example.put("code", code.code());
	}

	/** As the checks of a payout's amount word it. */
	private static String fieldMessage(ErrorCode code) {
		return switch (code) {
			case AMOUNT_BELOW_RAIL_MINIMUM -> "amount must be at least 1.00 on this rail";
			case AMOUNT_ABOVE_RAIL_MAXIMUM -> "amount must be at most 500000.00 on this rail";
			default -> "amount must be rupees with exactly two decimals, such as \\\"1500.00\\\"";
		};
	}

	private static Schema envelope(int status, Schema data, Schema message) {
		return Schema.object("")
			.field("status", Schema.integer("").only(status))
			.field("data", data)
			.field("message", message)
			.field("meta", META);
	}

	private static ObjectNode example(int status, String data, @Nullable String message) {
		return JsonNodeFactory.instance.objectNode()
			.put("status", status)
			.set("data", json.readTree(data))
			.put("message", message)
			.putNull("meta");
	}

}
