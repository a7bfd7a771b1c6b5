package dev.hundi.bank;

/**
 * What became of an answer of the bank.
 */
public enum RecordOutcome {

	/** It changed the attempt. */
	RECORDED,

	/** The attempt held it already: an answer that came twice. */
	ALREADY_RECORDED,

	/** It contradicts what is final here; nothing changed and a person must look. */
	CONFLICT

}
