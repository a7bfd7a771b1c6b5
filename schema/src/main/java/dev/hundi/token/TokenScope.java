package dev.hundi.token;

/** What a token may do, within its groups of commands. */
public enum TokenScope {

	/** Reads. */
	READ,

	/** Also acts, unless the act needs a fresh second factor. */
	ACT,

	/** Also acts that need a fresh second factor: approvals, sign-off, secrets. */
	APPROVE

}
