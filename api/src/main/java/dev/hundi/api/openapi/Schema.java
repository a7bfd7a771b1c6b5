package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON Schema (2020-12), as far as the API needs one. Objects are closed: what is not
 * named must not be there, and what is named must be, unless it is optional. A schema
 * with a name becomes a component that others refer to.
 */
public final class Schema {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private final @Nullable String name;

	private final Consumer<ObjectNode> keywords;

	private final Map<String, Schema> fields;

	private final List<String> optional;

	private final @Nullable Schema items;

	private final boolean nullable;

	private Schema(@Nullable String name, Consumer<ObjectNode> keywords, Map<String, Schema> fields,
			List<String> optional, @Nullable Schema items, boolean nullable) {
		this.name = name;
		this.keywords = keywords;
		this.fields = fields;
		this.optional = optional;
		this.items = items;
		this.nullable = nullable;
	}

	/** A string. */
	public static Schema text(String description) {
		return typed("string", description);
	}

	/** A string of a pattern that matches all of it. */
	public static Schema text(String description, Pattern form) {
		return text(description).with("pattern", "^(?:" + form.pattern() + ")$");
	}

	public static Schema uuid(String description) {
		return text(description).with("format", "uuid");
	}

	/** ISO 8601 in UTC with milliseconds. */
	public static Schema time(String description) {
		return text(description).with("format", "date-time")
			.with("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$");
	}

	/** Paise as a whole number in a string. */
	public static Schema paise(String description) {
		return text(description + " In paise, as a decimal integer string.").with("pattern", "^-?(?:0|[1-9][0-9]*)$");
	}

	/** Rupees as a string with exactly two decimals. */
	public static Schema rupees(String description) {
		return text(description + " In rupees with exactly two decimals.").with("pattern",
				"^(?:0|[1-9][0-9]*)\\.[0-9]{2}$");
	}

	public static Schema integer(String description) {
		return typed("integer", description);
	}

	public static Schema number(String description) {
		return typed("number", description);
	}

	public static Schema bool(String description) {
		return typed("boolean", description);
	}

	/** Always null. */
	public static Schema nothing(String description) {
		return typed("null", description);
	}

	/** One of some words. */
	public static Schema oneOf(String description, List<String> words) {
		return text(description).with((node) -> words.forEach(node.withArray("enum")::add));
	}

	/** One of some numbers. */
	public static Schema oneOf(String description, int... numbers) {
		return integer(description).with((node) -> Arrays.stream(numbers).forEach(node.withArray("enum")::add));
	}

	/** An object of which the fields are added next. */
	public static Schema object(String description) {
		return typed("object", description);
	}

	public static Schema arrayOf(Schema items, String description) {
		Schema array = typed("array", description);
		return new Schema(null, array.keywords, array.fields, array.optional, items, false);
	}

	/** This schema as a component. */
	public Schema named(String component) {
		return new Schema(component, this.keywords, this.fields, this.optional, this.items, this.nullable);
	}

	/** With a field that is always there. */
	public Schema field(String field, Schema schema) {
		Map<String, Schema> more = new LinkedHashMap<>(this.fields);
		if (more.put(field, schema) != null) {
			throw new IllegalArgumentException("The schema has a field " + field + " already");
		}
		return new Schema(this.name, this.keywords, more, this.optional, this.items, this.nullable);
	}

	/** With a field that may be absent. */
	public Schema optional(String field, Schema schema) {
		Schema more = field(field, schema);
		List<String> absent = new ArrayList<>(this.optional);
		absent.add(field);
		return new Schema(more.name, more.keywords, more.fields, absent, more.items, more.nullable);
	}

	/** With all fields of another. */
	public Schema fieldsOf(Schema other) {
		Schema more = this;
		for (Map.Entry<String, Schema> field : other.fields.entrySet()) {
			more = other.optional.contains(field.getKey()) ? more.optional(field.getKey(), field.getValue())
					: more.field(field.getKey(), field.getValue());
		}
		return more;
	}

	public Schema orNull() {
		return new Schema(this.name, this.keywords, this.fields, this.optional, this.items, true);
	}

	/** At least and at most so many characters. */
	public Schema length(int least, int most) {
		return with((node) -> node.put("minLength", least).put("maxLength", most));
	}

	public Schema range(long least, long most) {
		return with((node) -> node.put("minimum", least).put("maximum", most));
	}

	/** With one value and no other. */
	public Schema only(String value) {
		return with("const", value);
	}

	/** With one value and no other. */
	public Schema only(int value) {
		return with((node) -> node.put("const", value));
	}

	/** With a further keyword. */
	public Schema with(String keyword, String value) {
		return with((node) -> node.put(keyword, value));
	}

	/** With further keywords. */
	public Schema with(Consumer<ObjectNode> more) {
		return new Schema(this.name, this.keywords.andThen(more), this.fields, this.optional, this.items,
				this.nullable);
	}

	/**
	 * The JSON, with a reference in place of each named schema.
	 * @param components where named schemas are put, by name
	 */
	ObjectNode write(ObjectNode components) {
		if (this.name == null) {
			return body(components, this.nullable);
		}
		if (!components.has(this.name)) {
			// Marked first: a schema may refer to itself.
			components.set(this.name, json.objectNode());
			components.set(this.name, body(components, false));
		}
		ObjectNode reference = json.objectNode().put("$ref", "#/components/schemas/" + this.name);
		if (!this.nullable) {
			return reference;
		}
		ObjectNode either = json.objectNode();
		either.withArray("oneOf").add(reference).add(json.objectNode().put("type", "null"));
		return either;
	}

	boolean isNumeric() {
		String type = body(json.objectNode(), false).path("type").asString();
		return type.equals("integer") || type.equals("number");
	}

	private ObjectNode body(ObjectNode components, boolean orNull) {
		ObjectNode node = json.objectNode();
		this.keywords.accept(node);
		if (orNull) {
			ArrayNode types = json.arrayNode().add(node.path("type").asString()).add("null");
			node.set("type", types);
			if (node.has("enum")) {
				node.withArray("enum").addNull();
			}
		}
		if (this.items != null) {
			node.set("items", this.items.write(components));
		}
		if (!this.fields.isEmpty()) {
			ObjectNode properties = node.putObject("properties");
			this.fields.forEach((field, schema) -> properties.set(field, schema.write(components)));
			ArrayNode required = json.arrayNode();
			this.fields.keySet().stream().filter((field) -> !this.optional.contains(field)).forEach(required::add);
			if (!required.isEmpty()) {
				node.set("required", required);
			}
			node.put("additionalProperties", false);
		}
		return node;
	}

	private static Schema typed(String type, String description) {
		return new Schema(null, (node) -> {
			node.put("type", type);
			if (!description.isEmpty()) {
				node.put("description", description);
			}
		}, Map.of(), List.of(), null, false);
	}

}
