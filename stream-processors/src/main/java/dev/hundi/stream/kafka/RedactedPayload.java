package dev.hundi.stream.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Redacts a message for operators. Only known harmless fields with well-formed values are
 * shown. Dead letters may contain personal data in any place, so everything else is
 * replaced by its length.
 */
final class RedactedPayload {

	private static final Set<String> SHOWN = Set.of("eventId", "type", "schema", "businessId", "payoutId",
			"beneficiaryId", "sequence", "occurredAt");

	private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

	private static final String CODE = "[A-Za-z]{1,20}([._][A-Za-z]{1,20}){0,3}";

	private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z";

	private static final Pattern HARMLESS = Pattern.compile(UUID + "|" + CODE + "|" + TIMESTAMP);

	private static final int SMALL = 1_000_000;

	private static final JsonMapper mapper = JsonMapper.builder().build();

	private RedactedPayload() {
	}

	static String of(byte @Nullable [] value) {
		if (value == null || value.length == 0) {
			return "(empty)";
		}
		try {
			JsonNode json = mapper.readTree(value);
			if (json.isObject() || json.isArray()) {
				return mapper.writeValueAsString(redacted(json, false));
			}
		}
		catch (JacksonException ex) {
			// Not JSON: reported below.
		}
		return "(no JSON object, " + value.length + " bytes)";
	}

	/** Returns a key if it is an id or a code; otherwise only its length. */
	static @Nullable String ofKey(byte @Nullable [] key) {
		if (key == null) {
			return null;
		}
		String text = new String(key, StandardCharsets.UTF_8);
		return HARMLESS.matcher(text).matches() ? text : hidden(text.length());
	}

	private static Object redacted(JsonNode node, boolean shown) {
		if (node.isObject()) {
			Map<String, Object> fields = new LinkedHashMap<>();
			node.properties()
				.forEach((field) -> fields.put(name(field.getKey()),
						redacted(field.getValue(), SHOWN.contains(field.getKey()))));
			return fields;
		}
		if (node.isArray()) {
			List<Object> elements = new ArrayList<>();
			node.forEach((element) -> elements.add(redacted(element, shown)));
			return elements;
		}
		String text = node.asString("");
		boolean small = node.isIntegralNumber() && node.canConvertToInt() && Math.abs(node.intValue()) < SMALL;
		if (node.isNull() || node.isBoolean()) {
			return String.valueOf(node);
		}
		return (shown && (small || (node.isString() && HARMLESS.matcher(text).matches()))) ? text
				: hidden(text.length());
	}

	private static String name(String field) {
		return HARMLESS.matcher(field).matches() ? field : hidden(field.length());
	}

	private static String hidden(int length) {
		return "(" + length + " characters)";
	}

}
