package dev.hundi.api.openapi;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.hundi.api.openapi.Operation.Body;
import dev.hundi.api.openapi.Operation.Success;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI 3.1 document of the API, generated at startup from the operations that the
 * features declare.
 */
@Component
public final class OpenApiDocument {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private final ObjectNode document;

	public OpenApiDocument(List<Operations> features) {
		this.document = write(features.stream()
			.flatMap((feature) -> feature.all().stream())
			.sorted(Comparator.comparing(Operation::path))
			.toList());
	}

	/** Indented, with a final newline. */
	public String text() {
		return Envelopes.json.writerWithDefaultPrettyPrinter().writeValueAsString(this.document) + "\n";
	}

	private static ObjectNode write(List<Operation> operations) {
		Components components = new Components();
		ErrorAnswers errors = new ErrorAnswers(components, operations);
		ObjectNode root = json.objectNode().put("openapi", "3.1.0");
		root.putObject("info")
			.put("title", "Hundi payouts")
			.put("version", "1")
			.put("summary", "Pay beneficiaries in INR over IMPS, NEFT, RTGS, SELF and UPI from a prepaid wallet.")
			.put("description", Preface.TEXT);
		root.putArray("servers").addObject().put("url", "/").put("description", "The server of this document");
		root.set("tags", Preface.tags());
		ObjectNode paths = root.putObject("paths");
		Set<String> ids = new LinkedHashSet<>();
		for (Operation operation : operations) {
			if (!ids.add(operation.id())) {
				throw new IllegalStateException("Duplicate operation id " + operation.id());
			}
			ObjectNode path = paths.withObject("/" + operation.path().replace("~", "~0").replace("/", "~1"));
			path.set(operation.method().toLowerCase(Locale.ROOT), write(operation, components, errors));
		}
		ObjectNode webhooks = root.putObject("webhooks");
		webhooks.set("payoutStatus", PayoutWebhook.write(components));
		webhooks.set("bulkCompleted", BulkWebhook.write(components));
		EventSchemas.write(webhooks, components);
		errors.writeCommon();
		root.set("components", components.write(Preface.securitySchemes()));
		return root;
	}

	private static ObjectNode write(Operation operation, Components components, ErrorAnswers errors) {
		ObjectNode node = json.objectNode();
		node.putArray("tags").add(operation.group().title());
		node.put("operationId", operation.id()).put("summary", operation.summary());
		node.put("description",
				operation.description() + (operation.needsVersion2() ? "\n\nRequires signature version 2." : ""));
		node.set("security", Preface.security(operation.needsVersion2()));
		if (!operation.parameters().isEmpty()) {
			ArrayNode parameters = node.putArray("parameters");
			operation.parameters()
				.forEach((parameter) -> parameters.add(components.parameter(parameter, operation.id())));
		}
		Body body = operation.body();
		if (body != null) {
			node.set("requestBody", write(body, components));
		}
		Map<Integer, ObjectNode> answers = new TreeMap<>(errors.of(operation));
		operation.successes().forEach((success) -> answers.put(success.status(), write(success, components)));
		ObjectNode responses = node.putObject("responses");
		answers.forEach((status, answer) -> responses.set(Integer.toString(status), answer));
		return node;
	}

	private static ObjectNode write(Body body, Components components) {
		ObjectNode node = json.objectNode().put("required", body.required());
		ObjectNode contents = node.putObject("content");
		body.mediaTypes().forEach((type) -> contents.putObject(type).set("schema", components.schema(body.schema())));
		if (body.examples().isEmpty()) {
			return node;
		}
		String first = body.mediaTypes().getFirst();
		ObjectNode examples = ((ObjectNode) contents.path(first)).putObject("examples");
		body.examples().forEach((summary, example) -> {
			ObjectNode shown = examples.putObject(summary.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
			shown.put("summary", summary)
				.set("value",
						first.equals("application/json") ? Envelopes.json.readTree(example) : json.stringNode(example));
		});
		return node;
	}

	private static ObjectNode write(Success success, Components components) {
		ObjectNode node = json.objectNode().put("description", success.meaning());
		node.set("headers", components.headers(success.headers()));
		ObjectNode contents = node.putObject("content");
		for (String mediaType : success.mediaTypes()) {
			ObjectNode content = contents.putObject(mediaType);
			content.set("schema", components.schema(success.schema()));
			if (mediaType.equals("application/json")) {
				content.set("example", success.schema().example());
			}
		}
		return node;
	}

}
