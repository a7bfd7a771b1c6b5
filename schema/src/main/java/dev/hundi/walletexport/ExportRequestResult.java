package dev.hundi.walletexport;

/**
 * The result of requesting an export.
 */
public sealed interface ExportRequestResult {

	/** A new export, or the open or finished one of the same request. */
	record Accepted(WalletExport export) implements ExportRequestResult {
	}

	/** Too many open exports. */
	enum TooMany implements ExportRequestResult {

		/** Of this business. */
		OF_THE_BUSINESS,

		/** Of all businesses. */
		OF_ALL

	}

	record NoBusiness() implements ExportRequestResult {
	}

}
