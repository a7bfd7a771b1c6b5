package dev.hundi.api.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON Schema (2020-12) with an example, as far as the API needs one. Immutable.
 * Objects are closed: they have no undeclared field, and every declared field unless it
 * is optional. A named schema becomes a component that others refer to.
 */
public final class Schema {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private @Nullable String name;

	private Consumer<ObjectNode> keywords = (node) -> {
	};

	private Map<String, Schema> fields = Map.of();

	private List<String> optional = List.of();

	private List<Schema> alternatives = List.of();

	private @Nullable Schema items;

	private boolean nullable;

	private @Nullable JsonNode example;

	private Schema() {
	}

	public static Schema text(String description) {
		return typed("string", description);
	}

	/** A string that matches a pattern as a whole. */
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

	public static Schema paise(String description) {
		return text(description + " In paise, as a decimal integer string.").with("pattern", "^-?(?:0|[1-9][0-9]*)$");
	}

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

	/**
	 * Always null.
	 * @param type declared beside null, because generators of clients fail without one
	 */
	public static Schema nothing(String type, String description) {
		return typed(type, description).orNull().with((node) -> node.putNull("const")).example(null);
	}

	public static Schema oneOf(String description, List<String> texts) {
		return text(description).with((node) -> texts.forEach(node.withArray("enum")::add));
	}

	public static Schema oneOf(String description, int... numbers) {
		return integer(description).with((node) -> Arrays.stream(numbers).forEach(node.withArray("enum")::add));
	}

	/** A value that matches exactly one of some schemas. */
	public static Schema oneOf(String description, Schema... alternatives) {
		Schema schema = new Schema().with("description", description);
		schema.alternatives = List.of(alternatives);
		return schema;
	}

	/** An object without fields yet. */
	public static Schema object(String description) {
		return typed("object", description);
	}

	public static Schema arrayOf(Schema items, String description) {
		Schema array = typed("array", description);
		array.items = items;
		return array;
	}

	/** This schema as a component. */
	public Schema named(String component) {
		Schema copy = copy();
		copy.name = component;
		return copy;
	}

	/** With a required field. */
	public Schema field(String field, Schema schema) {
		Schema copy = copy();
		copy.fields = new LinkedHashMap<>(this.fields);
		if (copy.fields.put(field, schema) != null) {
			throw new IllegalArgumentException("The schema already has a field " + field);
		}
		return copy;
	}

	/** With an optional field. */
	public Schema optional(String field, Schema schema) {
		Schema copy = field(field, schema);
		copy.optional = new ArrayList<>(this.optional);
		copy.optional.add(field);
		return copy;
	}

	/** With all fields of another schema, which are all required. */
	Schema fieldsOf(Schema other) {
		Schema schema = this;
		for (Map.Entry<String, Schema> field : other.fields.entrySet()) {
			schema = schema.field(field.getKey(), field.getValue());
		}
		return schema;
	}

	/** This schema or null. It is written in place even if it has a name. */
	public Schema orNull() {
		Schema copy = copy();
		copy.nullable = true;
		return copy;
	}

	/** Minimum and maximum number of characters. */
	public Schema length(int min, int max) {
		return with((node) -> node.put("minLength", min).put("maxLength", max));
	}

	public Schema min(long min) {
		return with((node) -> node.put("minimum", min));
	}

	public Schema range(long min, long max) {
		return min(min).with((node) -> node.put("maximum", max));
	}

	/** With a single allowed value. */
	public Schema only(String value) {
		return with("const", value).example(value);
	}

	/** With a single allowed value. */
	public Schema only(int value) {
		return with((node) -> node.put("const", value)).example(value);
	}

	public Schema with(String keyword, String value) {
		return with((node) -> node.put(keyword, value));
	}

	public Schema with(Consumer<ObjectNode> more) {
		Schema copy = copy();
		copy.keywords = this.keywords.andThen(more);
		return copy;
	}

	/** With an example, as JSON shows it. */
	public Schema example(@Nullable Object value) {
		Schema copy = copy();
		copy.example = JsonMapper.shared().valueToTree(value);
		return copy;
	}

	/**
	 * The example: that of the schema itself, or else composed of its fields or items.
	 * @throws IllegalStateException if a part has none
	 */
	public JsonNode example() {
		if (this.example != null) {
			return this.example;
		}
		if (this.items != null) {
			return json.arrayNode().add(this.items.example());
		}
		if (this.fields.isEmpty()) {
			throw new IllegalStateException("The schema has no example: " + body(json.objectNode()));
		}
		ObjectNode object = json.objectNode();
		this.fields.forEach((field, schema) -> object.set(field, schema.example()));
		return object;
	}

	/**
	 * The schema as JSON, with references in place of named schemas.
	 * @param components receives named schemas by name
	 */
	public ObjectNode write(ObjectNode components) {
		if (this.name == null || this.nullable) {
			return body(components);
		}
		if (!components.has(this.name)) {
			components.set(this.name, json.objectNode());
			components.set(this.name, body(components));
		}
		return json.objectNode().put("$ref", "#/components/schemas/" + this.name);
	}

	public boolean isNumeric() {
		String type = body(json.objectNode()).path("type").asString();
		return type.equals("integer") || type.equals("number");
	}

	private ObjectNode body(ObjectNode components) {
		ObjectNode node = json.objectNode();
		this.keywords.accept(node);
		if (this.nullable) {
			node.set("type", json.arrayNode().add(node.path("type").asString()).add("null"));
			if (node.has("enum")) {
				node.withArray("enum").addNull();
			}
		}
		this.alternatives.forEach((schema) -> node.withArray("oneOf").add(schema.write(components)));
		if (this.items != null) {
			node.set("items", this.items.write(components));
		}
		if (!this.fields.isEmpty()) {
			ObjectNode properties = node.putObject("properties");
			this.fields.forEach((field, schema) -> properties.set(field, schema.write(components)));
			for (String field : this.fields.keySet()) {
				if (!this.optional.contains(field)) {
					node.withArray("required").add(field);
				}
			}
			node.put("additionalProperties", false);
		}
		return node;
	}

	private static Schema typed(String type, String description) {
		Schema schema = new Schema().with("type", type);
		return description.isEmpty() ? schema : schema.with("description", description);
	}

	private Schema copy() {
		Schema copy = new Schema();
		copy.name = this.name;
		copy.keywords = this.keywords;
		copy.fields = this.fields;
		copy.optional = this.optional;
		copy.alternatives = this.alternatives;
		copy.items = this.items;
		copy.nullable = this.nullable;
		copy.example = this.example;
		return copy;
	}

}
