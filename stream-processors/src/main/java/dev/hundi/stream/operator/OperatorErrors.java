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

/**
 * Tells operators what is wrong with what they asked, as a problem document (RFC 9457).
 */
@RestControllerAdvice
class OperatorErrors extends ResponseEntityExceptionHandler {

	@ExceptionHandler
	ProblemDetail kafkaIsAway(KafkaException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Kafka does not answer: " + ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail badRange(IllegalArgumentException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(ex.getMessage()));
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return handleExceptionInternal(ex, ProblemDetail.forStatusAndDetail(status, rule(ex)), headers, status,
				request);
	}

	/**
	 * What a record that the body stands for has refused, or what Jackson could not read.
	 */
	private static String rule(HttpMessageNotReadableException ex) {
		return switch (NestedExceptionUtils.getMostSpecificCause(ex)) {
			case IllegalArgumentException refused -> String.valueOf(refused.getMessage());
			case JacksonException unread -> unread.getOriginalMessage();
			default -> "A body in JSON is needed";
		};
	}

}
