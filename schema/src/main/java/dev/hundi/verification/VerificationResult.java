package dev.hundi.verification;

import dev.hundi.beneficiary.NameScore;

/** What a name verification found. */
public enum VerificationResult {

	/** The same name, apart from case, order, titles and spelling. */
	MATCH,

	/** A part of the name, initials, or a similar one. */
	CLOSE,

	/** Another name, or no such account or VPA. */
	MISMATCH,

	/** No bank reports the name, or none answered. Nothing is charged. */
	UNAVAILABLE;

	static VerificationResult of(int score) {
		if (score >= NameScore.MATCH) {
			return MATCH;
		}
		return (score >= NameScore.CLOSE) ? CLOSE : MISMATCH;
	}

}
