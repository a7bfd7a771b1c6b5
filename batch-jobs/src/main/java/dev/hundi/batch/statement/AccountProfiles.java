package dev.hundi.batch.statement;

/** How to read what the bank of an account writes. */
@FunctionalInterface
interface AccountProfiles {

	/** The profile of an account, or {@link StatementProfile#NONE}. */
	StatementProfile of(String accountNumber);

}
