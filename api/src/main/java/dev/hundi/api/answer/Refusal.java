package dev.hundi.api.answer;

import java.util.List;

/**
 * Ends a request with an error answer. Expected for invalid requests, so it has no stack
 * trace.
 */
public final class Refusal extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final ErrorCode code;

	private final transient List<FieldError> errors;

	public Refusal(ErrorCode code) {
		this(code, code.message());
	}

	public Refusal(ErrorCode code, String message) {
		this(code, message, List.of());
	}

	public Refusal(ErrorCode code, String message, List<FieldError> errors) {
		super(message, null, false, false);
		this.code = code;
		this.errors = List.copyOf(errors);
	}

	/** A validation error of one field, header or path parameter. */
	public static Refusal field(String field, FieldError.Rule rule, String message) {
		return new Refusal(ErrorCode.VALIDATION_ERROR, ErrorCode.VALIDATION_ERROR.message(),
				List.of(new FieldError(field, rule, message)));
	}

	public ErrorCode code() {
		return this.code;
	}

	public List<FieldError> errors() {
		return this.errors;
	}

	public String message() {
		String message = getMessage();
		return (message != null) ? message : this.code.message();
	}

}
