package dev.hundi.api.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.beneficiary.BeneficiaryForms;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The fields of a JSON body and their errors. Fields that the endpoint does not read are
 * rejected as unknown.
 */
public final class JsonFields {

	private static final JsonFactory JSON = JsonFactory.builder()
		.streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(32).maxNumberLength(1000).build())
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	private static final String NULL = "null";

	private static final String BOOLEAN = "a boolean";

	private static final String OBJECT = "an object";

	private static final String ARRAY = "an array";

	private final Map<String, Value> sent;

	private final Set<String> read = new HashSet<>();

	private final FieldErrors errors = new FieldErrors();

	private JsonFields(Map<String, Value> sent) {
		this.sent = sent;
	}

	/**
	 * Parses a body.
	 * @throws Refusal {@code malformed_json} if it is not exactly one JSON object in
	 * UTF-8 with distinct keys
	 */
	public static JsonFields read(byte[] body) {
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), decode(body))) {
			if (parser.nextToken() != JsonToken.START_OBJECT) {
				throw new Refusal(ErrorCode.MALFORMED_JSON);
			}
			Map<String, Value> sent = members(parser);
			if (parser.nextToken() != null) {
				throw new Refusal(ErrorCode.MALFORMED_JSON);
			}
			return new JsonFields(sent);
		}
		catch (JacksonException | CharacterCodingException ex) {
			// Not logged, because the message quotes the body.
			throw new Refusal(ErrorCode.MALFORMED_JSON);
		}
	}

	/**
	 * The text of an optional field. Null if the field is absent, null or invalid; the
	 * latter is recorded.
	 */
	public @Nullable String text(String name) {
		Value value = value(name);
		if (value == null) {
			return null;
		}
		if (value.text == null) {
			reject(name, Rule.WRONG_TYPE, "%s must be a string, not %s".formatted(name, value.type));
			return null;
		}
		if (BeneficiaryForms.hasControl(value.text)) {
			reject(name, Rule.INVALID, name + " must not contain control characters");
			return null;
		}
		return value.text;
	}

	/**
	 * A boolean; false if the field is absent, null or invalid; the latter is recorded.
	 */
	public boolean bool(String name) {
		Value value = value(name);
		if (value != null && !value.type.equals(BOOLEAN)) {
			wrongType(name, BOOLEAN, value);
		}
		return value != null && "true".equals(value.literal);
	}

	/**
	 * A list of texts; empty if the field is absent, null or invalid; the latter is
	 * recorded.
	 */
	public List<String> texts(String name) {
		Value value = value(name);
		if (value == null) {
			return List.of();
		}
		List<String> texts = value.parts.values().stream().map(Value::text).filter(Objects::nonNull).toList();
		if (!value.type.equals(ARRAY) || texts.size() < value.parts.size()) {
			wrongType(name, "an array of strings", value);
			return List.of();
		}
		rejectControlCharacters(name, texts);
		return texts;
	}

	/**
	 * An object of texts; empty if the field is absent, null or invalid; the latter is
	 * recorded.
	 */
	public Map<String, String> textsByKey(String name) {
		Value value = value(name);
		if (value == null) {
			return Map.of();
		}
		Map<String, String> texts = new LinkedHashMap<>();
		value.parts.forEach((key, part) -> {
			if (part.text != null) {
				texts.put(key, part.text);
			}
		});
		if (!value.type.equals(OBJECT) || texts.size() < value.parts.size()) {
			wrongType(name, "an object of strings", value);
			return Map.of();
		}
		rejectControlCharacters(name, texts.keySet());
		rejectControlCharacters(name, texts.values());
		return texts;
	}

	/** Null if the field is absent or null. */
	private @Nullable Value value(String name) {
		this.read.add(name);
		return has(name) ? this.sent.get(name) : null;
	}

	private void wrongType(String name, String type, Value value) {
		reject(name, Rule.WRONG_TYPE, "%s must be %s%s".formatted(name, type,
				value.parts.isEmpty() ? ", not " + value.type : " and nothing else"));
	}

	private void rejectControlCharacters(String name, Collection<String> texts) {
		if (texts.stream().anyMatch(BeneficiaryForms::hasControl)) {
			reject(name, Rule.INVALID, name + " must not contain control characters");
		}
	}

	/** The text of a required field, or null after recording an error. */
	public @Nullable String required(String name) {
		String text = text(name);
		if (text == null && !has(name)) {
			reject(name, Rule.REQUIRED, name + " is required");
		}
		return text;
	}

	/** Whether a field was sent with the value null. */
	public boolean isNull(String name) {
		Value value = this.sent.get(name);
		return value != null && value.type.equals(NULL);
	}

	/** Whether a field was sent with any value but null. */
	public boolean has(String name) {
		Value value = this.sent.get(name);
		return value != null && !value.type.equals(NULL);
	}

	/** Records an error. */
	public void reject(String field, Rule rule, String message) {
		this.errors.add(field, rule, message);
	}

	/**
	 * Ends reading and rejects unknown fields.
	 * @throws Refusal if there is any error, with the code of the amount limit if that is
	 * the only one
	 */
	public void finish() {
		this.errors.addUnknown(this.sent.keySet(), this.read, "field");
		List<FieldError> all = this.errors.all();
		if (!all.isEmpty()) {
			ErrorCode code = (all.size() == 1) ? codeOf(all.getFirst().rule()) : ErrorCode.VALIDATION_ERROR;
			throw new Refusal(code, (code == ErrorCode.VALIDATION_ERROR) ? code.message() : all.getFirst().message(),
					all);
		}
	}

	private static ErrorCode codeOf(Rule rule) {
		return switch (rule) {
			case AMOUNT_BELOW_RAIL_MINIMUM -> ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM;
			case AMOUNT_ABOVE_RAIL_MAXIMUM -> ErrorCode.AMOUNT_ABOVE_RAIL_MAXIMUM;
			case REQUIRED, UNKNOWN_FIELD, WRONG_TYPE, BLANK, TOO_LONG, INVALID, NOT_ALLOWED, NOT_POSITIVE ->
				ErrorCode.VALIDATION_ERROR;
		};
	}

	/** Rejects malformed UTF-8, UTF-16 and UTF-32, which the parser would accept. */
	private static String decode(byte[] body) throws CharacterCodingException {
		return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
	}

	private static Value value(JsonParser parser) {
		return switch (parser.currentToken()) {
			case VALUE_STRING -> new Value("a string", wellFormed(parser.getString()), null, Map.of());
			case VALUE_NULL -> new Value(NULL, null, null, Map.of());
			case VALUE_TRUE -> new Value(BOOLEAN, null, "true", Map.of());
			case VALUE_FALSE -> new Value(BOOLEAN, null, "false", Map.of());
			case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value("a number", null, null, Map.of());
			case START_OBJECT -> new Value(OBJECT, null, null, members(parser));
			case START_ARRAY -> new Value(ARRAY, null, null, elements(parser));
			case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
				throw new IllegalStateException("No value begins with " + parser.currentToken());
		};
	}

	private static Map<String, Value> members(JsonParser parser) {
		Map<String, Value> members = new LinkedHashMap<>();
		while (parser.nextToken() != JsonToken.END_OBJECT) {
			String name = wellFormed(parser.currentName());
			parser.nextToken();
			members.put(name, value(parser));
		}
		return members;
	}

	/** By their position. */
	private static Map<String, Value> elements(JsonParser parser) {
		Map<String, Value> elements = new LinkedHashMap<>();
		while (parser.nextToken() != JsonToken.END_ARRAY) {
			elements.put(Integer.toString(elements.size()), value(parser));
		}
		return elements;
	}

	/** Rejects unpaired surrogates, which JSON can escape but PostgreSQL cannot store. */
	private static String wellFormed(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isSurrogate(text.charAt(i))) {
				if (!Character.isHighSurrogate(text.charAt(i)) || i + 1 == text.length()
						|| !Character.isLowSurrogate(text.charAt(i + 1))) {
					throw new Refusal(ErrorCode.MALFORMED_JSON);
				}
				i++;
			}
		}
		return text;
	}

	/**
	 * A value of the body.
	 *
	 * @param type its JSON type, for messages
	 * @param text null unless it is a string
	 * @param literal null unless it is a boolean
	 * @param parts of an object or an array
	 */
	private record Value(String type, @Nullable String text, @Nullable String literal, Map<String, Value> parts) {
	}

}
