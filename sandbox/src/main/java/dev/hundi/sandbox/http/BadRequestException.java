package dev.hundi.sandbox.http;

/**
 * The request is invalid; the client gets the message with status 400.
 */
public final class BadRequestException extends RuntimeException {

	private static final long serialVersionUID = 1;

	public BadRequestException(String message) {
		super(message);
	}

	public BadRequestException(String message, Throwable cause) {
		super(message, cause);
	}

}
