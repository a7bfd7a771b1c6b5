package dev.hundi.api.openapi;

import java.util.List;

import dev.hundi.api.json.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of the document that other parts refer to.
 */
final class Components {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private final ObjectNode schemas = json.objectNode();

	private final ObjectNode responses = json.objectNode();

	private final ObjectNode parameters = json.objectNode();

	private final ObjectNode examples = json.objectNode();

	private final ObjectNode headers = json.objectNode();

	/** A schema, or a reference to it if it has a name. */
	ObjectNode schema(Schema schema) {
		return schema.write(this.schemas);
	}

	/**
	 * A reference to a parameter. Parameters that differ but share a name are separate
	 * components.
	 */
	ObjectNode parameter(Parameter parameter, String operationId) {
		ObjectNode node = json.objectNode()
			.put("name", parameter.name())
			.put("in", parameter.in())
			.put("required", parameter.required())
			.put("description", parameter.description());
		node.set("schema", schema(parameter.schema()));
		node.put("example", parameter.example());
		if (parameter.schema().isNumeric()) {
			node.put("example", Long.parseLong(parameter.example()));
		}
		JsonNode known = this.parameters.get(parameter.name());
		String key = (known == null || known.equals(node)) ? parameter.name() : operationId + "-" + parameter.name();
		this.parameters.set(key, node);
		return reference("parameters", key);
	}

	ObjectNode headers(List<AnswerHeader> all) {
		ObjectNode named = json.objectNode();
		for (AnswerHeader header : all) {
			ObjectNode node = json.objectNode()
				.put("description", header.description())
				.put("required", header.always());
			node.set("schema", schema(header.schema()));
			this.headers.set(header.name(), node);
			named.set(header.name(), reference("headers", header.name()));
		}
		return named;
	}

	ObjectNode response(String name, ObjectNode response) {
		this.responses.set(name, response);
		return reference("responses", name);
	}

	ObjectNode example(String name, ObjectNode example) {
		this.examples.set(name, example);
		return reference("examples", name);
	}

	ObjectNode write(ObjectNode securitySchemes) {
		ObjectNode components = json.objectNode();
		components.set("securitySchemes", securitySchemes);
		components.set("parameters", this.parameters);
		components.set("headers", this.headers);
		components.set("responses", this.responses);
		components.set("examples", this.examples);
		components.set("schemas", this.schemas);
		return components;
	}

	private static ObjectNode reference(String kind, String name) {
		return json.objectNode().put("$ref", "#/components/" + kind + "/" + name);
	}

}
