package dev.hundi.bulk;

/**
 * The result of releasing or cancelling a file.
 */
public sealed interface BulkDecisionResult {

	/** Done, now or before by the same API key. */
	record Done(BulkFile file) implements BulkDecisionResult {
	}

	/** The file's status does not allow it. */
	record WrongStatus(BulkFile file) implements BulkDecisionResult {
	}

	/**
	 * A second person must release the file: this one uploaded it, or a person uploaded
	 * it and this is an API key.
	 */
	record SamePerson(BulkFile file) implements BulkDecisionResult {
	}

	/**
	 * The wallet does not cover the valid rows with commission and GST.
	 *
	 * @param spendablePaise what the wallet could pay now, in paise
	 */
	record ShortOfMoney(BulkFile file, long spendablePaise) implements BulkDecisionResult {
	}

	/** The staff has ended the relation with the business. */
	record RelationEnded() implements BulkDecisionResult {
	}

	record NoWallet() implements BulkDecisionResult {
	}

	record NotFound() implements BulkDecisionResult {
	}

}
