package dev.hundi.stream.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes messages as JSON. Reading is strict: messages with unknown, missing or
 * mistyped fields are rejected, because processing a misread message could move money.
 */
public final class Messages {

	static final int SCHEMA = 2;

	private static final int REASON_LENGTH = 300;

	private static final Pattern QUOTATION = Pattern.compile("[\"'].*", Pattern.DOTALL);

	private static final JsonMapper mapper = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
				DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
				DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
				DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
		.disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
		.build();

	private static final ObjectReader payoutReader = mapper.readerFor(PayoutMessage.class);

	private static final ObjectReader beneficiaryReader = mapper.readerFor(BeneficiaryMessage.class);

	private static final ObjectWriter writer = mapper.writer();

	private Messages() {
	}

	/**
	 * Reads a message of a payout topic.
	 * @param bytes a record's value, null if it has none
	 */
	public static Parsed<PayoutMessage> read(byte @Nullable [] bytes) {
		return read(payoutReader, bytes);
	}

	/**
	 * Reads a message of {@link Topics#BENEFICIARY}.
	 * @param bytes a record's value, null if it has none
	 */
	public static Parsed<BeneficiaryMessage> readBeneficiary(byte @Nullable [] bytes) {
		return read(beneficiaryReader, bytes);
	}

	public static byte[] write(PayoutMessage message) {
		return writer.writeValueAsBytes(message);
	}

	public static byte[] write(BeneficiaryMessage message) {
		return writer.writeValueAsBytes(message);
	}

	static void requireSchema(int schema) {
		if (schema < 1 || schema > SCHEMA) {
			throw new IllegalArgumentException("schema " + schema + " is not supported");
		}
	}

	static void requireSequence(int sequence) {
		if (sequence < 1) {
			throw new IllegalArgumentException("sequence " + sequence + " is below 1");
		}
	}

	/** The type of a message about a constant, such as a stage. */
	static String typeOf(String prefix, Enum<?> constant) {
		return prefix + constant.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Returns the constant of a type.
	 * @throws IllegalArgumentException if it has none; the message does not quote the
	 * type
	 */
	static <E extends Enum<E>> E constantOf(Class<E> constants, String prefix, String type) {
		return Arrays.stream(constants.getEnumConstants())
			.filter((constant) -> typeOf(prefix, constant).equals(type))
			.findAny()
			.orElseThrow(() -> new IllegalArgumentException(
					"type is not " + prefix + " with a known " + constants.getSimpleName()));
	}

	private static <M> Parsed<M> read(ObjectReader reader, byte @Nullable [] bytes) {
		if (bytes == null || bytes.length == 0) {
			return new Parsed.Malformed<>("The message is empty");
		}
		try {
			M message = reader.readValue(bytes);
			return (message != null) ? new Parsed.Message<>(message)
					: new Parsed.Malformed<>("The message is the JSON null");
		}
		catch (JacksonException ex) {
			return new Parsed.Malformed<>(reason(ex));
		}
	}

	/**
	 * Cuts off at the first quotation of the message itself, because reasons are logged.
	 */
	private static String reason(JacksonException ex) {
		String unquoted = QUOTATION.matcher(ex.getOriginalMessage()).replaceFirst("…");
		return Beginning.of("Not a valid message: " + unquoted, REASON_LENGTH);
	}

}
