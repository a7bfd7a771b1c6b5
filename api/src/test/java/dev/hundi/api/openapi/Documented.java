package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.RunningApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The OpenAPI document with an independent JSON Schema validator.
 */
final class Documented {

	/** Headers that need no documentation. */
	private static final Set<String> OF_HTTP = Set.of("content-type", "content-length", "cache-control", "date",
			"connection", "keep-alive", "transfer-encoding", "vary", "x-content-type-options",
			"strict-transport-security");

	private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
			(builder) -> builder
				.schemaRegistryConfig(SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

	private final ObjectNode document;

	Documented() {
		this.document = (ObjectNode) new JsonMapper().readTree(RunningApi.shared().bean(OpenApiDocument.class).text());
	}

	ObjectNode document() {
		return this.document;
	}

	List<Route> routes() {
		List<Route> routes = new ArrayList<>();
		this.document.path("paths")
			.propertyStream()
			.forEach((path) -> path.getValue()
				.propertyStream()
				.forEach((operation) -> routes.add(new Route(operation.getKey().toUpperCase(Locale.ROOT), path.getKey(),
						operation.getValue().path("operationId").asString(), operation.getValue()))));
		return routes;
	}

	Route route(String id) {
		return routes().stream().filter((route) -> route.id().equals(id)).findFirst().orElseThrow();
	}

	/** The documented answer of an operation for a status, with references resolved. */
	JsonNode response(Route route, int status) {
		JsonNode response = route.operation().path("responses").path(Integer.toString(status));
		assertThat(response.isMissingNode()).as("%s documents status %d", route, status).isFalse();
		return follow(response);
	}

	JsonNode follow(JsonNode node) {
		return node.has("$ref") ? this.document.at(node.path("$ref").asString().substring(1)) : node;
	}

	/** Checks an answer against its documentation. */
	void check(Route route, Answer answer) {
		check(route.toString(), response(route, answer.status()), answer);
	}

	/** Checks an answer outside any operation against a response component. */
	void check(String component, Answer answer) {
		JsonNode response = this.document.path("components").path("responses").path(component);
		assertThat(response.isMissingNode()).as(component).isFalse();
		check(component, response, answer);
	}

	private void check(String name, JsonNode response, Answer answer) {
		response.path("headers").propertyStream().forEach((header) -> {
			if (follow(header.getValue()).path("required").asBoolean()) {
				assertThat(answer.header(header.getKey())).as("%s of %s: %s", header.getKey(), name, answer)
					.isNotEmpty();
			}
		});
		List<String> documented = response.path("headers")
			.propertyNames()
			.stream()
			.map((header) -> header.toLowerCase(Locale.ROOT))
			.toList();
		assertThat(answer.headers().keySet()).as("additional headers of %s", name)
			.filteredOn((header) -> !OF_HTTP.contains(header))
			.isSubsetOf(documented);
		JsonNode content = response.path("content").path(answer.header("Content-Type"));
		assertThat(content.isMissingNode()).as("%s answers %s", name, answer.header("Content-Type")).isFalse();
		if (answer.header("Content-Type").equals("application/json")) {
			assertThat(problems(content.path("schema"), answer.json())).as("%s answers %s", name, answer.body())
				.isEmpty();
		}
	}

	/** The validation errors of a value. */
	List<String> problems(JsonNode schema, JsonNode value) {
		ObjectNode whole = this.document.objectNode();
		whole.set("components", this.document.path("components"));
		whole.putArray("allOf").add(schema);
		return this.schemas.getSchema(whole).validate(value).stream().map(Error::toString).toList();
	}

	/** All examples of the document with their schemas and locations. */
	Stream<Example> examples() {
		List<Example> examples = new ArrayList<>();
		collect("", this.document.path("paths"), examples);
		collect("", this.document.path("webhooks"), examples);
		collect("", this.document.path("components").path("responses"), examples);
		collect("", this.document.path("components").path("parameters"), examples);
		return examples.stream();
	}

	private void collect(String where, JsonNode node, List<Example> examples) {
		if (node.has("schema") && node.has("example")) {
			examples.add(new Example(where, node.path("schema"), node.path("example")));
		}
		if (node.has("schema") && node.has("examples")) {
			node.path("examples")
				.propertyStream()
				.forEach((example) -> examples.add(new Example(where + " " + example.getKey(), node.path("schema"),
						follow(example.getValue()).path("value"))));
		}
		node.propertyStream().forEach((child) -> collect(where + "/" + child.getKey(), child.getValue(), examples));
		node.valueStream().filter((child) -> node.isArray()).forEach((child) -> collect(where + "/-", child, examples));
	}

	/** An operation of the document. */
	record Route(String method, String path, String id, JsonNode operation) {

		/**
		 * The path without the names of its parameters, to compare it with Spring's.
		 */
		String shape() {
			return this.method + " " + this.path.replaceAll("\\{[^}]*}", "{}");
		}

		/** The path with an id in place of each parameter. */
		String target(String id) {
			return this.path.replaceAll("\\{[^}]*}", id);
		}

		/** False for operations that answer files. */
		boolean answersJsonOnly() {
			return this.operation.at("/responses/200/content")
				.propertyNames()
				.stream()
				.allMatch("application/json"::equals);
		}

		/** Whether the operation has a JSON body. */
		boolean takesBody() {
			return this.operation.at("/requestBody/content").has("application/json");
		}

		@Override
		public String toString() {
			return this.method + " " + this.path;
		}

	}

	/** An example and its schema. */
	record Example(String where, JsonNode schema, JsonNode value) {

		@Override
		public String toString() {
			return this.where;
		}

	}

}
