package dev.hundi.api.openapi;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.json.Content;
import dev.hundi.api.json.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas of the envelope.
 */
final class Envelopes {

	static final JsonMapper json = JsonMapper.shared();

	/** Codes whose data lists the invalid fields. */
	private static final Set<ErrorCode> FIELD_ERRORS = Set.of(ErrorCode.VALIDATION_ERROR,
			ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM, ErrorCode.AMOUNT_ABOVE_RAIL_MAXIMUM);

	private static final Schema META = Schema.nothing("object", "Always null.");

	private static final Schema CODE = Schema
		.oneOf("What went wrong. Stable, unlike the message. The example of each code states its cause and remedy.",
				Arrays.stream(ErrorCode.values()).map(ErrorCode::code).toList())
		.named("ErrorCode");

	private Envelopes() {
	}

	static Schema success(int status, Schema data, @Nullable String message) {
		return Schema.object("")
			.field("status", Schema.integer("").only(status))
			.field("data", data)
			.field("message", (message != null) ? Schema.text("").only(message) : Schema.nothing("string", ""))
			.field("meta", META);
	}

	static Schema page(Schema data) {
		return success(200, data, null).field("pagination", Envelope.PAGINATION.schema());
	}

	/** An error whose data is null or lists the invalid fields. */
	static Schema error() {
		return error(FieldError.ALL.schema().orNull()).named("Error");
	}

	/** An error with data of its own. */
	static Schema error(Schema data) {
		return Schema.object("")
			.field("status", Schema.integer("The HTTP status."))
			.field("data", data)
			.field("message", Schema.text("Explanation for people; do not parse it."))
			.field("meta", META)
			.field("code", CODE);
	}

	/** An error as the API answers it. */
	static ObjectNode errorExample(ErrorCode code, @Nullable Schema data) {
		List<FieldError> errors = FIELD_ERRORS.contains(code) ? List.of(invalidAmount(code)) : List.of();
		String message = (code != ErrorCode.VALIDATION_ERROR && !errors.isEmpty()) ? errors.getFirst().message()
				: code.message();
		ObjectNode example = json.createObjectNode().put("status", code.status());
		if (data != null) {
			example.set("data", data.example());
		}
		else {
			example.set("data", errors.isEmpty() ? json.nullNode() : tree(FieldError.ALL.of(errors)));
		}
		return example.put("message", message).putNull("meta").put("code", code.code());
	}

	private static FieldError invalidAmount(ErrorCode code) {
		return switch (code) {
			case AMOUNT_BELOW_RAIL_MINIMUM ->
				new FieldError("amount", Rule.AMOUNT_BELOW_RAIL_MINIMUM, "amount must be at least 1.00 on this rail");
			case AMOUNT_ABOVE_RAIL_MAXIMUM -> new FieldError("amount", Rule.AMOUNT_ABOVE_RAIL_MAXIMUM,
					"amount must be at most 500000.00 on this rail");
			default -> new FieldError("amount", Rule.INVALID,
					"amount must be rupees with exactly two decimals, such as \"1500.00\"");
		};
	}

	private static JsonNode tree(Content content) {
		StringWriter text = new StringWriter();
		try (JsonGenerator generator = json.createGenerator(text)) {
			content.write(generator);
		}
		return json.readTree(text.toString());
	}

}
