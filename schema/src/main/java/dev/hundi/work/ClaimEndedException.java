package dev.hundi.work;

/** A run ended early because its claim ended or its instance stops. */
public final class ClaimEndedException extends RuntimeException {

	private static final long serialVersionUID = 1;

	public ClaimEndedException(String message) {
		super(message);
	}

}
