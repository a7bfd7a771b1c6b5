package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.Nullable;

/**
 * A beneficiary as the bank has it.
 *
 * @param status {@code REGISTERED} or {@code INVALID}
 * @param registeredName the holder's name in the bank's books; null if the rail reports
 * none
 */
public record RegisteredBeneficiary(String reference, String status, @Nullable String registeredName,
		@Nullable String registrationId, @Nullable String message) {
}
