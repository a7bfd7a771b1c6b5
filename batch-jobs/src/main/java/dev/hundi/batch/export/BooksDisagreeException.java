package dev.hundi.batch.export;

/**
 * The movements of a wallet do not add up to its balances. The export fails without a
 * retry and serves no file.
 */
final class BooksDisagreeException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BooksDisagreeException(String message) {
		super(message);
	}

}
