package dev.hundi.stream.processor;

import java.util.Locale;

/**
 * The processors of this application. Every instance runs all but {@link #WEBHOOK} unless
 * {@code hundi.processors} is set.
 */
public enum Processor {

	/** Publishes committed events from PostgreSQL to Kafka. */
	RELAY,

	/** Debits wallets. */
	DEBIT,

	/** Sends payouts to banks. */
	DISPATCH,

	/**
	 * Delivers webhooks. In processes of their own, so that no receiver affects payouts.
	 */
	WEBHOOK,

	/** Processes stuck payouts and events from the database. */
	SWEEP,

	/** Indexes payouts for the merchants' search. */
	SEARCH,

	/** Registers beneficiaries with banks and compares the account holders' names. */
	BENEFICIARY;

	/** The Kafka consumer group that all instances of this processor share. */
	public String group() {
		return "hundi-" + name().toLowerCase(Locale.ROOT);
	}

}
