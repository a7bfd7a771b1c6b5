package dev.hundi.sandbox.http;

/**
 * The request cannot be understood; its message is told to the client with status 400.
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
