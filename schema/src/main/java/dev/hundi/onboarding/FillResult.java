package dev.hundi.onboarding;

import java.util.List;
import java.util.Map;

/** What became of an act of a business on its case. */
public sealed interface FillResult {

	/** It is stored. */
	record Done() implements FillResult {
	}

	/** The case is with the staff now. */
	record Submitted() implements FillResult {
	}

	/** The case, or what it was about, cannot be changed at present. */
	record Locked() implements FillResult {
	}

	/** There is no such principal or document. */
	record Unknown() implements FillResult {
	}

	/** The same content is there already. */
	record Duplicate() implements FillResult {
	}

	/** A person with this PAN and other data is there already, and stays as it is. */
	record Different() implements FillResult {
	}

	/** There are as many as there may be. */
	record TooMany() implements FillResult {
	}

	/**
	 * It is stored, and documents are erased.
	 *
	 * @param documents whose files can be deleted after the transaction
	 */
	record Removed(List<OnboardingDocument> documents) implements FillResult {

		public Removed {
			documents = List.copyOf(documents);
		}

	}

	/** These are wrong or missing, and not stored. */
	record Problems(Map<Requirement, FieldProblem> problems) implements FillResult {

		public Problems {
			problems = Map.copyOf(problems);
		}

	}

}
