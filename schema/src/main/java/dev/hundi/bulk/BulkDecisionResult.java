package dev.hundi.bulk;

/**
 * What became of somebody's wish to release or cancel a file.
 */
public sealed interface BulkDecisionResult {

	/** It is so, or has been so before by the same person. */
	record Done(BulkFile file) implements BulkDecisionResult {
	}

	/** The file is in a status that does not allow it. */
	record WrongStatus(BulkFile file) implements BulkDecisionResult {
	}

	/** Two people are needed, and this one has uploaded it. */
	record SamePerson(BulkFile file) implements BulkDecisionResult {
	}

	/**
	 * The wallet does not cover the valid rows with commission and GST.
	 *
	 * @param spendablePaise what it could pay now, in paise
	 */
	record ShortOfMoney(BulkFile file, long spendablePaise) implements BulkDecisionResult {
	}

	/** The business has no wallet. */
	record NoWallet() implements BulkDecisionResult {
	}

	/** The business has no such file. */
	record NotFound() implements BulkDecisionResult {
	}

}
