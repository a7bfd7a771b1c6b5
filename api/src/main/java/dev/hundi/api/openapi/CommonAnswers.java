package dev.hundi.api.openapi;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.hundi.api.answer.ErrorCode;

/**
 * The error answers of every operation, given before or around its endpoint, and those of
 * unknown paths and methods.
 */
enum CommonAnswers {

	BAD_REQUEST("BadRequest", 400, ErrorCode.BAD_REQUEST),

	UNAUTHENTICATED("Unauthenticated", 401, ErrorCode.AUTH_HEADERS_MISSING, ErrorCode.API_KEY_INVALID,
			ErrorCode.TIMESTAMP_EXPIRED, ErrorCode.REQUEST_REPLAYED, ErrorCode.SIGNATURE_INVALID,
			ErrorCode.HMAC_V2_REQUIRED),

	FORBIDDEN("Forbidden", 403, ErrorCode.KYC_REQUIRED, ErrorCode.IP_NOT_ALLOWED, ErrorCode.SCOPE_REQUIRED),

	NOT_ACCEPTABLE("NotAcceptable", 406, ErrorCode.NOT_ACCEPTABLE),

	REQUEST_TIMEOUT("RequestTimeout", 408, ErrorCode.REQUEST_TIMEOUT),

	PAYLOAD_TOO_LARGE("PayloadTooLarge", 413, ErrorCode.PAYLOAD_TOO_LARGE),

	TOO_MANY_REQUESTS("TooManyRequests", 429, ErrorCode.RATE_LIMITED),

	INTERNAL_ERROR("InternalError", 500, ErrorCode.INTERNAL_ERROR),

	UNAVAILABLE("Unavailable", 503, ErrorCode.TEMPORARILY_UNAVAILABLE);

	/** Codes of requests that match no operation. */
	static final Set<ErrorCode> ELSEWHERE = EnumSet.of(ErrorCode.ROUTE_NOT_FOUND, ErrorCode.METHOD_NOT_ALLOWED);

	private final String component;

	private final int status;

	private final List<ErrorCode> codes;

	CommonAnswers(String component, int status, ErrorCode... codes) {
		this.component = component;
		this.status = status;
		this.codes = List.of(codes);
	}

	String component() {
		return this.component;
	}

	int status() {
		return this.status;
	}

	List<ErrorCode> codes() {
		return this.codes;
	}

	static List<AnswerHeader> headers(int status) {
		return switch (status) {
			case 405 -> List.of(AnswerHeader.REQUEST_ID, AnswerHeader.ALLOW);
			case 429, 503 -> List.of(AnswerHeader.REQUEST_ID, AnswerHeader.RETRY_AFTER);
			default -> List.of(AnswerHeader.REQUEST_ID);
		};
	}

}
