package dev.hundi.stream.iso20022;

/**
 * A bank's file that cannot be read; the message gives the reason.
 */
public final class MalformedFileException extends Exception {

	private static final long serialVersionUID = 1;

	MalformedFileException(String message) {
		super(message);
	}

	MalformedFileException(String message, Throwable cause) {
		super(message, cause);
	}

}
