package dev.hundi.batch.bulk;

/**
 * Ends a run that did what it could for now; the next goes on from there.
 */
final class RestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	RestException(String message) {
		super(message, null, false, false);
	}

}
