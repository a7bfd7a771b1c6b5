package dev.hundi.onboarding;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A field or document of a case.
 *
 * @param need for the business type of the case
 * @param value what was given for a field; null for a document
 * @param refusal why it is refused; null unless it is
 * @param open whether the business may change it while the case is with the business
 * @param version the version to decide on
 */
public record RequirementEntry(Requirement requirement, Need need, RequirementState state, @Nullable String value,
		@Nullable Refusal refusal, boolean open, Instant changedAt, long version) {

	/** Whether the case cannot be submitted like this. */
	public boolean isGap() {
		return this.need == Need.REQUIRED
				&& (this.state == RequirementState.MISSING || this.state == RequirementState.REFUSED);
	}

	/**
	 * Why it is refused.
	 *
	 * @param text words of the reviewer; never null for {@link RefusalReason#OTHER}
	 */
	public record Refusal(RefusalReason reason, @Nullable String text) {

		public Refusal {
			if (reason == RefusalReason.OTHER && (text == null || text.isBlank())) {
				throw new IllegalArgumentException("The reason OTHER needs a text");
			}
		}

	}

}
