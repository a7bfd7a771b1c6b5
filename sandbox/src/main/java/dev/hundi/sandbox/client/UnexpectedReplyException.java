package dev.hundi.sandbox.client;

/** The api answered otherwise than the caller can go on with. */
public final class UnexpectedReplyException extends RuntimeException {

	private static final long serialVersionUID = 1;

	UnexpectedReplyException(String message) {
		super(message);
	}

}
