package dev.hundi.business;

/**
 * What an API key may be used for. The database has the same list.
 */
public enum KeyScope {

	/** Every GET. */
	READ,

	/** Single payouts. */
	PAY,

	/** Create, change, archive and reactivate beneficiaries. */
	BENEFICIARIES,

	/** Upload and cancel bulk files. */
	BULK_MAKE,

	/** Release bulk files. */
	BULK_RELEASE

}
