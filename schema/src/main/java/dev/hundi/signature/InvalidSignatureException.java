package dev.hundi.signature;

/** A signature is missing or does not prove what it must. The message names the rule. */
public final class InvalidSignatureException extends Exception {

	private static final long serialVersionUID = 1;

	InvalidSignatureException(String message) {
		super(message);
	}

	InvalidSignatureException(String message, Throwable cause) {
		super(message, cause);
	}

}
