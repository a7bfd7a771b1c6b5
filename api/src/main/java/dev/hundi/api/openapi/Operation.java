package dev.hundi.api.openapi;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.api.answer.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * One method on one path: what it takes, what it answers, and the codes it refuses with
 * beyond those that every operation has ({@link CommonAnswers}). Declared once, by
 * chaining; after that only read.
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

	private final Map<ErrorCode, Refused> refusals = new EnumMap<>(ErrorCode.class);

	private Operation(Group group, String method, String path, String id) {
		this.group = group;
		this.method = method;
		this.path = path;
		this.id = id;
	}

	/**
	 * Begins an operation.
	 * @param path with the names of path parameters in braces
	 * @param id unique in the document, for generators of clients
	 */
	public static Operation of(Group group, String method, String path, String id) {
		return new Operation(group, method, path, id);
	}

	/** A line for lists, and Markdown for the rest. */
	public Operation says(String newSummary, String newDescription) {
		this.summary = newSummary;
		this.description = newDescription;
		return this;
	}

	public Operation takes(Parameter... more) {
		this.parameters.addAll(List.of(more));
		return this;
	}

	/** A JSON body; its errors are those of every body. */
	public Operation takesBody(boolean required, Schema schema, Map<String, String> examples) {
		this.body = new Body(required, schema, new LinkedHashMap<>(examples), List.of("application/json"));
		return refuses(ErrorCode.MALFORMED_JSON, ErrorCode.VALIDATION_ERROR, ErrorCode.UNSUPPORTED_MEDIA_TYPE);
	}

	/** A body that is a file of one of some types, signed over its exact bytes. */
	public Operation takesFile(String description, List<String> mediaTypes) {
		this.body = new Body(true, Schema.text(description), Map.of(), mediaTypes);
		return refuses(ErrorCode.VALIDATION_ERROR, ErrorCode.UNSUPPORTED_MEDIA_TYPE);
	}

	/**
	 * An answer in the envelope.
	 * @param httpStatus which the body repeats, but for 201, where it says 200
	 * @param data schema of the envelope's data
	 * @param message of the envelope, null where it is null
	 * @param exampleData JSON of the data
	 */
	public Operation answers(int httpStatus, String meaning, Schema data, @Nullable String message,
			String exampleData) {
		int bodyStatus = (httpStatus == 201) ? 200 : httpStatus;
		this.successes
			.add(new Success(
					httpStatus, meaning, Map
						.of("application/json",
								new Content(Envelopes.success(bodyStatus, data, message),
										Envelopes.successExample(bodyStatus, exampleData, message))),
					new ArrayList<>()));
		return this;
	}

	/** An answer in the envelope with a page's place in the whole list. */
	public Operation answersPage(String meaning, Schema data, String exampleData, String examplePagination) {
		this.successes.add(new Success(200, meaning,
				Map.of("application/json",
						new Content(Envelopes.page(data), Envelopes.pageExample(exampleData, examplePagination))),
				new ArrayList<>()));
		return this;
	}

	/** An answer that is a file of one of some types. */
	public Operation answersFile(String meaning, List<String> mediaTypes) {
		Map<String, Content> contents = new LinkedHashMap<>();
		mediaTypes.forEach((type) -> contents.put(type, new Content(Schema.text("The bytes of the file."), null)));
		this.successes.add(new Success(200, meaning, contents, new ArrayList<>()));
		return this;
	}

	/** Headers of the answer declared last. */
	public Operation withHeaders(AnswerHeader... headers) {
		this.successes.getLast().headers.addAll(List.of(headers));
		return this;
	}

	/** Error codes without data, or with the field errors of the usual ones. */
	public Operation refuses(ErrorCode... codes) {
		for (ErrorCode code : codes) {
			this.refusals.put(code, new Refused(null, null));
		}
		return this;
	}

	/** An error code with data of its own. */
	public Operation refuses(ErrorCode code, Schema data, String exampleData) {
		this.refusals.put(code, new Refused(data, exampleData));
		return this;
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

	Map<ErrorCode, Refused> refusals() {
		return this.refusals;
	}

	/** Signature version 1 does not cover a query. */
	boolean needsVersion2() {
		return this.parameters.stream().anyMatch(Parameter::isQuery);
	}

	/**
	 * A body.
	 *
	 * @param examples JSON by a line that says what it shows; none for a file
	 * @param mediaTypes what it may be
	 */
	record Body(boolean required, Schema schema, Map<String, String> examples, List<String> mediaTypes) {
	}

	/**
	 * A success.
	 *
	 * @param contents by media type
	 */
	record Success(int status, String meaning, Map<String, Content> contents, List<AnswerHeader> headers) {
	}

	/**
	 * A body of one media type.
	 *
	 * @param example JSON, or null where the content is none
	 */
	record Content(Schema schema, @Nullable String example) {
	}

	/**
	 * The data of an error.
	 *
	 * @param data schema, or null for the usual
	 * @param exampleData JSON, or null for the usual
	 */
	record Refused(@Nullable Schema data, @Nullable String exampleData) {
	}

}
