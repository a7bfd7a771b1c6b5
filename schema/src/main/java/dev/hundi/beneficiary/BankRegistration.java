package dev.hundi.beneficiary;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A beneficiary's target to be registered at a bank.
 *
 * @param targetKey with business, beneficiary and bank the key of its row
 * @param targetVersion sequence of the event that introduced the target
 * @param name the holder's name given by the merchant
 * @param accountNumber with {@code ifsc}, or null if there is a VPA
 * @param attempts so far, this one included
 * @param triedForLong whether a bank that does not understand the request by now never
 * will
 */
public record BankRegistration(UUID businessId, UUID beneficiaryId, String bank, String targetKey, int targetVersion,
		String name, @Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa, int attempts,
		boolean triedForLong) {
}
