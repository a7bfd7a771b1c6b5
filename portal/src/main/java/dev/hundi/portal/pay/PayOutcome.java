package dev.hundi.portal.pay;

import java.util.UUID;

import dev.hundi.beneficiary.Beneficiary;

/** What became of a form. */
sealed interface PayOutcome {

	/** A payout can be made of it. */
	record Reviewed(Review review) implements PayOutcome {
	}

	/** The payout is made, now or by an earlier submission of the form. */
	record Made(UUID payoutId) implements PayOutcome {
	}

	/** The payout would differ from what the person saw; none is made. */
	record Changed() implements PayOutcome {
	}

	/** The beneficiary that the form would pay is archived. */
	record Archived(Beneficiary beneficiary) implements PayOutcome {
	}

	/**
	 * A field is wrong.
	 *
	 * @param text key of the reason
	 */
	record Refused(String field, String text) implements PayOutcome {
	}

}
