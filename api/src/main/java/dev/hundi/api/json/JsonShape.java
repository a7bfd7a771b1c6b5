package dev.hundi.api.json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * A JSON object in which each field is declared once, with its name, type, example and
 * source. Writes the object and yields its schema. Nothing is bound by reflection.
 */
public final class JsonShape<T> implements JsonType<T> {

	private final Schema schema;

	private final List<Field<T, ?>> fields;

	private JsonShape(Schema schema, List<Field<T, ?>> fields) {
		this.schema = schema;
		this.fields = fields;
	}

	public static <T> JsonShape<T> of(String description) {
		return new JsonShape<>(Schema.object(description), List.of());
	}

	/** A shape that is a component of the OpenAPI document. */
	public static <T> JsonShape<T> named(String component, String description) {
		return new JsonShape<>(Schema.object(description).named(component), List.of());
	}

	/** With a field whose type has an example of its own. */
	public <V> JsonShape<T> field(String name, JsonType<V> type, Function<T, ? extends @Nullable V> value) {
		return add(type.schema(), new Field<>(name, new SerializedString(name), type, value));
	}

	/**
	 * With a field.
	 * @param example as JSON shows it
	 */
	public <V> JsonShape<T> field(String name, JsonType<V> type, @Nullable Object example,
			Function<T, ? extends @Nullable V> value) {
		return add(type.schema().example(example), new Field<>(name, new SerializedString(name), type, value));
	}

	public JsonShape<T> text(String name, String description, Object example,
			Function<T, ? extends @Nullable String> value) {
		return field(name, JsonType.text(description), example, value);
	}

	public JsonShape<T> textOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable String> value) {
		return field(name, JsonType.text(description).orNull(), example, value);
	}

	public JsonShape<T> uuid(String name, String description, Object example,
			Function<T, ? extends @Nullable UUID> value) {
		return field(name, JsonType.uuid(description), example, value);
	}

	public JsonShape<T> uuidOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable UUID> value) {
		return field(name, JsonType.uuid(description).orNull(), example, value);
	}

	public JsonShape<T> time(String name, String description, Object example,
			Function<T, ? extends @Nullable Instant> value) {
		return field(name, JsonType.time(description), example, value);
	}

	public JsonShape<T> timeOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable Instant> value) {
		return field(name, JsonType.time(description).orNull(), example, value);
	}

	public JsonShape<T> rupees(String name, String description, Object example,
			Function<T, ? extends @Nullable Long> value) {
		return field(name, JsonType.rupees(description), example, value);
	}

	public JsonShape<T> rupeesOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable Long> value) {
		return field(name, JsonType.rupees(description).orNull(), example, value);
	}

	public JsonShape<T> paise(String name, String description, Object example,
			Function<T, ? extends @Nullable Long> value) {
		return field(name, JsonType.paise(description), example, value);
	}

	public JsonShape<T> integer(String name, String description, Object example,
			Function<T, ? extends @Nullable Number> value) {
		return field(name, JsonType.integer(description), example, value);
	}

	public JsonShape<T> integerOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable Number> value) {
		return field(name, JsonType.integer(description).orNull(), example, value);
	}

	public JsonShape<T> bool(String name, String description, Object example,
			Function<T, ? extends @Nullable Boolean> value) {
		return field(name, JsonType.bool(description), example, value);
	}

	public JsonShape<T> boolOrNull(String name, String description, @Nullable Object example,
			Function<T, ? extends @Nullable Boolean> value) {
		return field(name, JsonType.bool(description).orNull(), example, value);
	}

	/**
	 * With all fields of the shape of a part of the value.
	 * @param part null where all of these fields are null
	 */
	public <P> JsonShape<T> fieldsOf(JsonShape<P> shape, Function<T, ? extends @Nullable P> part) {
		List<Field<T, ?>> all = new ArrayList<>(this.fields);
		shape.fields.forEach((field) -> all.add(field.within(part)));
		return new JsonShape<>(this.schema.fieldsOf(shape.schema), all);
	}

	@Override
	public Schema schema() {
		return this.schema;
	}

	@Override
	public void write(JsonGenerator json, T value) {
		json.writeStartObject();
		for (Field<T, ?> field : this.fields) {
			field.write(json, value);
		}
		json.writeEndObject();
	}

	private JsonShape<T> add(Schema fieldSchema, Field<T, ?> field) {
		List<Field<T, ?>> all = new ArrayList<>(this.fields);
		all.add(field);
		return new JsonShape<>(this.schema.field(field.name(), fieldSchema), all);
	}

	private record Field<T, V>(String name, SerializableString encodedName, JsonType<V> type,
			Function<T, ? extends @Nullable V> value) {

		void write(JsonGenerator json, T object) {
			json.writeName(this.encodedName);
			V present = this.value.apply(object);
			if (present != null) {
				this.type.write(json, present);
			}
			else {
				json.writeNull();
			}
		}

		<W> Field<W, V> within(Function<W, ? extends @Nullable T> part) {
			return new Field<>(this.name, this.encodedName, this.type, (whole) -> {
				T object = part.apply(whole);
				return (object != null) ? this.value.apply(object) : null;
			});
		}

	}

}
