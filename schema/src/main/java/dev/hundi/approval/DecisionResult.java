package dev.hundi.approval;

/** What became of a decision. */
public sealed interface DecisionResult {

	/**
	 * It counts.
	 *
	 * @param state of the approval after it
	 */
	record Counted(ApprovalState state) implements DecisionResult {
	}

	/** It does not count. */
	record NotCounted(Reason reason) implements DecisionResult {
	}

	/** Why a decision does not count. */
	enum Reason {

		/** There is no such approval. */
		UNKNOWN,

		/** The checker asked for it. */
		MAKER_IS_CHECKER,

		/** The person is no checker, or the rule names others. */
		NOT_A_CHECKER,

		/** The checker decided before. */
		DECIDED_ALREADY,

		/** The decision is on other content than was asked for. */
		OTHER_CONTENT,

		/** It is approved, rejected, withdrawn or expired. */
		CLOSED,

		/** What it changes has changed since it was asked for. */
		STALE

	}

}
