package dev.hundi.portal.command;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

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

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return handleExceptionInternal(ex, ProblemDetail.forStatusAndDetail(status, reason(ex)), headers, status,
				request);
	}

	private static String reason(HttpMessageNotReadableException ex) {
		return switch (NestedExceptionUtils.getMostSpecificCause(ex)) {
			case IllegalArgumentException invalid -> String.valueOf(invalid.getMessage());
			case JacksonException unreadable -> unreadable.getOriginalMessage();
			default -> "A JSON body is required";
		};
	}

}
