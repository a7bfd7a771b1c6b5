package dev.hundi.portal.command;

import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;

import org.springframework.beans.TypeMismatchException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Reports errors of the JSON routes as problem details (RFC 9457). */
@RestControllerAdvice("dev.hundi.portal.command")
class CommandErrors extends ResponseEntityExceptionHandler {

	/** Reports what the current state does not allow as 409 Conflict. */
	static <T> T orConflict(Supplier<T> work) {
		try {
			return work.get();
		}
		catch (IllegalStateException ex) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, ex.getMessage(), ex);
		}
	}

	static ResponseStatusException missing(String what) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no " + what);
	}

	@ExceptionHandler
	ProblemDetail invalidArgument(IllegalArgumentException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(ex.getMessage()));
	}

	/** A body that was read as a tree has a value of another type. */
	@ExceptionHandler
	ProblemDetail invalidValue(JacksonException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, reason(ex, ex));
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		// Jackson wraps what the body throws while it is read.
		if (NestedExceptionUtils.getMostSpecificCause(ex) instanceof ResponseStatusException refused) {
			return handleExceptionInternal(ex, refused.getBody(), headers, refused.getStatusCode(), request);
		}
		return handleExceptionInternal(ex, ProblemDetail.forStatusAndDetail(status, reason(ex, ex.getCause())), headers,
				status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException ex, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		Class<?> type = (ex instanceof MethodArgumentTypeMismatchException argument)
				? argument.getParameter().nested().getNestedParameterType() : ex.getRequiredType();
		return handleExceptionInternal(ex,
				ProblemDetail.forStatusAndDetail(status, ex.getPropertyName() + " must be " + rule(type)), headers,
				status, request);
	}

	/** What a value of a type must be, after the words "must be". */
	private static String rule(@Nullable Class<?> type) {
		if (type == null) {
			return "another value";
		}
		if (type.isEnum()) {
			return "of " + Stream.of(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
		}
		return switch (type.getSimpleName()) {
			case "UUID" -> "an id of 36 characters such as 0192f0c4-6f1e-7c3a-9d55-3b1f6a0e2c47";
			case "long", "Long", "int", "Integer" -> "a whole number";
			case "boolean", "Boolean" -> "true or false";
			case "Instant" -> "a time such as 2026-11-01T00:00:00Z";
			case "LocalDate" -> "a day such as 2026-11-01";
			default -> "a " + type.getSimpleName();
		};
	}

	private static String reason(Exception ex, @Nullable Throwable cause) {
		if (cause instanceof InvalidFormatException wrong && field(wrong) instanceof String field) {
			return field + " must be " + rule(wrong.getTargetType());
		}
		return switch (NestedExceptionUtils.getMostSpecificCause(ex)) {
			case IllegalArgumentException invalid -> String.valueOf(invalid.getMessage());
			case JacksonException unreadable -> unreadable.getOriginalMessage();
			default -> "A JSON body is required";
		};
	}

	/** The innermost field of the value, null outside fields. */
	private static @Nullable String field(InvalidFormatException wrong) {
		return wrong.getPath()
			.stream()
			.map(JacksonException.Reference::getPropertyName)
			.filter(Objects::nonNull)
			.reduce((outer, inner) -> inner)
			.orElse(null);
	}

}
