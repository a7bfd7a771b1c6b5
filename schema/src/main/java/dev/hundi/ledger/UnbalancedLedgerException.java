package dev.hundi.ledger;

/** The ledger contradicts itself, so that nothing of it may be exported. */
public final class UnbalancedLedgerException extends IllegalStateException {

	private static final long serialVersionUID = 1;

	UnbalancedLedgerException(String message) {
		super(message);
	}

}
