package dev.hundi.api.http;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;

/**
 * Maps the HTTP statuses of Tomcat and Spring to error codes.
 */
final class StatusCodes {

	private StatusCodes() {
	}

	static Refusal refusalOf(int status) {
		return new Refusal(switch (status) {
			case 404 -> ErrorCode.ROUTE_NOT_FOUND;
			case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
			case 406 -> ErrorCode.NOT_ACCEPTABLE;
			case 408 -> ErrorCode.REQUEST_TIMEOUT;
			case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
			case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
			// An unknown transfer coding or HTTP version.
			case 501, 505 -> ErrorCode.BAD_REQUEST;
			case 503 -> ErrorCode.TEMPORARILY_UNAVAILABLE;
			default -> (status < 500) ? ErrorCode.BAD_REQUEST : ErrorCode.INTERNAL_ERROR;
		});
	}

}
