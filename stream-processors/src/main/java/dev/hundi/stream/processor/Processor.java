package dev.hundi.stream.processor;

import java.util.Locale;

/**
 * What a copy of this application can do. Every copy does all of it unless
 * {@code hundi.processors} says otherwise.
 */
public enum Processor {

	/** Carries committed events from PostgreSQL to Kafka. */
	RELAY,

	/** Debits wallets. */
	DEBIT,

	/** Pays through banks. */
	DISPATCH,

	/** Tells merchants. */
	WEBHOOK,

	/** Drives from the database what stands still. */
	SWEEP,

	/** Carries payouts into the index that merchants search. */
	SEARCH,

	/** Registers beneficiaries with banks and compares the names of their holders. */
	BENEFICIARY;

	/** The Kafka consumer group in which all copies share this work. */
	public String group() {
		return "hundi-" + name().toLowerCase(Locale.ROOT);
	}

}
