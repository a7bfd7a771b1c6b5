package dev.hundi.bench.crash;

/**
 * A process to kill, or the slot to lose.
 */
enum Victim {

	API,

	STREAM,

	OTHER_STREAM,

	BATCH,

	KAFKA,

	POSTGRES,

	BANK,

	/**
	 * Both copies of stream-processors are killed and the replication slot is dropped.
	 */
	SLOT

}
