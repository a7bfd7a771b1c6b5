package dev.hundi.sandbox.client;

/** The API returned an unexpected response. */
public final class UnexpectedReplyException extends RuntimeException {

	private static final long serialVersionUID = 1;

	UnexpectedReplyException(String message) {
		super(message);
	}

}
