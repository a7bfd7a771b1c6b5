package dev.hundi.beneficiary;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A stored payout target: an account with its IFSC, or a VPA.
 *
 * @param createdAt UTC
 * @param updatedAt UTC
 */
public record Beneficiary(UUID businessId, UUID beneficiaryId, String beneficiaryCode, String name,
		@Nullable String email, String phoneNumber, @Nullable String accountNumber, @Nullable String ifsc,
		@Nullable String vpa, BeneficiaryStatus status, Instant createdAt, Instant updatedAt) {

	/**
	 * Whether its personal data is erased. Lists have it, and nothing else finds it: it
	 * cannot be paid, changed or reactivated, and its target can be registered again.
	 */
	public boolean isErased() {
		return this.accountNumber == null && this.vpa == null;
	}

}
