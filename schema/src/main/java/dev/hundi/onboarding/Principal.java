package dev.hundi.onboarding;

import java.util.UUID;

/**
 * A director, owner or authorised person of a business.
 *
 * @param designation what the person is in the business
 * @param aadhaar the masked number: the last four digits after eight letters X
 */
public record Principal(UUID principalId, String name, String designation, String pan, String aadhaar) {

	/** Whether another has the same data, whatever its id. */
	boolean isSame(Principal other) {
		return equals(new Principal(this.principalId, other.name, other.designation, other.pan, other.aadhaar));
	}

}
