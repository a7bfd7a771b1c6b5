package dev.hundi.api.http;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;

/**
 * The error code for a bare HTTP status, as the server and the framework set them.
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
			// A transfer coding or a version of HTTP that is none.
			case 501, 505 -> ErrorCode.BAD_REQUEST;
			case 503 -> ErrorCode.TEMPORARILY_UNAVAILABLE;
			default -> (status < 500) ? ErrorCode.BAD_REQUEST : ErrorCode.INTERNAL_ERROR;
		});
	}

}
