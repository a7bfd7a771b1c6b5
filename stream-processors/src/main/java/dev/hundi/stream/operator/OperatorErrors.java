package dev.hundi.stream.operator;

import org.apache.kafka.common.KafkaException;
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
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Reports errors to operators as problem details (RFC 9457). */
@RestControllerAdvice
class OperatorErrors extends ResponseEntityExceptionHandler {

	@ExceptionHandler
	ProblemDetail kafkaUnavailable(KafkaException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Kafka is unavailable: " + ex.getMessage());
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
