package dev.hundi.bank;

/**
 * What became of an answer of the bank.
 */
public enum RecordOutcome {

	/** It changed the attempt. */
	YES,

	/** The attempt held it already: an answer that came twice. */
	ALREADY,

	/** It contradicts what is final here; nothing changed and a person must look. */
	CONFLICT

}
