package dev.hundi.walletexport;

/**
 * What became of a request for an export.
 */
public sealed interface ExportRequestResult {

	/** It is on its way or done: a new one, or the one that is there for the same. */
	record Accepted(WalletExport export) implements ExportRequestResult {
	}

	/** As many are on their way as may be. */
	enum TooMany implements ExportRequestResult {

		/** Of this business. */
		OF_THE_BUSINESS,

		/** Of all businesses. */
		OF_ALL

	}

	/** There is no such business. */
	record NoBusiness() implements ExportRequestResult {
	}

}
