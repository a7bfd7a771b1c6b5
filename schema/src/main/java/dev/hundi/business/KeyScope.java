package dev.hundi.business;

/**
 * What an API key may be used for. The database has the same list.
 */
public enum KeyScope {

	/** Every GET. */
	READ,

	/** Initiate and cancel single payouts. */
	PAY,

	/** Create, change, archive, reactivate and verify beneficiaries. */
	BENEFICIARIES,

	/** Upload and cancel bulk files. */
	BULK_MAKE,

	/** Release bulk files. */
	BULK_RELEASE

}
