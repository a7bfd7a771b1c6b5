package dev.hundi.bench.crash;

/** What can be killed, or lost. */
enum Victim {

	API,

	STREAM,

	OTHER_STREAM,

	BATCH,

	KAFKA,

	POSTGRES,

	BANK,

	/** Both copies of the stream are killed and the replication slot is dropped. */
	SLOT

}
