package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.json.Schema;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The error answers of operations: one per status, with the codes that it may carry. The
 * cause and remedy of each code are in its example only.
 */
final class ErrorAnswers {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private final Components components;

	private final List<Operation> operations;

	ErrorAnswers(Components components, List<Operation> operations) {
		this.components = components;
		this.operations = operations;
	}

	/** Writes the answers that all operations share, and those outside any operation. */
	void writeCommon() {
		for (CommonAnswers answer : CommonAnswers.values()) {
			this.components.response(answer.component(), write(answer.status(), common(answer.codes()), Map.of()));
		}
		for (ErrorCode code : CommonAnswers.ELSEWHERE) {
			this.components.response((code.status() == 404) ? "RouteNotFound" : "MethodNotAllowed",
					write(code.status(), common(List.of(code)), Map.of()));
		}
	}

	/** The error answers of an operation, by status. */
	Map<Integer, ObjectNode> of(Operation operation) {
		Map<ErrorCode, Optional<Schema>> refusals = new LinkedHashMap<>(operation.refusals());
		if (!operation.parameters().isEmpty()) {
			refusals.putIfAbsent(ErrorCode.VALIDATION_ERROR, Optional.empty());
		}
		Map<Integer, Map<ErrorCode, Optional<Schema>>> own = new TreeMap<>();
		refusals.forEach(
				(code, data) -> own.computeIfAbsent(code.status(), (status) -> new LinkedHashMap<>()).put(code, data));
		Map<Integer, ObjectNode> answers = new TreeMap<>();
		for (CommonAnswers common : CommonAnswers.values()) {
			Map<ErrorCode, Optional<Schema>> more = own.get(common.status());
			if (more == null) {
				answers.put(common.status(),
						json.objectNode().put("$ref", "#/components/responses/" + common.component()));
			}
			else {
				more.putAll(common(common.codes()));
			}
		}
		own.forEach((status, codes) -> answers.put(status, write(status, codes, operation.messages())));
		return answers;
	}

	private ObjectNode write(int status, Map<ErrorCode, Optional<Schema>> codes, Map<ErrorCode, String> messages) {
		ObjectNode response = json.objectNode()
			.put("description",
					codes.keySet().stream().map((code) -> "`" + code.code() + "`").collect(Collectors.joining(", ")));
		response.set("headers", this.components.headers(CommonAnswers.headers(status)));
		ObjectNode content = response.putObject("content").putObject("application/json");
		content.set("schema", schema(status, codes));
		ObjectNode examples = content.putObject("examples");
		codes.keySet().forEach((code) -> {
			String message = messages.get(code);
			examples.set(code.code(), (message != null) ? ownExample(code, message) : example(code));
		});
		return response;
	}

	/** One schema for each kind of data. */
	private ObjectNode schema(int status, Map<ErrorCode, Optional<Schema>> codes) {
		Map<Optional<Schema>, List<ErrorCode>> byData = new LinkedHashMap<>();
		codes.forEach((code, data) -> byData.computeIfAbsent(data, (same) -> new ArrayList<>()).add(code));
		List<ObjectNode> kinds = new ArrayList<>();
		byData.forEach((data, some) -> kinds
			.add(schema(status, data.map(Envelopes::error).orElseGet(Envelopes::error), some)));
		if (kinds.size() == 1) {
			return kinds.getFirst();
		}
		ObjectNode either = json.objectNode();
		kinds.forEach(either.withArray("oneOf")::add);
		return either;
	}

	/** An error that is narrowed to a status and some codes. */
	private ObjectNode schema(int status, Schema error, List<ErrorCode> codes) {
		ObjectNode narrowed = json.objectNode();
		ObjectNode properties = narrowed.put("type", "object").putObject("properties");
		properties.putObject("status").put("const", status);
		ArrayNode known = properties.putObject("code").putArray("enum");
		codes.forEach((code) -> known.add(code.code()));
		ObjectNode all = json.objectNode();
		all.withArray("allOf").add(this.components.schema(error)).add(narrowed);
		return all;
	}

	/** The example of a code, with data of its own if any operation declares it. */
	private ObjectNode example(ErrorCode code) {
		Schema data = this.operations.stream()
			.map((operation) -> operation.refusals().get(code))
			.filter(Objects::nonNull)
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(null);
		ObjectNode example = json.objectNode()
			.put("summary", code.message())
			.put("description", "Cause: %s Remedy: %s".formatted(code.cause(), code.remedy()));
		example.set("value", Envelopes.errorExample(code, data));
		return this.components.example(code.code(), example);
	}

	/** The example of a code that an operation answers with another message. */
	private static ObjectNode ownExample(ErrorCode code, String message) {
		ObjectNode example = json.objectNode().put("summary", message);
		example.set("value", Envelopes.errorExample(code, null).put("message", message));
		return example;
	}

	private static Map<ErrorCode, Optional<Schema>> common(List<ErrorCode> codes) {
		Map<ErrorCode, Optional<Schema>> common = new LinkedHashMap<>();
		codes.forEach((code) -> common.put(code, Optional.empty()));
		return common;
	}

}
