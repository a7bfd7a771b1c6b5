package dev.hundi.stream.iso20022;

/**
 * A file that is none of those a bank may send; its message says why.
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
