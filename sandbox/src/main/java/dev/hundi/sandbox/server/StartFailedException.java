package dev.hundi.sandbox.server;

/** A part of the sandbox did not start; the message is for the user. */
public final class StartFailedException extends RuntimeException {

	private static final long serialVersionUID = 1;

	public StartFailedException(String message) {
		super(message);
	}

	public StartFailedException(String message, Throwable cause) {
		super(message, cause);
	}

}
