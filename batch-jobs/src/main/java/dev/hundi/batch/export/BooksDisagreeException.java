package dev.hundi.batch.export;

/**
 * The movements of a wallet do not add up to its balances. Nothing is served that does
 * not, and trying again would not mend it.
 */
final class BooksDisagreeException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BooksDisagreeException(String message) {
		super(message);
	}

}
