package dev.hundi.bench.crash;

/** A process to kill, or data to lose. */
enum Victim {

	API,

	STREAM,

	OTHER_STREAM,

	WEBHOOKS,

	BATCH,

	/** The process of the checkers, who decide about payouts. */
	CHECKERS,

	KAFKA,

	POSTGRES,

	BANK,

	/**
	 * Both copies of stream-processors are killed and the replication slot is dropped.
	 */
	SLOT,

	/** Kafka is killed and its data is deleted. */
	KAFKA_DATA,

	/** The publication is dropped while everything runs. */
	PUBLICATION

}
