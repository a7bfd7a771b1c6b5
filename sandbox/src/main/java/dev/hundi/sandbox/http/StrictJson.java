package dev.hundi.sandbox.http;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON without unknown fields, duplicate keys or type coercion. */
public final class StrictJson {

	private static final JsonMapper mapper = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
		.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
		.build();

	private StrictJson() {
	}

	/**
	 * Reads a value.
	 * @throws BadRequestException if the bytes do not have the type
	 */
	public static <T> T read(byte[] json, Class<T> type) {
		return notNull(() -> mapper.readValue(json, type), "The body must be a JSON object");
	}

	/**
	 * Reads a value from a part of a body.
	 * @throws BadRequestException if the part does not have the type
	 */
	public static <T> T read(JsonNode json, Class<T> type) {
		return notNull(() -> mapper.treeToValue(json, type), "Each part must be a JSON object");
	}

	private static <T> T notNull(Supplier<@Nullable T> reading, String otherwise) {
		T value;
		try {
			value = reading.get();
		}
		catch (JacksonException ex) {
			throw new BadRequestException(reason(ex), ex);
		}
		if (value == null) {
			throw new BadRequestException(otherwise);
		}
		return value;
	}

	public static byte[] write(Object value) {
		return mapper.writeValueAsBytes(value);
	}

	/** Prefers the message of a record's constructor to that of Jackson. */
	private static String reason(JacksonException ex) {
		if (ex.getCause() instanceof IllegalArgumentException complaint && complaint.getMessage() != null) {
			return complaint.getMessage();
		}
		String message = ex.getOriginalMessage();
		return (message != null) ? message : "The body is not valid JSON";
	}

}
