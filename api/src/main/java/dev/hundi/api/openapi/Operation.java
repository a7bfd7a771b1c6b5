package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.json.JsonType;
import dev.hundi.api.json.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One method on one path: its parameters, body and answers, and its error codes beyond
 * those of every operation ({@link CommonAnswers}).
 */
public final class Operation {

	private final Group group;

	private final String method;

	private final String path;

	private final String id;

	private String summary = "";

	private String description = "";

	private final List<Parameter> parameters = new ArrayList<>();

	private @Nullable Body body;

	private final List<Success> successes = new ArrayList<>();

	private final Map<ErrorCode, Optional<Schema>> refusals = new EnumMap<>(ErrorCode.class);

	private final Map<ErrorCode, String> messages = new EnumMap<>(ErrorCode.class);

	private Operation(Group group, String method, String path, String id) {
		this.group = group;
		this.method = method;
		this.path = path;
		this.id = id;
	}

	/**
	 * Declares an operation.
	 * @param path with path parameters in braces
	 * @param id unique in the document; client generators name methods after it
	 */
	public static Operation of(Group group, String method, String path, String id) {
		return new Operation(group, method, path, id);
	}

	/** One line for lists, and a description in Markdown. */
	public Operation says(String newSummary, String newDescription) {
		this.summary = newSummary;
		this.description = newDescription;
		return this;
	}

	public Operation takes(Parameter... more) {
		this.parameters.addAll(List.of(more));
		return this;
	}

	/** A JSON body, with the error codes of every JSON body. */
	public Operation takesBody(boolean required, Schema schema, Map<String, String> examples) {
		this.body = new Body(required, schema, new LinkedHashMap<>(examples), List.of("application/json"));
		return refuses(ErrorCode.MALFORMED_JSON, ErrorCode.VALIDATION_ERROR, ErrorCode.UNSUPPORTED_MEDIA_TYPE);
	}

	/**
	 * A body that is a file of one of some media types.
	 * @param example a file of the first type
	 */
	public Operation takesFile(String description, List<String> mediaTypes, String example) {
		this.body = new Body(true, Schema.text(description), Map.of("A file", example), mediaTypes);
		return refuses(ErrorCode.VALIDATION_ERROR, ErrorCode.UNSUPPORTED_MEDIA_TYPE);
	}

	/**
	 * An answer in the envelope.
	 * @param httpStatus repeated in the body, except that 201 is 200 there
	 * @param message of the envelope, or null if it is null
	 */
	public Operation answers(int httpStatus, String meaning, JsonType<?> data, @Nullable String message) {
		int bodyStatus = (httpStatus == 201) ? 200 : httpStatus;
		return success(httpStatus, meaning, Envelopes.success(bodyStatus, data.schema(), message));
	}

	/** An answer in the envelope with {@code pagination}. */
	public Operation answersPage(String meaning, JsonType<?> data) {
		return success(200, meaning, Envelopes.page(data.schema()));
	}

	/** An answer that is a file of one of some media types. */
	public Operation answersFile(String meaning, List<String> mediaTypes) {
		this.successes.add(new Success(200, meaning, Schema.text("Content of the file."), mediaTypes));
		return this;
	}

	/** Adds headers to the answer declared last. */
	public Operation withHeaders(AnswerHeader... headers) {
		this.successes.getLast().headers.addAll(List.of(headers));
		return this;
	}

	/** Error codes whose data is null or lists the invalid fields. */
	public Operation refuses(ErrorCode... codes) {
		for (ErrorCode code : codes) {
			this.refusals.put(code, Optional.empty());
		}
		return this;
	}

	/** An error code with data of its own. */
	public Operation refuses(ErrorCode code, JsonType<?> data) {
		this.refusals.put(code, Optional.of(data.schema()));
		return this;
	}

	/** An error code that this operation answers with a message of its own. */
	public Operation refusesWith(ErrorCode code, String message) {
		this.messages.put(code, message);
		return refuses(code);
	}

	String method() {
		return this.method;
	}

	String path() {
		return this.path;
	}

	String id() {
		return this.id;
	}

	Group group() {
		return this.group;
	}

	String summary() {
		return this.summary;
	}

	String description() {
		return this.description;
	}

	List<Parameter> parameters() {
		return this.parameters;
	}

	@Nullable Body body() {
		return this.body;
	}

	List<Success> successes() {
		return this.successes;
	}

	/** The codes of the operation with the schema of their data, where it is special. */
	Map<ErrorCode, Optional<Schema>> refusals() {
		return this.refusals;
	}

	/** The messages of codes of the operation where they are not those of the codes. */
	Map<ErrorCode, String> messages() {
		return this.messages;
	}

	/** Signature version 1 does not cover a query. */
	boolean needsVersion2() {
		return this.parameters.stream().anyMatch(Parameter::isQuery);
	}

	private Operation success(int httpStatus, String meaning, Schema schema) {
		this.successes.add(new Success(httpStatus, meaning, schema, List.of("application/json")));
		return this;
	}

	/**
	 * A request body.
	 *
	 * @param examples JSON by summary; empty for a file
	 */
	record Body(boolean required, Schema schema, Map<String, String> examples, List<String> mediaTypes) {
	}

	/**
	 * A successful answer.
	 */
	record Success(int status, String meaning, Schema schema, List<String> mediaTypes, List<AnswerHeader> headers) {

		Success(int status, String meaning, Schema schema, List<String> mediaTypes) {
			this(status, meaning, schema, mediaTypes, new ArrayList<>(List.of(AnswerHeader.REQUEST_ID)));
		}

	}

}
