package dev.hundi.stream.operator;

import org.apache.kafka.common.KafkaException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Tells operators what is wrong with what they asked, as a problem document (RFC 9457).
 */
@RestControllerAdvice
class AnswerMistakes extends ResponseEntityExceptionHandler {

	@ExceptionHandler
	ProblemDetail kafkaIsAway(KafkaException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Kafka does not answer: " + ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail badRange(IllegalArgumentException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(ex.getMessage()));
	}

}
