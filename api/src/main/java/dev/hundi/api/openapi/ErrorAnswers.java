package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.Operation.Refused;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Error answers: one for each status of an operation, with the codes it may carry there.
 * Each code's cause and remedy stand in its example, and nowhere else.
 */
final class ErrorAnswers {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private static final Refused USUAL = new Refused(null, null);

	private final Components components;

	private final List<Operation> operations;

	ErrorAnswers(Components components, List<Operation> operations) {
		this.components = components;
		this.operations = operations;
	}

	/** The answers of the components: of every operation, and of none. */
	void writeCommon() {
		for (CommonAnswers answer : CommonAnswers.values()) {
			this.components.response(answer.component(), write(answer.status(), usual(answer.codes())));
		}
		for (ErrorCode code : CommonAnswers.ELSEWHERE) {
			this.components.response((code.status() == 404) ? "RouteNotFound" : "MethodNotAllowed",
					write(code.status(), usual(List.of(code))));
		}
	}

	/** The error answers of an operation, by status. */
	Map<Integer, ObjectNode> of(Operation operation) {
		Map<Integer, Map<ErrorCode, Refused>> own = new TreeMap<>();
		refusals(operation).forEach((code,
				refused) -> own.computeIfAbsent(code.status(), (status) -> new LinkedHashMap<>()).put(code, refused));
		Map<Integer, ObjectNode> answers = new TreeMap<>();
		for (CommonAnswers common : CommonAnswers.values()) {
			Map<ErrorCode, Refused> more = own.remove(common.status());
			if (more == null) {
				answers.put(common.status(),
						json.objectNode().put("$ref", "#/components/responses/" + common.component()));
			}
			else {
				more.putAll(usual(common.codes()));
				answers.put(common.status(), write(common.status(), more));
			}
		}
		own.forEach((status, codes) -> answers.put(status, write(status, codes)));
		return answers;
	}

	private static Map<ErrorCode, Refused> refusals(Operation operation) {
		Map<ErrorCode, Refused> refusals = new LinkedHashMap<>(operation.refusals());
		if (!operation.parameters().isEmpty()) {
			refusals.putIfAbsent(ErrorCode.VALIDATION_ERROR, USUAL);
		}
		return refusals;
	}

	private ObjectNode write(int status, Map<ErrorCode, Refused> codes) {
		ObjectNode response = json.objectNode()
			.put("description",
					codes.keySet().stream().map((code) -> "`" + code.code() + "`").collect(Collectors.joining(", ")));
		response.set("headers", this.components.headers(CommonAnswers.headers(status)));
		ObjectNode content = response.putObject("content").putObject("application/json");
		content.set("schema", schema(status, codes));
		ObjectNode examples = content.putObject("examples");
		codes.keySet().forEach((code) -> examples.set(code.code(), example(code)));
		return response;
	}

	private ObjectNode schema(int status, Map<ErrorCode, Refused> codes) {
		Map<@Nullable Schema, List<ErrorCode>> byData = new LinkedHashMap<>();
		codes.forEach((code, refused) -> byData.computeIfAbsent(refused.data(), (data) -> new ArrayList<>()).add(code));
		List<ObjectNode> kinds = new ArrayList<>();
		byData.forEach((data, some) -> kinds.add(schema(status, data, some)));
		if (kinds.size() == 1) {
			return kinds.getFirst();
		}
		ObjectNode either = json.objectNode();
		kinds.forEach(either.withArray("oneOf")::add);
		return either;
	}

	private ObjectNode schema(int status, @Nullable Schema data, List<ErrorCode> codes) {
		ObjectNode narrowed = json.objectNode();
		ObjectNode properties = narrowed.put("type", "object").putObject("properties");
		properties.putObject("status").put("const", status);
		ArrayNode known = properties.putObject("code").putArray("enum");
		codes.forEach((code) -> known.add(code.code()));
		ObjectNode all = json.objectNode();
		all.withArray("allOf")
			.add(this.components.schema((data != null) ? Envelopes.error(data) : Envelopes.error()))
			.add(narrowed);
		return all;
	}

	/**
	 * A code's example, with the data that the operation which has data of its own gives.
	 */
	private ObjectNode example(ErrorCode code) {
		String data = this.operations.stream()
			.map((operation) -> operation.refusals().getOrDefault(code, USUAL).exampleData())
			.filter((example) -> example != null)
			.findFirst()
			.orElse(null);
		ObjectNode example = json.objectNode()
			.put("summary", code.message())
			.put("description", "Cause: %s Remedy: %s".formatted(code.cause(), code.remedy()));
		example.set("value", Envelopes.errorExample(code, data));
		return this.components.example(code.code(), example);
	}

	private static Map<ErrorCode, Refused> usual(List<ErrorCode> codes) {
		Map<ErrorCode, Refused> usual = new LinkedHashMap<>();
		codes.forEach((code) -> usual.put(code, USUAL));
		return usual;
	}

}
