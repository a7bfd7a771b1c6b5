package dev.hundi.api.json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

import dev.hundi.money.Rupees;
import dev.hundi.time.IsoTime;
import tools.jackson.core.JsonGenerator;

/**
 * How values of a Java type appear in JSON: their schema and their writer.
 */
public sealed interface JsonType<V> permits JsonType.Value, JsonShape {

	Schema schema();

	void write(JsonGenerator json, V value);

	default Content of(V value) {
		return (json) -> write(json, value);
	}

	/** This type or null. */
	default JsonType<V> orNull() {
		return with(Schema::orNull);
	}

	/** This type with a further constraint in its schema. */
	default JsonType<V> with(UnaryOperator<Schema> change) {
		return new Value<>(change.apply(schema()), this::write);
	}

	/** An array of this type. */
	default JsonType<Collection<V>> list(String description) {
		return new Value<>(Schema.arrayOf(schema(), description), (json, values) -> {
			json.writeStartArray();
			values.forEach((value) -> write(json, value));
			json.writeEndArray();
		});
	}

	static JsonType<String> text(String description) {
		return text(Schema.text(description));
	}

	static JsonType<String> text(Schema schema) {
		return new Value<>(schema, JsonGenerator::writeString);
	}

	static JsonType<UUID> uuid(String description) {
		return new Value<>(Schema.uuid(description), (json, id) -> json.writeString(id.toString()));
	}

	/** ISO 8601 in UTC with milliseconds. */
	static JsonType<Instant> time(String description) {
		return new Value<>(Schema.time(description), (json, time) -> json.writeString(IsoTime.text(time)));
	}

	/** Paise, written as rupees with exactly two decimals. */
	static JsonType<Long> rupees(String description) {
		return new Value<>(Schema.rupees(description), (json, paise) -> json.writeString(Rupees.format(paise)));
	}

	/** Paise as a string, because JSON numbers are not exact in every language. */
	static JsonType<Long> paise(String description) {
		return new Value<>(Schema.paise(description), (json, paise) -> json.writeString(paise.toString()));
	}

	static JsonType<Number> integer(String description) {
		return new Value<>(Schema.integer(description), (json, number) -> json.writeNumber(number.longValue()));
	}

	/** Without trailing zeros and without an exponent. */
	static JsonType<BigDecimal> decimal(String description) {
		return new Value<>(Schema.number(description),
				(json, number) -> json.writeNumber(number.stripTrailingZeros().toPlainString()));
	}

	static JsonType<Boolean> bool(String description) {
		return new Value<>(Schema.bool(description), JsonGenerator::writeBoolean);
	}

	/** An object that is JSON text already. */
	static JsonType<String> rawObject(String description) {
		return rawObject(Schema.object(description));
	}

	/** An object of a schema that is JSON text already. */
	static JsonType<String> rawObject(Schema schema) {
		return new Value<>(schema, JsonGenerator::writeRawValue);
	}

	/** The name of one of some constants. */
	static <E extends Enum<E>> JsonType<E> constant(String description, E[] constants) {
		return constant(description, constants, Enum::name);
	}

	/** The text that stands for one of some constants. */
	static <E> JsonType<E> constant(String description, E[] constants, Function<E, String> text) {
		return new Value<>(Schema.oneOf(description, Arrays.stream(constants).map(text).toList()),
				(json, constant) -> json.writeString(text.apply(constant)));
	}

	/** The number that stands for one of some constants. */
	static <E> JsonType<E> number(String description, E[] constants, ToIntFunction<E> number) {
		return new Value<>(Schema.oneOf(description, Arrays.stream(constants).mapToInt(number).toArray()),
				(json, constant) -> json.writeNumber(number.applyAsInt(constant)));
	}

	/** Any type but an object with named fields. */
	record Value<V>(Schema schema, BiConsumer<JsonGenerator, V> writer) implements JsonType<V> {

		@Override
		public void write(JsonGenerator json, V value) {
			this.writer.accept(json, value);
		}

	}

}
